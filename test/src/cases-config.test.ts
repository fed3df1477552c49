import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editConfigFile, InvalidSettingError, loadConfig } from '@hermes-context/config';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadCase } from './load-case.ts';

/** The case on the disk, as the config file of a user. */
function written() {
  const { yaml, path, value } = loadCase('31').input as { readonly yaml: string; readonly path: string; value: number };
  const folder = mkdtempSync(join(tmpdir(), 'hermes-case-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'config.yaml');
  writeFileSync(file, yaml);
  const set = (key: string, to: unknown) =>
    editConfigFile({ file, edits: [{ kind: 'set', path: key.split('.'), value: to }] });
  return { yaml, path, value, folder, file, set, text: () => readFileSync(file, 'utf8') };
}

describe('case 31: the comments of a config survive an edit', () => {
  it('changes the bytes 0.50 to 0.6, and no others', async () => {
    const { yaml, path, value, set, text } = written();
    expect(await set(path, value)).toMatchObject({ kind: 'written', changes: [{ before: 0.5, after: 0.6, line: 8 }] });
    expect(text()).toBe(yaml.replace('0.50', '0.6'));
  });

  it('keeps comments, blank lines, quotes, names, merge keys and the spelling of values byte for byte', async () => {
    const { path, value, set, text } = written();
    await set(path, value);
    const kept = [
      '# my notes: do not raise above 0.6, see runbook 12\n',
      '  name: demo   # pinned\n\n',
      ' # start low\n',
    ];
    const spelled = [
      '"compressor"   # built-in\n',
      ": &mt\n      'demo-1m'",
      '    # protect_last_n: 40\n',
      '<<: *mt\n',
    ];
    for (const each of [...kept, ...spelled, 'mode: 0o644\n', 'on: yes\n', 'version: 1.10\n']) {
      expect(text()).toContain(each);
    }
  });

  it('adds a key that does not exist as one line at the right depth', async () => {
    const { yaml, folder, set, text } = written();
    await set('context.compression.protect_last_n', 40);
    const commentedOut = '    # protect_last_n: 40\n';
    expect(text()).toBe(yaml.replace(commentedOut, `${commentedOut}    protect_last_n: 40\n`));
    const loaded = await loadConfig({ env: { HERMES_HOME: folder }, cwd: folder, home: folder });
    expect(loaded).toMatchObject({ kind: 'loaded', written: { context: { compression: { protect_last_n: 40 } } } });
  });

  it('puts a new file in the place of the old one, and keeps mode and owner', async () => {
    const { path, value, folder, file, set } = written();
    chmodSync(file, 0o640);
    // Only the superuser can give a file away; for others it stays theirs anyway.
    if (process.getuid?.() === 0) chownSync(file, 12_345, 54_321);
    const before = statSync(file);
    await set(path, value);
    const after = statSync(file);
    expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid]);
    expect(after.ino).not.toBe(before.ino);
    expect(readdirSync(folder)).toEqual(['config.yaml']);
  });

  it('leaves the file untouched for an invalid value', async () => {
    const { yaml, file, set, text } = written();
    const { ino, mtimeMs } = statSync(file);
    await expect(set('compression.threshold', 60)).rejects.toThrow(InvalidSettingError);
    expect([text(), statSync(file).ino, statSync(file).mtimeMs]).toEqual([yaml, ino, mtimeMs]);
  });
});

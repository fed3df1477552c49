import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { InvalidConfigError } from '../invalid-config-error.ts';
import type { ConfigEdit } from './config-edit.ts';
import { ConfigEditRefusedError } from './config-edit-refused-error.ts';
import { ConfigLockedError, ConfigUnwritableError, unwritable } from './config-file-errors.ts';
import { readConfigText } from './config-text.ts';
import { editConfigFile } from './edit-config-file.ts';
import { replaceFile } from './replace-file.ts';
import { InvalidSettingError, UnknownSettingError } from './setting-errors.ts';

const set = (path: string, value: unknown): ConfigEdit => ({ kind: 'set', path: path.split('.'), value });
const THRESHOLD = set('compression.threshold', 0.6);

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'hermes-edit-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** A config file on the disk. */
function written(text: string | Buffer): string {
  const file = join(folder(), 'config.yaml');
  writeFileSync(file, text);
  return file;
}

const edit = (file: string, ...edits: readonly ConfigEdit[]) => editConfigFile({ file, edits, env: {} });
const textOf = (file: string): string => readFileSync(file, 'utf8');

describe('editing a config file', () => {
  it('writes it, and says what was and what is', async () => {
    const file = written('compression:\n  threshold: 0.50 # half\n');
    expect(await edit(file, THRESHOLD, { kind: 'unset', path: ['model'] })).toEqual({
      kind: 'written',
      file,
      changes: [
        { path: 'compression.threshold', before: 0.5, after: 0.6, line: 2, alsoChanged: [] },
        { path: 'model', before: undefined, after: undefined, line: undefined, alsoChanged: [] },
      ],
      warnings: [],
      problems: [],
    });
    expect(textOf(file)).toBe('compression:\n  threshold: 0.6 # half\n');
  });

  it('makes a missing file in a missing folder, for its owner alone', async () => {
    const home = join(folder(), 'deep', 'home');
    const file = join(home, 'config.yaml');
    expect(await edit(file, set('context.engine', 'keep-turns'))).toMatchObject({ kind: 'written', file });
    expect(textOf(file)).toBe('context: { engine: keep-turns }\n');
    expect([statSync(file).mode & 0o777, statSync(home).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(home)).toEqual(['config.yaml']);
  });

  it('makes nothing for an edit that changes nothing, or makes no sense', async () => {
    const file = join(folder(), 'home', 'config.yaml');
    expect(await edit(file, { kind: 'unset', path: ['a'] })).toMatchObject({ kind: 'unchanged', file });
    await expect(edit(file, set('compression.threshold', 50))).rejects.toThrow(InvalidSettingError);
    expect(existsSync(join(file, '..'))).toBe(false);
  });

  it('keeps mode and owner', async () => {
    const file = written('a: 1\n');
    chmodSync(file, 0o640);
    // Only the superuser can give a file away; for others it stays theirs anyway.
    if (process.getuid?.() === 0) chownSync(file, 12_345, 54_321);
    const before = statSync(file);
    await edit(file, set('agent.x', 2));
    const after = statSync(file);
    expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid]);
    expect(after.ino).not.toBe(before.ino); // a new file took its name: nobody ever read half of one
  });

  it('does not touch a file that says so already', async () => {
    const file = written('compression: { threshold: .6 }');
    utimesSync(file, 1000, 1000);
    const before = statSync(file);
    mkdirSync(`${file}.lock`); // nor does it wait
    expect(await edit(file, THRESHOLD)).toMatchObject({ kind: 'unchanged', file, changes: [{ before: 0.6, line: 1 }] });
    expect(statSync(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });
});

describe('a symbolic link to the config', () => {
  it('stays, however many there are, and its file is edited', async () => {
    const file = written('a: 1\n');
    const links = [join(folder(), 'config.yaml'), join(folder(), 'config.yaml')] as const;
    symlinkSync(file, links[0]);
    symlinkSync(links[0], links[1]);
    expect(await edit(links[1], THRESHOLD)).toMatchObject({ kind: 'written', file });
    expect(textOf(file)).toBe('a: 1\ncompression: { threshold: 0.6 }\n');
    expect(links.map((link) => lstatSync(link).isSymbolicLink())).toEqual([true, true]);
  });

  it('may lead to a file that is still to be made, but not into nowhere', async () => {
    const target = join(folder(), 'mine.yaml');
    const link = join(folder(), 'config.yaml');
    symlinkSync(target, link);
    await edit(link, THRESHOLD);
    expect([textOf(target), lstatSync(link).isSymbolicLink()]).toEqual(['compression: { threshold: 0.6 }\n', true]);

    const lost = join(folder(), 'config.yaml');
    symlinkSync(join(folder(), 'not', 'mounted', 'config.yaml'), lost);
    await expect(edit(lost, THRESHOLD)).rejects.toThrow(ConfigUnwritableError);
  });

  it('may not lead in a circle', async () => {
    const link = join(folder(), 'config.yaml');
    symlinkSync(link, link);
    await expect(edit(link, THRESHOLD)).rejects.toThrow('lead in a circle');
  });
});

describe('what may not be written', () => {
  it.each([
    [
      'a value that its setting cannot have',
      'compression:\n  threshold: 0.5\n',
      set('compression.threshold', 50),
      InvalidSettingError,
    ],
    ['a value below a key that cannot have any', 'a: 1\n', set('compression.threshold.x', 1), InvalidSettingError],
    ['a misspelt section', 'a: 1\n', set('compresion.threshold', 0.5), UnknownSettingError],
    ['a misspelt key', 'a: 1\n', set('compression.treshold', 0.5), UnknownSettingError],
    ['a key without its section', 'a: 1\n', set('threshold', 0.5), UnknownSettingError],
    ['an abbreviated section', 'a: 1\n', set('compress.threshold', 0.5), UnknownSettingError],
    ['a setting of a section that is none', 'compression: 5\n', THRESHOLD, ConfigEditRefusedError],
    ['anything in broken YAML', 'compression: [\n', THRESHOLD, InvalidConfigError],
    ['anything in other encodings', Buffer.from('# \xe4\n', 'latin1'), THRESHOLD, InvalidConfigError],
  ])('%s: the file stays as it is', async (_, text, change, error) => {
    const file = written(text);
    await expect(edit(file, set('agent.x', 1), change)).rejects.toThrow(error);
    expect(readFileSync(file)).toEqual(Buffer.from(text));
    expect(readdirSync(join(file, '..'))).toEqual(['config.yaml']);
  });

  it('never repeats a key in an error', async () => {
    const file = written('model: { api_key: sk-old-1 }\n');
    const error: unknown = await edit(file, set('model.api_key', ['sk-hush-2'])).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidSettingError);
    expect(String(error)).not.toMatch(/hush|sk-old/);
  });
});

describe('what may be written', () => {
  it.each([
    ['keys of other programs', set('agent.max_turns', 90), []],
    ['settings that have no effect here', set('compression.max_attempts', 3), ['unsupported-key']],
    ['keys that nobody knows and that are like none', set('my_tool.model', 'x'), ['unknown-key']],
    ['options of an engine, whatever they are', set('context.options.lcm.engine', { a: [1] }), []],
    ['a ratio that is brought into its bounds', set('compression.target_ratio', 0.9), ['clamped']],
  ])('%s', async (_, change, codes) => {
    const { kind, warnings } = await edit(written('# mine\nfoo: 1\n'), change);
    expect(kind).toBe('written');
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });

  it('a key that is in the file already, and one beside it, whatever it is called', async () => {
    const file = written('compresion:\n  threshold: 0.5\n');
    await edit(file, set('compresion.threshold', 0.6), set('compresion.treshold', 0.7));
    expect(textOf(file)).toBe('compresion:\n  threshold: 0.6\n  treshold: 0.7\n');
  });

  it('one correction of several, and what is left is told', async () => {
    const file = written('compression:\n  threshold: 50\n  tail_mode: fast\n');
    const { kind, problems } = await edit(file, THRESHOLD);
    expect([kind, problems.map(({ path, line }) => [path, line])]).toEqual(['written', [['compression.tail_mode', 3]]]);
    expect(await edit(file, { kind: 'unset', path: ['compression', 'tail_mode'] })).toMatchObject({ problems: [] });
  });

  it('a reference to a variable that is not set here', async () => {
    const file = written('');
    const { problems } = await edit(file, set('model.base_url', '$' + '{LLM_URL}/v1'));
    expect(problems.map(({ code }) => code)).toEqual(['unknown-variable']);
    expect(textOf(file)).toBe('model: { base_url: "$' + '{LLM_URL}/v1" }\n');
  });
});

describe('what is no file to write', () => {
  it('is a folder', async () => {
    const file = join(folder(), 'config.yaml');
    mkdirSync(file);
    await expect(edit(file, THRESHOLD)).rejects.toThrow('It is a folder');
  });

  it('is a pipe, which nobody waits for', async () => {
    const file = join(folder(), 'config.yaml');
    execFileSync('mkfifo', [file]);
    await expect(edit(file, THRESHOLD)).rejects.toThrow('It is a device or a pipe');
  });

  it('is one below a file', async () => {
    await expect(edit(join(written(''), 'config.yaml'), THRESHOLD)).rejects.toThrow('must be a folder');
  });

  it('is one in a place where no folder can be made', async () => {
    await expect(edit('/proc/self/nowhere/deep/config.yaml', THRESHOLD)).rejects.toThrow(ConfigUnwritableError);
  });

  it('is one that nobody may write', async () => {
    const file = written('a: 1\n');
    chmodSync(file, 0o444);
    await expect(edit(file, THRESHOLD)).rejects.toThrow(ConfigUnwritableError);
    expect([textOf(file), readdirSync(join(file, '..'))]).toEqual(['a: 1\n', ['config.yaml']]);
  });

  it.each([
    ['ENOSPC', 'no space left'],
    ['EROFS', 'reading only'],
    ['EACCES', 'You may not write'],
    ['EIO', 'The system says: EIO.'],
  ])('is one that the system refuses with %s', (code, says) => {
    const error = unwritable('config.yaml', Object.assign(new Error(code), { code }));
    expect(error).toBeInstanceOf(ConfigUnwritableError);
    expect(error.message).toContain(says);
  });

  it('is not to blame for a bug', () => {
    expect(() => unwritable('config.yaml', new TypeError('bug'))).toThrow(TypeError);
  });
});

describe('several at once', () => {
  it('lose nothing', async () => {
    const file = written('# mine\n');
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => edit(file, set(`agent.k${index}`, index))),
    );
    expect(results.map(({ kind }) => kind)).toEqual(Array.from({ length: 10 }, () => 'written'));
    const keys = Array.from(textOf(file).matchAll(/k(\d): \1/g), ([, digit]) => Number(digit));
    expect(keys.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(readdirSync(join(file, '..'))).toEqual(['config.yaml']);
  });

  it('do not wait for one that crashed, and clear up after it', async () => {
    const file = written('a: 1\n');
    mkdirSync(`${file}.lock`);
    utimesSync(`${file}.lock`, 1000, 1000);
    writeFileSync(join(file, '..', '.config.yaml.0f8fad5b-d9cb-469f-a165-70867728950e.tmp'), 'half a fi');
    await edit(file, THRESHOLD);
    expect(readdirSync(join(file, '..'))).toEqual(['config.yaml']);
  });

  it('give up on one that takes too long, and leave its lock alone', async () => {
    const file = written('a: 1\n');
    mkdirSync(`${file}.lock`);
    await expect(editConfigFile({ file, edits: [THRESHOLD], waitMs: 100 })).rejects.toThrow(ConfigLockedError);
    expect([textOf(file), existsSync(`${file}.lock`)]).toEqual(['a: 1\n', true]);
  });

  it('do not undo what a program that knows no lock saved meanwhile', async () => {
    const file = written('a: 1\n');
    const old = await readConfigText(file, file);
    writeFileSync(file, 'a: 2\n');
    expect(await replaceFile(file, 'a: 1\nb: 1\n', old)).toBe(false);
    rmSync(file);
    expect(await replaceFile(file, 'a: 1\nb: 1\n', old)).toBe(false);
    expect(existsSync(file)).toBe(false);
    const none = await readConfigText(file, file);
    writeFileSync(file, 'a: 2\n');
    expect(await replaceFile(file, 'b: 1\n', none)).toBe(false);
    expect([textOf(file), readdirSync(join(file, '..'))]).toEqual(['a: 2\n', ['config.yaml']]);
  });
});

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFile, edit, set, temporaryFolder } from './config-file.fixture.ts';
import { ConfigLockedError, ConfigUnwritableError, unwritable } from './config-file-errors.ts';
import { readConfigText } from './config-text.ts';
import { editConfigFile } from './edit-config-file.ts';
import { replaceFile } from './replace-file.ts';
import { InvalidSettingError } from './setting-errors.ts';

const THRESHOLD = set('compression.threshold', 0.6);

const textOf = (file: string): string => readFileSync(file, 'utf8');

describe('editing a config file', () => {
  it('writes it, and says what was and what is', async () => {
    const file = configFile('compression:\n  threshold: 0.50 # half\n');
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
    const home = join(temporaryFolder(), 'deep', 'home');
    const file = join(home, 'config.yaml');
    expect(await edit(file, set('context.engine', 'keep-turns'))).toMatchObject({ kind: 'written', file });
    expect(textOf(file)).toBe('context: { engine: keep-turns }\n');
    expect([statSync(file).mode & 0o777, statSync(home).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(home)).toEqual(['config.yaml']);
  });

  it('makes nothing for an edit that changes nothing, or makes no sense', async () => {
    const file = join(temporaryFolder(), 'home', 'config.yaml');
    expect(await edit(file, { kind: 'unset', path: ['a'] })).toMatchObject({ kind: 'unchanged', file });
    await expect(edit(file, set('compression.threshold', 50))).rejects.toThrow(InvalidSettingError);
    expect(existsSync(join(file, '..'))).toBe(false);
  });

  it('keeps mode and owner', async () => {
    const file = configFile('a: 1\n');
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
    const file = configFile('compression: { threshold: .6 }');
    utimesSync(file, 1000, 1000);
    const before = statSync(file);
    mkdirSync(`${file}.lock`); // nor does it wait
    expect(await edit(file, THRESHOLD)).toMatchObject({ kind: 'unchanged', file, changes: [{ before: 0.6, line: 1 }] });
    expect(statSync(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });
});

describe('a symbolic link to the config', () => {
  it('stays, however many there are, and its file is edited', async () => {
    const file = configFile('a: 1\n');
    const links = [join(temporaryFolder(), 'config.yaml'), join(temporaryFolder(), 'config.yaml')] as const;
    symlinkSync(file, links[0]);
    symlinkSync(links[0], links[1]);
    expect(await edit(links[1], THRESHOLD)).toMatchObject({ kind: 'written', file });
    expect(textOf(file)).toBe('a: 1\ncompression: { threshold: 0.6 }\n');
    expect(links.map((link) => lstatSync(link).isSymbolicLink())).toEqual([true, true]);
  });

  it('may lead to a file that is still to be made, but not into nowhere', async () => {
    const target = join(temporaryFolder(), 'mine.yaml');
    const link = join(temporaryFolder(), 'config.yaml');
    symlinkSync(target, link);
    await edit(link, THRESHOLD);
    expect([textOf(target), lstatSync(link).isSymbolicLink()]).toEqual(['compression: { threshold: 0.6 }\n', true]);

    const lost = join(temporaryFolder(), 'config.yaml');
    symlinkSync(join(temporaryFolder(), 'not', 'mounted', 'config.yaml'), lost);
    await expect(edit(lost, THRESHOLD)).rejects.toThrow(ConfigUnwritableError);
  });

  it('may not lead in a circle', async () => {
    const link = join(temporaryFolder(), 'config.yaml');
    symlinkSync(link, link);
    await expect(edit(link, THRESHOLD)).rejects.toThrow('lead in a circle');
  });
});

describe('what is no file to write', () => {
  it('is a folder', async () => {
    const file = join(temporaryFolder(), 'config.yaml');
    mkdirSync(file);
    await expect(edit(file, THRESHOLD)).rejects.toThrow('It is a folder');
  });

  it('is a pipe, which nobody waits for', async () => {
    const file = join(temporaryFolder(), 'config.yaml');
    execFileSync('mkfifo', [file]);
    await expect(edit(file, THRESHOLD)).rejects.toThrow('It is a device or a pipe');
  });

  it('is one below a file', async () => {
    await expect(edit(join(configFile(''), 'config.yaml'), THRESHOLD)).rejects.toThrow('must be a folder');
  });

  it('is one in a place where no folder can be made', async () => {
    await expect(edit('/proc/self/nowhere/deep/config.yaml', THRESHOLD)).rejects.toThrow(ConfigUnwritableError);
  });

  it('is one that nobody may write', async () => {
    const file = configFile('a: 1\n');
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
    const file = configFile('# mine\n');
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => edit(file, set(`agent.k${index}`, index))),
    );
    expect(results.map(({ kind }) => kind)).toEqual(Array.from({ length: 10 }, () => 'written'));
    const keys = Array.from(textOf(file).matchAll(/k(\d): \1/g), ([, digit]) => Number(digit));
    expect(keys.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(readdirSync(join(file, '..'))).toEqual(['config.yaml']);
  });

  it('do not wait for one that crashed, and clear up after it', async () => {
    const file = configFile('a: 1\n');
    mkdirSync(`${file}.lock`);
    const minuteAgo = Date.now() / 1000 - 60;
    utimesSync(`${file}.lock`, minuteAgo, minuteAgo);
    writeFileSync(join(file, '..', '.config.yaml.0f8fad5b-d9cb-469f-a165-70867728950e.tmp'), 'half a fi');
    await edit(file, THRESHOLD);
    expect(readdirSync(join(file, '..'))).toEqual(['config.yaml']);
  });

  it('give up on one that takes too long, and leave its lock alone', async () => {
    const file = configFile('a: 1\n');
    mkdirSync(`${file}.lock`);
    await expect(editConfigFile({ file, edits: [THRESHOLD], waitMs: 100 })).rejects.toThrow(ConfigLockedError);
    expect([textOf(file), existsSync(`${file}.lock`)]).toEqual(['a: 1\n', true]);
  });

  it('do not undo what a program that knows no lock saved meanwhile', async () => {
    const file = configFile('a: 1\n');
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

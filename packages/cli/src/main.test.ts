import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sandbox } from './cli.fixture.ts';

describe('hermes', () => {
  it('teaches with its help: examples, accepted files, exit codes', async () => {
    const box = sandbox();
    const main = await box.hermes(['--help']);
    expect(main).toMatchObject({ code: 0, err: '' });
    expect(main.out).toContain('hermes compress conversation.json');
    const compress = await box.hermes(['compress', '--help']);
    expect(compress.out).toContain('--context-length <tokens>');
    expect(compress.out).toContain('Exit code: 0 done');
  });

  it('suggests the command that was meant, with exit code 2', async () => {
    const { code, err } = await sandbox().hermes(['compres', 'x.json']);
    expect(code).toBe(2);
    expect(err).toContain('Did you mean compress?');
  });

  it.each<[string, readonly string[], string]>([
    ['an unknown option', ['compress', 'a.json', '--forse'], 'has no such option'],
    ['an unknown command', ['compres', 'a.json'], 'hermes has none of this name'],
    ['an unknown command of config', ['config', 'sho'], 'hermes has none of this name'],
    ['a missing argument', ['compress'], 'cannot run without it'],
    ['an argument too many', ['compress', 'a.json', 'b.json'], 'would be ignored'],
    ['an option without its value', ['compress', 'a.json', '--out'], 'takes a value'],
  ])('says which rule %s breaks', async (_, argv, why) => {
    const { code, err } = await sandbox().hermes(argv);
    expect(code).toBe(2);
    expect(err.split('\n')[1]).toContain(why);
  });

  it('shows its help when it is told nothing', async () => {
    const { code, out, err } = await sandbox().hermes([]);
    expect(code).toBe(2);
    expect(out + err).toContain('Usage: hermes');
  });

  it('prints the version of its package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect((await sandbox().hermes(['--version'])).out).toBe(`${version}\n`);
  });
});

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../cli.fixture.ts';

/** The settings as the description of the system writes them. */
const DESCRIBED = `compression:
  enabled: true              # Enable/disable compression (default: true)
  threshold: 0.50            # Fraction of context window (default: 0.50 = 50%)
  # model_thresholds:        # Per-model threshold overrides (substring match,
  #   "glm-5.2": 0.40        # longest key wins). See "Per-model threshold
  #   "claude-sonnet": 0.35  # overrides" below.
  target_ratio: 0.20         # How much of threshold to keep as tail (default: 0.20)
  tail_mode: legacy          # Tail retention policy: legacy | lean (default: legacy)
  protect_last_n: 20         # Minimum protected tail messages (default: 20)
  min_tail_user_messages: 1  # Real user messages guaranteed in the tail (default: 1)
  codex_gpt55_autoraise: true  # gpt-5.5 on Codex OAuth: raise trigger to 85% (default: true)
  codex_gpt55_autoraise_notice: true  # Show the one-time autoraise notice (default: true)
  codex_app_server_auto: native  # native|hermes|off for Codex app-server thread compaction
  codex_responses_native: false  # gpt-5.6 on direct OpenAI/Codex: server-side compaction (opt-in)
  codex_responses_compact_threshold: 200000  # Server-side compaction trigger (input tokens)
  in_place: true             # Compact on the same session id, no rotation (default: true)

# Summarization model/provider configured under auxiliary:
auxiliary:
  compression:
    model: null              # Override model for summaries (default: auto-detect)
    provider: auto           # Provider: "auto", "openrouter", "nous", "main", etc.
    base_url: null           # Custom OpenAI-compatible endpoint
`;

const fileOf = (box: Sandbox): string => join(box.folder, 'home', 'config.yaml');
const textOf = (box: Sandbox): string => readFileSync(fileOf(box), 'utf8');

/** Lines of one text that the other does not have at the same place. */
function changedLines(before: string, after: string): readonly string[] {
  const old = before.split('\n');
  return after.split('\n').filter((line, index) => line !== old[index]);
}

describe('hermes config set', () => {
  it('S-034 turns the autoraise off as its notice prints it, and changes that line alone', async () => {
    const box = sandbox();
    box.write('home/config.yaml', DESCRIBED);
    const run = await box.hermes(['config', 'set', 'compression.codex_gpt55_autoraise', 'false']);
    expect(run).toEqual({
      code: 0,
      out: `compression.codex_gpt55_autoraise: true → false in ${fileOf(box)}:11\n`,
      err: '',
    });
    expect(changedLines(DESCRIBED, textOf(box))).toEqual([
      '  codex_gpt55_autoraise: false # gpt-5.5 on Codex OAuth: raise trigger to 85% (default: true)',
    ]);
    expect((await box.hermes(['config', 'get', 'compression.codex_gpt55_autoraise'])).out).toBe('false\n');
  });

  it.each([
    ['compression.threshold', '6e-1', 0.6],
    ['context.options.toy.offset', '-5', -5],
    ['context.options.toy.limit', '1e3', 1_000],
    ['context.options.toy.label', '"5"', '5'],
    ['auxiliary.compression.model', 'null', null],
    ['plugins.paths', '[~/engines, "/srv/more engines"]', ['~/engines', '/srv/more engines']],
    ['compression.model_thresholds."glm-5.2"', '0.4', 0.4],
  ])('sets %s to %s by what the key takes', async (key, value, expected) => {
    const box = sandbox();
    const { code, out } = await box.hermes(['config', 'set', key, value, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ key, after: expected, changed: true, file: fileOf(box), line: 1 });
  });

  it('makes a file that only its owner can read', async () => {
    const box = sandbox();
    await box.hermes(['config', 'set', 'compression.threshold', '0.6']);
    expect(statSync(fileOf(box)).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(box.folder, 'home'))).toEqual(['config.yaml']);
  });

  it('says so when there is nothing to change', async () => {
    const box = sandbox();
    box.write('home/config.yaml', DESCRIBED);
    const run = await box.hermes(['config', 'set', 'compression.threshold', '0.5']);
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('is 0.5 already') });
    expect(textOf(box)).toBe(DESCRIBED);
  });

  it.each([
    [['compresion.threshold', '0.5'], 'Did you mean compression.threshold?'],
    [['compression.threshold', '50'], 'a ratio above 0'],
    [['compression.enabled', 'yes'], 'true'],
    [['compression..threshold', '1'], 'is no path of a setting'],
    [['compression.threshold'], 'missing required argument'],
  ])('refuses %j, and leaves the file as it is', async (argv, message) => {
    const box = sandbox();
    box.write('home/config.yaml', DESCRIBED);
    const { code, err } = await box.hermes(['config', 'set', ...argv]);
    expect(code).toBe(2);
    expect(err.toLowerCase()).toContain(message.toLowerCase());
    expect(err).not.toContain('    at ');
    expect(textOf(box)).toBe(DESCRIBED);
  });

  it('refuses a file that is no YAML, names the line, and leaves it as it is', async () => {
    const box = sandbox();
    const broken = 'compression:\n  threshold: [0.5\nother: 1\n';
    box.write('home/config.yaml', broken);
    const { code, err } = await box.hermes(['config', 'set', 'compression.threshold', '0.6']);
    expect(code).toBe(2);
    expect(err).toMatch(/config\.yaml/);
    expect(textOf(box)).toBe(broken);
  });

  it('corrects one fault of a file with two, and tells of the other', async () => {
    const box = sandbox();
    box.write('home/config.yaml', 'compression:\n  threshold: 50\n  protect_last_n: many\n');
    const { code, err } = await box.hermes(['config', 'set', 'compression.threshold', '0.6']);
    expect(code).toBe(0);
    expect(err).toContain('protect_last_n');
    expect(textOf(box)).toContain('threshold: 0.6\n');
  });

  it('says that a project decides otherwise', async () => {
    const box = sandbox();
    box.write('.hermes-context.yaml', 'compression:\n  threshold: 0.3\n');
    const { err } = await box.hermes(['config', 'set', 'compression.threshold', '0.6']);
    expect(err).toContain('no effect here');
    expect(err).toContain('.hermes-context.yaml:2');
  });

  it('never repeats a key', async () => {
    const box = sandbox();
    for (const flags of [[], ['--json']]) {
      const { out, err } = await box.hermes(['config', 'set', 'model.api_key', `sk-hush-${flags.length}`, ...flags]);
      expect(`${out}${err}`).not.toContain('hush');
    }
    expect(textOf(box)).toContain('sk-hush-1');
  });

  it('says that the home is no folder', async () => {
    const box = sandbox();
    box.write('home', 'a file where the folder should be');
    const { code, err } = await box.hermes(['config', 'set', 'compression.threshold', '0.6']);
    expect(code).toBe(2);
    expect(err).toContain(fileOf(box));
    expect(err).toContain('HERMES_HOME');
  });

  it('loses nothing when ten processes set ten keys at once', async () => {
    const box = sandbox();
    box.write('home/config.yaml', '# mine\ncontext:\n  options:\n    toy: { seen: 0 } # kept\n');
    const codes = await Promise.all(Array.from({ length: 10 }, (_, index) => setInProcess(box, index)));
    expect(codes).toEqual(Array.from({ length: 10 }, () => 0));
    const { out } = await box.hermes(['config', 'get', 'context.options.toy', '--json']);
    const keys = Array.from({ length: 10 }, (_, index) => [`key${index}`, index]);
    expect(JSON.parse(out).value).toEqual({ seen: 0, ...Object.fromEntries(keys) });
    expect(textOf(box)).toMatch(/^# mine\n/);
    expect(readdirSync(join(box.folder, 'home'))).toEqual(['config.yaml']);
  });
});

describe('hermes config unset', () => {
  it('removes one line, and the default holds again', async () => {
    const box = sandbox();
    box.write('home/config.yaml', DESCRIBED);
    const run = await box.hermes(['config', 'unset', 'compression.protect_last_n']);
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('20 → (not set)') });
    const lines = DESCRIBED.split('\n');
    expect(textOf(box).split('\n')).toEqual(lines.filter((line) => !line.includes('protect_last_n')));
  });

  it('says so when there is nothing to remove', async () => {
    const box = sandbox();
    const run = await box.hermes(['config', 'unset', 'compression.threshold', '--json']);
    expect(run.code).toBe(0);
    expect(JSON.parse(run.out)).toMatchObject({ key: 'compression.threshold', changed: false, line: null });
    expect(existsSync(fileOf(box))).toBe(false);
  });
});

/** The command from its sources, as a process of its own. @returns Its exit code. */
function setInProcess(box: Sandbox, index: number): Promise<number | null> {
  const main = JSON.stringify(join(import.meta.dirname, '..', 'main.ts'));
  const script = `const { main } = await import(${main}); process.exitCode = await main(process.argv.slice(1));`;
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const argv = ['config', 'set', `context.options.toy.key${index}`, String(index)];
  const child = spawn(
    process.execPath,
    ['--conditions=@hermes-context/source', '--input-type=module', '-e', script, '--', ...argv],
    { cwd: box.folder, env: { HOME: join(box.folder, 'user'), HERMES_HOME: join(box.folder, 'home') } },
  );
  child.on('close', resolve);
  return promise;
}

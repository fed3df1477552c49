import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';

describe('hermes config check', () => {
  it('lists every fault of every file, with its line and what to do', async () => {
    const box = sandbox();
    box.write('home/config.yaml', 'compression:\n  threshold: 50\n  tail_mode: fast\ncompresion: 1\n');
    box.write('.hermes-context.yaml', 'prompt_caching:\n  cache_ttl: 2h\n');
    const { code, out, err } = await box.hermes(['config', 'check']);
    expect(code).toBe(2);
    expect(err).toBe('');
    expect(out).toContain('home/config.yaml:2:14: fault: ');
    expect(out).toContain('home/config.yaml:3:14: fault: ');
    expect(out).toContain('.hermes-context.yaml:2:14: fault: ');
    expect(out).toContain('home/config.yaml:4:1: warning: ');
    expect(out.match(/ {2}fix: /g)).toHaveLength(4);
    expect(out).toContain('3 faults, 1 warning in ');
  });

  it('ends well without a fault', async () => {
    const box = sandbox();
    expect(await box.hermes(['config', 'check'])).toMatchObject({ code: 0, out: expect.stringContaining('no config') });
    box.write('home/config.yaml', 'compression:\n  threshold: 0.4\n');
    expect(await box.hermes(['config', 'check'])).toMatchObject({ code: 0, out: expect.stringContaining('no faults') });
  });

  it('says the same to a program', async () => {
    const box = sandbox();
    const file = box.write('home/config.yaml', 'compression:\n  threshold: 50\n');
    const { code, out } = await box.hermes(['config', 'check', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      files: [file],
      problems: [{ code: 'not-allowed', file, line: 2, path: 'compression.threshold' }],
      warnings: [],
    });
  });
});

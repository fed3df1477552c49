import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFakeProvider } from '@hermes-context/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatThrough } from '../chat/chat.fixture.ts';
import { type Sandbox, sandbox } from '../cli.fixture.ts';

const TOLD = 'gpt-5.5 on Codex OAuth is compacted at 85 % of its window, 231,200 tokens, not at 50 %, 136,000';
const MODEL = ['model:', '  default: gpt-5.5', '  provider: openai-codex', '  api_mode: chat_completions'];

async function home(...lines: readonly string[]): Promise<Sandbox> {
  const fake = await startFakeProvider();
  onTestFinished(() => fake.close());
  const box = sandbox();
  box.write('home/config.yaml', [...MODEL, `  base_url: ${fake.url}`, ...lines, ''].join('\n'));
  return box;
}

describe('the notice of a raised threshold', () => {
  it('S-082 is shown once for each home, with the command that takes the raise back', async () => {
    const box = await home();
    const [first, second] = [await chatThrough(box, ['/status']), await chatThrough(box, ['/status'])];
    expect(first.err).toContain(TOLD);
    expect(first.err).toContain('hermes config set compression.codex_gpt55_autoraise false');
    expect(second.err).not.toContain('Codex OAuth');
    expect(readFileSync(join(box.folder, 'home/.codex_gpt55_autoraise_notice'), 'utf8')).toBe('gpt-5.5:50:85\n');
    expect(first.out).toContain('231,200');
  });

  it('S-082 is shown once more when another value is raised', async () => {
    const box = await home();
    await chatThrough(box, ['/status']);
    await box.hermes(['config', 'set', 'compression.threshold', '0.6']);
    const again = await chatThrough(box, ['/status']);
    expect(again.err).toContain('not at 60 %, 163,200');
    expect((await chatThrough(box, ['/status'])).err).not.toContain('Codex OAuth');
  });

  it('S-081 goes with the raise when that is switched off by the printed command', async () => {
    const box = await home();
    const set = await box.hermes(['config', 'set', 'compression.codex_gpt55_autoraise', 'false']);
    expect(set.code).toBe(0);
    const run = await chatThrough(box, ['/status']);
    expect(run.err).not.toContain('Codex OAuth');
    expect(run.out).toContain('136,000');
    expect(existsSync(join(box.folder, 'home/.codex_gpt55_autoraise_notice'))).toBe(false);
  });

  it('S-081 can be hidden, and the raise stays', async () => {
    const box = await home('compression:', '  codex_gpt55_autoraise_notice: false');
    const run = await chatThrough(box, ['/status']);
    expect(run.err).not.toContain('Codex OAuth');
    expect(run.out).toContain('231,200');
  });

  it('S-080 is not shown where nothing is raised: another engine, compression off, a higher threshold', async () => {
    for (const lines of [
      ['context:', '  engine: keep-turns'],
      ['compression:', '  enabled: false'],
      ['compression:', '  threshold: 0.9'],
    ]) {
      expect((await chatThrough(await home(...lines), ['/status'])).err).not.toContain('Codex OAuth');
    }
  });

  it('S-080 comes with a switch to the model, and the raise goes with a switch away from it', async () => {
    const box = await home();
    const run = await chatThrough(box, ['/model gpt-5.4', '/model gpt-5.5', '/status', '/model gpt-5.4', '/status'], {
      model: 'gpt-5.4',
    });
    expect(run.out.split(TOLD)).toHaveLength(2);
    const [before, after] = run.out.split(TOLD);
    expect(before).not.toContain('231,200');
    expect(after?.split('231,200').length).toBeGreaterThan(1);
    expect(after?.slice(after.lastIndexOf('Model gpt-5.4'))).not.toContain('231,200');
  });
});

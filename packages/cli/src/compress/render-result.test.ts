import { describe, expect, it } from 'vitest';
import { chatFile, sandbox } from '../cli.fixture.ts';
import type { CompressResult } from './describe-result.ts';
import { type RenderOptions, renderResult } from './render-result.ts';

const chat = { file: 'a.json', out: undefined };
const repair = (index: number) => ({ kind: 'orphan-result-removed', index, detail: 'gone' }) as const;

async function render(change: Partial<CompressResult>, options: RenderOptions = chat): Promise<string> {
  const box = sandbox();
  const result = await box.compressJson([box.write('a.json', chatFile(2)), '--local']);
  return renderResult({ ...result, ...change }, options);
}

describe('the report of hermes compress', () => {
  it.each([
    [1, '1 repair\n', 'message 0: gone'],
    [2, '2 repairs\n', 'message 1: gone'],
    [6, '6 repairs\n', '  … and 1 more repair; --json lists them all.'],
    [7, '7 repairs\n', '  … and 2 more repairs; --json lists them all.'],
  ])('counts %d in words that fit', async (count, note, listed) => {
    const text = await render({ repairs: Array.from({ length: count }, (_, index) => repair(index)) });
    expect(text).toContain(note);
    expect(text).toContain(listed);
    expect(text).toContain('Repairs, by message of the file, counted from 0:');
  });

  it('speaks of one thing in the singular', async () => {
    const text = await render({
      outcome: 'compressed',
      before: { messages: 1, tokens: 9 },
      after: { messages: 1, tokens: 1 },
      phases: [
        { phase: 'pruned', messages: 1, tokens: 1 },
        { phase: 'compressed', messages: 1, tokens: 1 },
      ],
      pruned: { results: 1, tokens: 1 },
      summary: { source: 'model', tokens: 1 },
      valid: { openai: [{ index: 0, rule: 'user-missing', reason: 'x' }], anthropic: [] },
    });
    for (const part of [
      '1 message (',
      '1 tool result cleared',
      'summary of 1 token\n',
      '→ 1 token,',
      '1 violation remains;',
    ])
      expect(text).toContain(part);
  });

  it('says where the messages went, and on a dry run no more than that', async () => {
    expect(await render({})).toMatch(/Nothing was written\. --out FILE writes the messages\.\n$/);
    expect(await render({}, { ...chat, isDryRun: true })).toMatch(/\nDry run: nothing was written\.\n$/);
    expect(await render({}, { ...chat, out: 'b.json' })).toMatch(/\nWritten to b\.json\.\n$/);
    expect(await render({}, { ...chat, out: '-' })).toMatch(/\nWritten to standard output\.\n$/);
    expect(await render({})).not.toContain('Repairs');
  });
});

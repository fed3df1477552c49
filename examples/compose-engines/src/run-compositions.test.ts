import { describe, expect, it } from 'vitest';
import { runCompositions } from './run-compositions.ts';

describe('the example', () => {
  it('compresses a recorded conversation with each composition, and every result is valid', async () => {
    const { before, rows, beside } = await runCompositions();
    expect(rows.map(({ engine }) => engine)).toEqual([
      'keep-turns',
      'minimal-engine',
      'pipeline(clear-results, minimal-engine)',
      'fallback(minimal-engine, keep-turns)',
      'route, for a cron job',
      'shadow(keep-turns, minimal-engine)',
    ]);
    for (const { tokens, faults } of rows) {
      expect(tokens).toBeLessThan(before.tokens / 2);
      expect(faults).toBe(0);
    }
    const [keepTurns, minimal, pruned, takenOver, routed, shadowed] = rows;
    // Clearing old results was enough, so that nobody was asked for a summary.
    expect(pruned).toMatchObject({ messages: before.messages, notes: [] });
    for (const row of [takenOver, routed, shadowed]) expect(row?.tokens).toBe(keepTurns?.tokens);
    expect(takenOver?.notes).toContain('keep-turns took over.');
    expect(beside.candidate).toMatchObject({ outcome: 'compressed', after: { tokens: minimal?.tokens } });
  });
});

import type { CompressReport, Message, Messages } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineageOf } from './lineage.ts';
import { mergeChanges } from './merge-changes.ts';
import { changeBy, type PartChange } from './part-change.ts';
import { CLEARED, clearing, conversation, dropping, EMPTY_REPORT, forced, summing } from './parts.fixture.ts';

const messages = conversation(4);

/** What engines do one after the other, without the checks in between. */
async function changesBy(
  engines: Readonly<Record<string, ReturnType<typeof clearing>>>,
  given: Messages = messages,
): Promise<readonly PartChange[]> {
  const changes: PartChange[] = [];
  let lineage = lineageOf(given);
  for (const [name, engine] of Object.entries(engines)) {
    const outcome = await engine.compress(forced(lineage.messages));
    if (outcome.kind === 'unchanged') continue;
    const change = changeBy(name, lineage, outcome);
    changes.push(change);
    lineage = change.after;
  }
  return changes;
}

describe('mergeChanges', () => {
  it('tells of a pruner and a summariser in terms of the list that both began with', async () => {
    const changes = await changesBy({ prune: clearing(), sum: summing('Files 0 to 2 are fine.') });
    const { messages: after, summary, report } = mergeChanges(messages, changes, ['One stage was left out.']);
    expect(after.map(({ content }) => content)).toEqual([
      'Be brief.',
      'Files 0 to 2 are fine.',
      'Go on.',
      'Read file 3.',
      null,
      messages[15]?.content,
      'File 3 is fine.',
    ]);
    expect(summary).toBe('Files 0 to 2 are fine.');
    expect(report).toEqual({
      ...EMPTY_REPORT,
      covered: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      boundaries: { headEnd: 1, tailStart: 15 },
      pruned: { ...EMPTY_REPORT.pruned, results: 3 },
      summary: {
        source: 'model',
        tokens: 22,
        attempts: [{ source: 'model', model: 'Files 0 to 2 are fine.', outcome: 'ok' }],
      },
      warnings: ['One stage was left out.', 'sum: Files 0 to 2 are fine. is short.'],
    });
  });

  it('finds what was rewritten in a list that was shorter by then', async () => {
    const changes = await changesBy({ drop: dropping(2), prune: clearing() });
    const { messages: after, report } = mergeChanges(messages, changes, []);
    expect(after).toHaveLength(9);
    expect(after[3]).toMatchObject({ role: 'tool', content: CLEARED });
    expect(report).toMatchObject({
      covered: [1, 2, 3, 4, 5, 6, 7, 8],
      rewritten: [11],
      boundaries: { headEnd: 1, tailStart: 15 },
      warnings: ['drop: 8 messages are gone without a summary.'],
    });
  });

  it('shows the text of a summary only while it stands, and its cost in any case', async () => {
    const both = mergeChanges(messages, await changesBy({ one: summing('First.'), two: summing('Second.') }), []);
    expect(both.summary).toBe('Second.');
    expect(both.report?.summary?.attempts).toHaveLength(2);
    const dropped = mergeChanges(messages, await changesBy({ one: summing('First.'), two: dropping(1) }), []);
    expect(dropped.summary).toBeUndefined();
    expect(dropped.report?.summary).toMatchObject({ tokens: 0, attempts: [{ model: 'First.' }] });
  });

  it('says that a summary is an extract when any that stands is one', async () => {
    const [change] = await changesBy({ one: summing('First.') });
    const report: CompressReport = {
      ...change!.outcome.report!,
      summary: { source: 'extractive', tokens: 5, attempts: [] },
    };
    const extract = { ...change!, outcome: { ...change!.outcome, report } };
    expect(mergeChanges(messages, [extract], []).report?.summary?.source).toBe('extractive');
  });

  it('says what an engine left out of its report', async () => {
    const [change] = await changesBy({ sum: summing('Fine.') });
    const report: CompressReport = { ...change!.outcome.report!, covered: [1, 2] };
    const forgetful = changeBy('sum', lineageOf(messages), { ...change!.outcome, report });
    const merged = mergeChanges(messages, [forgetful], []);
    expect(merged.report?.covered).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(merged.report?.warnings.at(-1)).toBe('sum: 10 messages are gone that its report does not mention.');
  });

  it('places repairs and carried messages where they stood in the request', async () => {
    const [first] = await changesBy({ drop: dropping(2) });
    const list = first!.after.messages;
    const report: CompressReport = {
      ...EMPTY_REPORT,
      carried: [1],
      repairs: [{ kind: 'orphan-result-removed', index: 3, detail: 'Gone.' }],
    };
    const second = changeBy('mend', first!.after, { kind: 'compressed', messages: list.toSpliced(3, 1), report });
    const merged = mergeChanges(messages, [first!, second], []).report;
    expect(merged).toMatchObject({ carried: [9], repairs: [{ index: 11 }] });
    expect(merged?.covered).not.toContain(11); // the repair accounts for it
    const both = { ...report, covered: [3] };
    const summed = changeBy('mend', first!.after, { ...second.outcome, report: both });
    expect(mergeChanges(messages, [first!, summed], []).report?.covered).toContain(11);
    const gone = changeBy('drop', second.after, {
      kind: 'compressed',
      messages: [messages[0]!, ...messages.slice(13)],
    });
    expect(mergeChanges(messages, [first!, second, gone], []).report?.carried).toEqual([]);
  });

  it('places a repair of what an engine put in at the nearest message in front of it', () => {
    const fresh: Message = { role: 'assistant', content: 'New.' };
    const first = changeBy('add', lineageOf(messages), {
      kind: 'compressed',
      messages: [...messages.slice(0, 5), fresh, ...messages.slice(9)],
    });
    const repairs = [{ kind: 'role-converted', index: 5, detail: 'Turned.' }] as const;
    const report: CompressReport = { ...EMPTY_REPORT, repairs, boundaries: { headEnd: 1, tailStart: 14 } };
    const second = changeBy('mend', first.after, { kind: 'compressed', messages: first.after.messages, report });
    expect(mergeChanges(messages, [first, second], []).report).toMatchObject({
      repairs: [{ index: 4 }],
      boundaries: { headEnd: 1, tailStart: 17 }, // the second left no tail
    });
  });

  it('counts a system prompt that was added to to the head', () => {
    const note: Message = { role: 'system', content: 'Be brief. Earlier turns were compacted.' };
    const outcome = { kind: 'compressed', messages: [note, ...messages.slice(9)] } as const;
    const { report } = mergeChanges(messages, [changeBy('drop', lineageOf(messages), outcome)], []);
    expect(report).toMatchObject({ rewritten: [0], boundaries: { headEnd: 1, tailStart: 9 } });
  });

  it("uses the request's own bridge where one engine dropped it and another wrote it anew", async () => {
    const bridge: Message = { role: 'assistant', content: 'Go on.', _context: { mark: { kind: 'bridge' } } };
    const given = [...messages.slice(0, 2), bridge, ...messages.slice(5)];
    const changes = await changesBy({ drop: dropping(2), sum: summing('Fine.') }, given);
    const merged = mergeChanges(given, changes, []);
    expect(merged.messages[2]).toBe(bridge);
    expect(merged.report?.covered).not.toContain(2);
  });

  it('accounts for each message of the request exactly once, whatever engines did', async () => {
    const engines = { clear: clearing, drop: () => dropping(2), sum: () => summing('Fine.') };
    const names = fc.uniqueArray(fc.constantFrom('clear' as const, 'drop' as const, 'sum' as const), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 3, max: 8 }), async (order, turns) => {
        const given = conversation(turns);
        const changes = await changesBy(Object.fromEntries(order.map((name) => [name, engines[name]()])), given);
        fc.pre(changes.length > 0);
        const { messages: after, report } = mergeChanges(given, changes, []);
        const kept = given.flatMap((message, index) => (after.includes(message) ? [index] : []));
        const all = [...kept, ...report!.covered, ...report!.rewritten].toSorted((one, other) => one - other);
        expect(all).toEqual(Array.from(given.keys()));
        const { headEnd, tailStart } = report!.boundaries;
        for (const index of report!.covered) expect(index >= headEnd && index < tailStart).toBe(true);
      }),
    );
  });
});

import type { CompressRequest, Message, Messages } from '@hermes-context/contract';
import { isSummary, validateOpenAiChat } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { CONVERSATION, compactionBench, drop } from '../compaction.fixture.ts';
import { callOf } from '../scripted-model.fixture.ts';

const BEFORE = CONVERSATION.map(({ content }) => content);
const AFTER = ['Help.', 'Newest question.'];
const hang = (): Promise<never> => new Promise(() => undefined);
const isCompressed = async (messages: Messages) => ({ kind: 'compressed', messages });
describe('a compaction', () => {
  it('S-070 S-071 rewrites the list under its id, keeps what it replaced, and tells the engine', async () => {
    const told: unknown[] = [];
    const bench = await compactionBench({ engine: { onCommit: async (news) => void told.push(news) } });
    const report = await bench.run();
    expect(report).toMatchObject({
      kind: 'compacted',
      site: 'manual',
      warnings: [],
      receipt: {
        sessionId: bench.id,
        inPlace: true,
        oldSessionId: '',
        engine: 'toy',
        model: 'scripted',
        compressionCount: 1,
        messagesBefore: 4,
        messagesAfter: 2,
      },
      summaryUsage: { calls: 0, promptTokens: 0, completionTokens: 0 },
    });
    expect(await bench.texts()).toEqual(AFTER);
    const { items } = await bench.store.read(bench.id, { states: ['compacted'] });
    expect(items.map(({ message }) => message.content)).toEqual(BEFORE.slice(1, 3));
    expect(told).toEqual([{ sessionId: bench.id, revision: 2, inPlace: true }]);
    expect(await bench.store.leases()).toEqual([]);
  });

  it('S-076 in rotation goes on under a new id, with parent and title, and closes the old session', async () => {
    const bench = await compactionBench({ parts: { inPlace: false } });
    const report = await bench.run();
    if (report.kind !== 'compacted') throw new Error(report.detail);
    const { sessionId, oldSessionId, inPlace } = report.receipt;
    expect([oldSessionId, inPlace]).toEqual([bench.id, false]);
    expect(await bench.store.get(sessionId)).toMatchObject({
      parentSessionId: bench.id,
      title: 'Work #2',
      goal: { text: 'Ship it' },
    });
    expect(await bench.texts(sessionId)).toEqual(AFTER);
    expect(await bench.texts()).toEqual(BEFORE);
    expect(await bench.run()).toMatchObject({
      kind: 'unchanged',
      reason: 'conflict',
      detail: expect.stringContaining(sessionId),
    });
  });

  it('leaves the same list in place and in rotation', async () => {
    const lists = await Promise.all(
      [true, false].map(async (inPlace) => {
        const bench = await compactionBench({ parts: { inPlace, systemPrompt: async () => 'Help more.' } });
        const report = await bench.run();
        return report.kind === 'compacted' ? bench.texts(report.receipt.sessionId) : [report.detail];
      }),
    );
    expect(lists[0]).toEqual(['Help more.', 'Newest question.']);
    expect(lists[1]).toEqual(lists[0]);
  });

  it('gives the engine what it needs, and nothing that is not known', async () => {
    const requests: CompressRequest[] = [];
    const bench = await compactionBench({
      compress: (request) => {
        requests.push(request);
        return drop(request);
      },
    });
    await bench.run({ focusTopic: 'the parser' });
    await bench.run({ force: false });
    expect(requests[0]).toMatchObject({ promptTokens: 500, overheadTokens: 50, force: true, focusTopic: 'the parser' });
    expect(Object.keys(requests[1] ?? {}).toSorted()).toEqual(['messages', 'overheadTokens', 'promptTokens', 'signal']);
  });

  it('mends what the engine left invalid', async () => {
    const orphan: Message = { role: 'tool', tool_call_id: 'gone', content: 'x' };
    const bench = await compactionBench({
      compress: ({ messages }) => isCompressed([...messages.slice(0, 1), orphan, ...messages.slice(-1)]),
    });
    expect((await bench.run()).kind).toBe('compacted');
    expect(validateOpenAiChat((await bench.store.load(bench.id)).messages)).toEqual([]);
  });

  it('pins calls that are open, and answers them for nobody', async () => {
    const open: Message = { role: 'assistant', content: null, tool_calls: [callOf('pay')] };
    const pins: unknown[] = [];
    const bench = await compactionBench({
      messages: [...CONVERSATION, open],
      compress: (request) => {
        pins.push(request.pins);
        return isCompressed([...request.messages.slice(0, 1), ...request.messages.slice(-2)]);
      },
    });
    expect((await bench.run()).kind).toBe('compacted');
    expect(pins).toEqual([[4]]);
    const { messages } = await bench.store.load(bench.id);
    expect(messages.at(-1)?.role).toBe('assistant');
    const losing = await compactionBench({ messages: [...CONVERSATION, open], compress: drop });
    expect(await losing.run()).toMatchObject({ reason: 'engine-failed' });
  });

  it('tells what the engine reports, as far as it is of its type', async () => {
    const summary = { source: 'extractive', tokens: 12, attempts: [] };
    const reports: readonly [unknown, object][] = [
      [{ summary, warnings: ['Short.'], shortfall: 'Still large.' }, { warnings: ['Short.', 'Still large.'] }],
      [{ summary: { source: 'dream', tokens: 1 }, warnings: 5, shortfall: {} }, { warnings: [] }],
      [null, { warnings: [] }],
      ['done', { warnings: [] }],
    ];
    for (const [index, [report, told]] of reports.entries()) {
      const compress = async (request: CompressRequest) => ({ ...(await drop(request)), report });
      const outcome = await (await compactionBench({ compress })).run();
      expect(outcome).toMatchObject({ kind: 'compacted', ...told });
      expect('summary' in outcome ? outcome.summary : undefined).toEqual(
        index === 0 ? { source: 'extractive', tokens: 12 } : undefined,
      );
    }
  });

  it('keeps the stored system prompt where it cannot be built anew, and says so', async () => {
    const systemPrompt = () => Promise.reject(new Error('No template.'));
    const bench = await compactionBench({ parts: { systemPrompt } });
    expect(await bench.run()).toMatchObject({
      kind: 'compacted',
      warnings: ['The system prompt could not be built anew, so the stored one stays. No template.'],
    });
    expect(await bench.texts()).toEqual(AFTER);
  });

  it('is done though the engine fails at the news of it', async () => {
    for (const onCommit of [hang, () => Promise.reject(new Error('No.'))]) {
      const bench = await compactionBench({ engine: { onCommit } });
      expect((await bench.run()).kind).toBe('compacted');
      expect(bench.warnings).toEqual([expect.stringMatching(/failed in onCommit/)]);
    }
  });
});

describe('messages that arrive meanwhile', () => {
  it.each([true, false])('stay, in order, behind the result (in place: %s)', async (inPlace) => {
    const bench: Awaited<ReturnType<typeof compactionBench>> = await compactionBench({
      parts: { inPlace },
      compress: async (request) => {
        await bench.store.append(bench.id, [{ role: 'assistant', content: 'Late 1.' }]);
        await bench.store.append(bench.id, [{ role: 'user', content: 'Late 2.' }]);
        return drop(request);
      },
    });
    const report = await bench.run();
    if (report.kind !== 'compacted') throw new Error(report.detail);
    expect(await bench.texts(report.receipt.sessionId)).toEqual([...AFTER, 'Late 1.', 'Late 2.']);
  });
});

describe('an engine that changes nothing', () => {
  it.each([
    'disabled',
    'below-threshold',
    'nothing-to-compress',
    'no-progress',
    'summary-failed',
    'ineffective',
    'pinned',
    'declined',
    'engine-failed',
  ])('because of %s is believed, in its own words or in ours', async (reason) => {
    const spoken = await compactionBench({
      compress: () => ({ kind: 'unchanged', reason, detail: 'So it is.', warnings: ['Mind.'] }),
    });
    expect(await spoken.run()).toMatchObject({ kind: 'unchanged', reason, detail: 'So it is.', warnings: ['Mind.'] });
    const silent = await compactionBench({ compress: () => ({ kind: 'unchanged', reason }) });
    expect(await silent.run()).toMatchObject({ reason, detail: `The engine "toy" changed nothing: ${reason}.` });
    expect(await silent.texts()).toEqual(BEFORE);
  });

  it('for a reason that nobody knows declines, whatever else it says', async () => {
    const bench = await compactionBench({
      compress: () => ({ kind: 'unchanged', reason: 'tired', detail: 5, warnings: { length: 1 } }),
    });
    expect(await bench.run()).toMatchObject({
      reason: 'declined',
      detail: 'The engine "toy" changed nothing: declined.',
      warnings: [],
    });
  });
});

describe('a stop', () => {
  it.each([true, false])(
    'ends it at once, whether the engine listens or not (before it began: %s)',
    async (isEarly) => {
      const stop = new AbortController();
      if (isEarly) stop.abort();
      const bench = await compactionBench({
        compress: () => {
          stop.abort();
          return hang();
        },
      });
      expect(await bench.run({ signal: stop.signal })).toMatchObject({ kind: 'unchanged', reason: 'stopped' });
      expect(await bench.texts()).toEqual(BEFORE);
      expect(await bench.store.leases()).toEqual([]);
    },
  );
});

it('counts what summaries cost, of a compaction that failed too', async () => {
  const usage = { promptTokens: 100, completionTokens: 10 };
  const meter = {
    summarise: () => Promise.reject(new Error('unused')),
    takeUsage: () => ({ calls: 2, ...usage }),
  };
  const bench = await compactionBench({ parts: { meter }, compress: () => Promise.reject(new Error('Boom.')) });
  expect((await bench.run()).summaryUsage).toEqual({ calls: 2, ...usage });
});

it('takes a summary for what it is, by its mark', async () => {
  const mark = { kind: 'summary', summary: { source: 'model', coveredCount: 2 } } as const;
  const bench = await compactionBench({
    compress: ({ messages }) =>
      isCompressed([
        ...messages.slice(0, 1),
        { role: 'user', content: 'Sum.', _context: { mark } },
        ...messages.slice(3),
      ]),
  });
  const report = await bench.run();
  const { messages } = await bench.store.load(bench.id);
  const summary = messages.find(isSummary);
  expect(summary).toBeDefined();
  expect(report.kind === 'compacted' && report.receipt.summaryId).toBe(summary?._context?.id);
});

import { describe, expect, it } from 'vitest';
import { CONVERSATION, compactionBench, drop } from '../compaction.fixture.ts';

const BEFORE = CONVERSATION.map(({ content }) => content);

describe('a result that comes too late', () => {
  it('is discarded: after the deadline nothing is committed, and the engine was told to stop', async () => {
    const gate = Promise.withResolvers<void>();
    const signals: AbortSignal[] = [];
    const bench = await compactionBench({
      parts: { timeoutMs: 10 },
      compress: async (request) => {
        signals.push(request.signal);
        await gate.promise;
        return drop(request);
      },
    });
    expect(await bench.run()).toMatchObject({ reason: 'timed-out' });
    expect(signals[0]?.aborted).toBe(true);
    expect(await bench.run()).toMatchObject({ reason: 'busy', detail: expect.stringMatching(/"toy" still works/) });
    gate.resolve();
    await new Promise((resolve) => void setImmediate(resolve));
    expect(await bench.texts()).toEqual(BEFORE);
    expect((await bench.run()).kind).toBe('compacted');
  });

  it('is discarded when the lease was lost while the engine worked, and the engine is told', async () => {
    const signals: AbortSignal[] = [];
    const bench: Awaited<ReturnType<typeof compactionBench>> = await compactionBench({
      parts: { leaseTtlMs: 30 },
      compress: async (request) => {
        signals.push(request.signal);
        await bench.store.releaseLease(bench.lease());
        await new Promise((resolve) => void request.signal.addEventListener('abort', resolve, { once: true }));
        return drop(request);
      },
    });
    expect(await bench.run()).toMatchObject({ kind: 'unchanged', reason: 'lease-lost' });
    expect(signals[0]?.aborted).toBe(true);
    expect(await bench.texts()).toEqual(BEFORE);
  });

  it('is discarded when the session was rewound meanwhile', async () => {
    const bench: Awaited<ReturnType<typeof compactionBench>> = await compactionBench({
      compress: async (request) => {
        const newest = (await bench.store.load(bench.id)).messages.at(-1)?._context?.id ?? '';
        await bench.store.rewind({ sessionId: bench.id, messageId: newest, lease: bench.lease() });
        return drop(request);
      },
    });
    expect(await bench.run()).toMatchObject({
      kind: 'unchanged',
      reason: 'conflict',
      detail: expect.stringMatching(/revision 1 is now 2/),
    });
    expect(await bench.texts()).toEqual(BEFORE.slice(0, 3));
  });

  it('is discarded when somebody else compacted the session meanwhile', async () => {
    let now = 0;
    const bench: Awaited<ReturnType<typeof compactionBench>> = await compactionBench({
      now: () => now,
      compress: async (request) => {
        now += 60_000;
        const { revision, sequence, messages } = await bench.store.load(bench.id);
        const taken = await bench.store.acquireLease({ sessionId: bench.id, holder: 'other' });
        if (taken.kind === 'busy') throw new Error('It has run out.');
        await bench.store.commit({
          sessionId: bench.id,
          expectedRevision: revision,
          expectedSequence: sequence,
          outcome: { kind: 'compressed', messages: messages.slice(3) },
          lease: taken.lease,
          key: 'other',
          engine: 'other',
        });
        return drop(request);
      },
    });
    expect(await bench.run()).toMatchObject({ kind: 'unchanged', reason: 'lease-lost' });
    expect(await bench.texts()).toEqual(['Newest question.']);
  });
});

describe('a session that somebody else compacts', () => {
  it('is left to them, and it is said who has it and since when', async () => {
    let now = 0;
    let calls = 0;
    const bench = await compactionBench({
      now: () => now,
      compress: (request) => {
        calls += 1;
        return drop(request);
      },
    });
    await bench.store.acquireLease({ sessionId: bench.id, holder: 'chat 4711 on laptop', ttlMs: 60_000 });
    now = 12_000;
    expect(await bench.run()).toMatchObject({
      kind: 'unchanged',
      reason: 'busy',
      detail:
        'The session is being compacted by chat 4711 on laptop for 12 s; its lease ends in 48 s unless it is renewed.',
    });
    expect(calls).toBe(0);
    expect(await bench.store.leases()).toMatchObject([{ holder: 'chat 4711 on laptop' }]);
    now = 60_000;
    expect((await bench.run()).kind).toBe('compacted');
  });
});

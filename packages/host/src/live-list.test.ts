import type { Message } from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';
import { createMemorySessionStore, type SessionStore } from '@hermes-context/sessions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiveList } from './live-list.ts';

const say = (content: string): Message => ({ role: 'user', content });

async function opened(store: SessionStore = createMemorySessionStore()) {
  const { id } = await store.create();
  return { store, id, live: await LiveList.open(store, id) };
}

async function expectCurrent(live: LiveList, store: SessionStore): Promise<void> {
  const list = await store.load(live.sessionId);
  expect(live.messages).toEqual(list.messages);
  expect(live.tokens).toBe(estimateMessagesTokens(list.messages));
  expect(live.point).toEqual({ sessionId: list.sessionId, revision: list.revision, count: list.messages.length });
  expect(live.isBehind(await store.get(live.sessionId))).toBe(false);
}

describe('the live list', () => {
  it('holds what the store holds, with its ids', async () => {
    const { store, live } = await opened();
    const appended = await live.append([say('one'), say('two')]);
    expect(appended).toMatchObject({ kind: 'appended', isRepeat: false, messages: live.messages });
    await expectCurrent(live, store);
  });

  it('reads nothing again for its own appends', async () => {
    const store = createMemorySessionStore();
    let reads = 0;
    const counting: SessionStore = {
      ...store,
      load: (...given) => {
        reads += 1;
        return store.load(...given);
      },
    };
    const { live } = await opened(counting);
    for (let index = 0; index < 5; index += 1) await live.append([say(`${index}`)]);
    await live.append([]);
    expect(reads).toBe(1);
    await expectCurrent(live, store);
  });

  it('notices another writer at its next append', async () => {
    const { store, id, live } = await opened();
    await live.append([say('mine')]);
    await store.append(id, [say('theirs')]);
    expect(live.isBehind(await store.get(id))).toBe(true);
    await live.append([say('mine again')]);
    expect(live.messages.map(({ content }) => content)).toEqual(['mine', 'theirs', 'mine again']);
    await expectCurrent(live, store);
  });

  it('stores a delivery of one key once, and says that it is a repeat', async () => {
    const { store, live } = await opened();
    const first = await live.append([say('one')], 'delivery 1');
    await live.append([say('two')]);
    const again = await live.append([say('one')], 'delivery 1');
    expect(again).toMatchObject({ isRepeat: true });
    expect(first).toMatchObject({ isRepeat: false });
    expect(again.kind === 'appended' && again.messages).toEqual(first.kind === 'appended' && first.messages);
    expect(live.messages).toHaveLength(2);
    await expectCurrent(live, store);
  });

  it('takes the delivery that was stored, where another writer was first with its key', async () => {
    const { store, id, live } = await opened();
    await store.append(id, [say('theirs')], { key: 'delivery 1' });
    expect(await live.append([say('mine')], 'delivery 1')).toMatchObject({ isRepeat: true });
    expect(live.messages.map(({ content }) => content)).toEqual(['theirs']);
    await expectCurrent(live, store);
  });

  it('loses no append to a read that began before it and ends after it', async () => {
    const plain = createMemorySessionStore();
    const gate = Promise.withResolvers<void>();
    let isSlow = false;
    const slow: SessionStore = {
      ...plain,
      async load(...given) {
        const list = await plain.load(...given);
        if (isSlow) await gate.promise;
        return list;
      },
    };
    const { live } = await opened(slow);
    isSlow = true;
    const reading = live.reload();
    const appending = live.append([say('one')]);
    await new Promise((resolve) => void setImmediate(resolve));
    gate.resolve();
    await Promise.all([reading, appending]);
    await expectCurrent(live, plain);
  });

  it('says where a session was continued, and stays as it is until it is told to read', async () => {
    const { store, id, live } = await opened();
    await live.append([say('one'), { role: 'assistant', content: 'Done.' }, say('two')]);
    const { messages, revision, sequence } = await store.load(id);
    const taken = await store.acquireLease({ sessionId: id, holder: 'other' });
    if (taken.kind === 'busy') throw new Error('Nobody else is here.');
    const outcome = { kind: 'compressed', messages: messages.slice(2) } as const;
    const expected = { expectedRevision: revision, expectedSequence: sequence };
    const commit = { sessionId: id, ...expected, outcome, lease: taken.lease, key: 'k', engine: 'toy', inPlace: false };
    await store.commit(commit);
    const appended = await live.append([say('three')]);
    if (appended.kind !== 'continued') throw new Error('It was continued.');
    expect(live.sessionId).toBe(id);
    await live.reload(appended.by);
    await live.append([say('three')]);
    expect(live.messages.map(({ content }) => content)).toEqual(['two', 'three']);
    await expectCurrent(live, store);
  });

  it('stays as it is when the store fails, and goes on afterwards', async () => {
    const store = createMemorySessionStore();
    let isFailing = false;
    const flaky: SessionStore = {
      ...store,
      append: (...given) => (isFailing ? Promise.reject(new Error('Disk full.')) : store.append(...given)),
      load: (...given) => (isFailing ? Promise.reject(new Error('Disk gone.')) : store.load(...given)),
    };
    const { live } = await opened(flaky);
    await live.append([say('one')]);
    isFailing = true;
    await expect(live.append([say('two')])).rejects.toThrow('Disk full.');
    await expect(live.reload()).rejects.toThrow('Disk gone.');
    expect(live.messages).toHaveLength(1);
    isFailing = false;
    await live.append([say('two')]);
    await expectCurrent(live, store);
  });

  it('is free of whoever wrote a message, and holds it as the store will hand it out', async () => {
    const { store, live } = await opened();
    const parts = [{ type: 'text', text: 'one' }];
    const odd = { role: 'user', content: parts, name: undefined, metadata: { at: new Date(0) } };
    await live.append([odd as unknown as Message]);
    parts[0] = { type: 'text', text: 'edited' };
    parts.push({ type: 'text', text: 'more' });
    expect(live.messages[0]?.content).toEqual([{ type: 'text', text: 'one' }]);
    await expectCurrent(live, store);
  });

  it('is the store’s list after any interleaving of appends and reads, by two writers', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('append' as const), count: fc.nat(3), key: fc.option(fc.constantFrom('a', 'b')) }),
      fc.record({ kind: fc.constant('reload' as const) }),
      fc.record({ kind: fc.constant('other' as const), count: fc.nat(2) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { store, id, live } = await opened();
        const messagesOf = (count: number): Message[] => Array.from({ length: count }, (_, index) => say(`m${index}`));
        const runs = steps.map((each): Promise<unknown> => {
          if (each.kind === 'reload') return live.reload();
          if (each.kind === 'other') return store.append(id, messagesOf(each.count));
          return live.append(messagesOf(each.count), each.key ?? undefined);
        });
        await Promise.all(runs);
        // What others wrote after our last look is met at the next one.
        await live.append([say('last')]);
        await expectCurrent(live, store);
      }),
      { numRuns: 60 },
    );
  });
});

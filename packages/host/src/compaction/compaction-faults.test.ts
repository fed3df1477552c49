import type { Message, Messages } from '@hermes-context/contract';
import { SessionStoreError } from '@hermes-context/sessions';
import { describe, expect, it } from 'vitest';
import { type BenchOptions, CONVERSATION, compactionBench } from '../compaction.fixture.ts';
import type { CompactionRefusal } from '../compaction-report.ts';

const BEFORE = CONVERSATION.map(({ content }) => content);
const hang = (): Promise<never> => new Promise(() => undefined);
const isCompressed = async (messages: Messages) => ({ kind: 'compressed', messages });
const diskFull = (): Promise<never> =>
  Promise.reject(
    new SessionStoreError({
      fault: 'full',
      location: '/data/sessions.db',
      what: 'The disk is full.',
      why: 'Nothing could be written.',
      fix: 'Free some space.',
    } as ConstructorParameters<typeof SessionStoreError>[0]),
  );

/** Everything after which the session must be what it was. */
const FAULTS: readonly (readonly [string, BenchOptions, CompactionRefusal, RegExp])[] = [
  ['throws', { compress: () => Promise.reject(new Error('Boom.')) }, 'engine-failed', /It threw: Boom\./],
  ['hangs', { compress: hang, parts: { timeoutMs: 10 } }, 'timed-out', /did not end within 0\.01 s/],
  ['answers nothing', { compress: () => undefined }, 'engine-failed', /type undefined/],
  ['answers a number', { compress: () => 42 }, 'engine-failed', /type number/],
  ['answers no list', { compress: () => ({ kind: 'compressed' }) }, 'engine-failed', /without a list/],
  ['answers an empty list', { compress: () => isCompressed([]) }, 'engine-failed', /an empty list/],
  [
    'answers a larger list',
    { compress: ({ messages }) => isCompressed([...messages, { role: 'user', content: 'More.' }]) },
    'engine-failed',
    /not smaller/,
  ],
  [
    'loses what the user said last',
    { compress: ({ messages }) => isCompressed(messages.slice(0, 2)) },
    'engine-failed',
    /newest message of the user/,
  ],
  [
    'edits what it was given',
    {
      compress: ({ messages }) => {
        Object.assign(messages[3] ?? {}, { content: 'Other question.' });
        return isCompressed(messages.slice(3));
      },
    },
    'engine-failed',
    /It threw: TypeError/,
  ],
  [
    'shortens the list that it was given',
    {
      compress: ({ messages }) => {
        (messages as Message[]).splice(0, 2);
        return isCompressed(messages);
      },
    },
    'engine-failed',
    /It threw: TypeError/,
  ],
  [
    'answers messages that no store can keep',
    {
      compress: ({ messages }) =>
        isCompressed([{ role: 'user', content: 'x', metadata: { size: 5n } }, ...messages.slice(3)]),
    },
    'engine-failed',
    /A message cannot be stored.*Report it/,
  ],
  [
    'answers calls that are none',
    {
      compress: ({ messages }) =>
        isCompressed([{ role: 'assistant', content: 'x', tool_calls: 5 } as never, ...messages.slice(3)]),
    },
    'engine-failed',
    /Report it to the engine's author/,
  ],
  [
    'works while the lease runs out',
    {
      store: (store) => ({
        commit: async (request) => {
          await store.releaseLease(request.lease);
          return store.commit(request);
        },
      }),
    },
    'lease-lost',
    /lease on the session ended/,
  ],
  [
    'meets a store that fails at the lease',
    { store: () => ({ acquireLease: diskFull }) },
    'store-failed',
    /disk is full.*Free some space/,
  ],
  ['meets a store that fails to read', { store: () => ({ load: diskFull }) }, 'store-failed', /disk is full/],
  ['meets a store that fails at the commit', { store: () => ({ commit: diskFull }) }, 'store-failed', /stays as it is/],
  [
    'meets a store that throws something else',
    { store: () => ({ commit: () => Promise.reject('nothing in particular') }) },
    'store-failed',
    /nothing in particular/,
  ],
];

describe.each([true, false])('an engine that fails (in place: %s)', (inPlace) => {
  it.each(FAULTS)('because it %s leaves the session as it was, and free', async (_, options, reason, detail) => {
    const bench = await compactionBench({ ...options, parts: { inPlace, ...options.parts } });
    const report = await bench.run();
    expect(report).toMatchObject({ kind: 'unchanged', reason, detail: expect.stringMatching(detail) });
    expect(await bench.texts()).toEqual(BEFORE);
    expect(await bench.store.get(bench.id)).toMatchObject({ revision: 1, compactions: 0 });
    expect(await bench.store.leases()).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import type { CompressOutcome, ContextEngine, Messages } from '@hermes-context/contract';
import { readTranscript } from '@hermes-context/providers';
import type { SessionStore } from '@hermes-context/sessions';
import { deepFreeze, testServices } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { build } from '../compositions.fixture.ts';
import { textOf } from './operations.fixture.ts';
import { STORES, summary } from './stores.fixture.ts';

const COMPACTIONS = 10;
const sessionId = 'chat';

/** Knows nothing of ids: what it keeps are copies, as from an engine that comes from elsewhere. */
const bareCopies: Pick<ContextEngine, 'compress'> = {
  compress: async ({ messages }) => {
    const copies: Messages = messages.map((message) => JSON.parse(textOf(message)));
    const note = { ...summary, content: `What ${messages.length} messages said` };
    return { kind: 'compressed', messages: [...copies.slice(0, 1), note, ...copies.slice(-5)] };
  },
};

/** Three engines of different manners, each for one conversation. */
function engines(): readonly Pick<ContextEngine, 'compress'>[] {
  const services = testServices({ model: { name: 'test-model', contextTokens: 20_000 } });
  return [build({ kind: 'compressor' }, services), build({ kind: 'keep-turns' }, services), bareCopies];
}

async function compact(store: SessionStore, engine: Pick<ContextEngine, 'compress'>, key: string): Promise<void> {
  const leased = await store.acquireLease({ sessionId, holder: 'test' });
  if (leased.kind !== 'acquired') throw new Error(leased.kind);
  const { revision, sequence, messages } = await store.load(sessionId);
  const outcome: CompressOutcome = await engine.compress({
    messages: deepFreeze(messages),
    force: true,
    signal: new AbortController().signal,
  });
  if (outcome.kind !== 'compressed') throw new Error(`${key}: ${outcome.reason}: ${outcome.detail ?? ''}`);
  const request = { sessionId, expectedRevision: revision, expectedSequence: sequence, outcome, key, engine: key };
  expect(await store.commit({ ...request, lease: leased.lease })).toMatchObject({ kind: 'committed' });
  await store.releaseLease(leased.lease);
}

async function listOf(store: SessionStore): Promise<Messages> {
  return (await store.load(sessionId)).messages;
}

describe.each(STORES)('ten compactions by three engines, %s', (_, open) => {
  it.each(['memorybank-zh-114.json', 'claude-code-emoji-350.json'])(
    'are undone to the list of %s, byte for byte, and redone',
    async (file) => {
      const path = new URL(`../../../examples/transcripts/${file}`, import.meta.url);
      const { messages } = readTranscript(readFileSync(path, 'utf8'));
      const share = Math.ceil(messages.length / (COMPACTIONS + 3));
      const store = await open();
      await store.create({ id: sessionId });
      const three = engines();
      const lists: Messages[] = [];
      let told = 0;
      const tell = async (count: number): Promise<void> => {
        await store.append(sessionId, messages.slice(told, told + count));
        told += count;
      };
      await tell(3 * share);
      for (let time = 0; time < COMPACTIONS; time += 1) {
        lists.push(await listOf(store));
        await compact(store, three[time % three.length] ?? bareCopies, `compaction ${time}`);
        await tell(share);
      }
      const shortest = await listOf(store);
      expect(shortest.length).toBeLessThan(messages.length / 2);

      for (const before of lists.toReversed()) {
        expect(await store.undo({ sessionId })).toMatchObject({ kind: 'changed' });
        expect(JSON.stringify((await listOf(store)).slice(0, before.length))).toBe(JSON.stringify(before));
      }
      expect((await listOf(store)).map(textOf)).toEqual(messages.map((message) => JSON.stringify(message)));
      expect(await store.undo({ sessionId })).toMatchObject({ kind: 'nothing' });

      for (let time = 0; time < COMPACTIONS; time += 1) await store.redo({ sessionId });
      expect(JSON.stringify(await listOf(store))).toBe(JSON.stringify(shortest));
      expect(await store.check()).toEqual([]);
      await store.close();
    },
  );
});

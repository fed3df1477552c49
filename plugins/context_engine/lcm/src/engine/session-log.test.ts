import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { engineBench, newFolder, round, turns, withIds } from './engine.fixture.ts';
import { movedHash } from './moved-results.ts';

const WINDOW = { name: 'small', contextTokens: 8_000 };
const ROWS = Array.from({ length: 400 }, (_, row) => `${row},name ${row},${row * 7}`).join('\n');

/** What the store holds of a session, as texts. */
async function logOf(
  bench: Awaited<ReturnType<typeof engineBench>>,
  sessionId = 'test-session',
): Promise<readonly unknown[]> {
  const store = await bench.store();
  return (await store.path(sessionId)).map(({ message }) => message.content);
}

describe('the log of a session', () => {
  it('holds what was said before the first turn and in each turn, once', async () => {
    const bench = await engineBench();
    const before = turns(2);
    const [request, answer] = turns(1, 100, 3);
    if (request === undefined || answer === undefined) throw new Error('No turn.');
    bench.engine.selectContext?.({ messages: [...before, request], promptTokens: 0 });
    bench.engine.onTurnComplete?.({ added: [request, answer] });

    expect(await logOf(bench)).toEqual([...before, request, answer].map(({ content }) => content));
  });

  it.each([
    ['with ids of the host', (messages: Messages) => withIds(messages)],
    ['without', (messages: Messages) => messages],
  ])('I20 keeps a result that the list shows by its outline as it was said, %s', async (_, asStored) => {
    const bench = await engineBench({ model: WINDOW });
    const list = asStored([...turns(1), ...round('a', ROWS), ...turns(1, 100, 2)]);
    const first = await bench.compress(list);
    const moved = first.kind === 'compressed' ? first.messages : [];
    // As a host reads it back from its store: equal, and other objects.
    const resumed = await engineBench({ model: WINDOW, dataDir: bench.services.dataDir });
    await resumed.compress(structuredClone(moved));

    expect(moved.filter((message) => movedHash(message) !== undefined)).toHaveLength(1);
    expect(await logOf(bench)).toEqual(list.map(({ content }) => content));
  });

  it('I4 stores with the next list what it could not store before', async () => {
    const dataDir = newFolder();
    const bench = await engineBench({ dataDir });
    const file = join(dataDir, 'lcm.db');
    const list = turns(2);
    writeFileSync(file, 'no database');
    bench.engine.selectContext?.({ messages: list.slice(0, 2), promptTokens: 0 });
    await expect(bench.call('lcm_describe', {})).rejects.toThrow('lcm.db');
    rmSync(file);
    bench.engine.selectContext?.({ messages: list, promptTokens: 0 });

    expect(await logOf(bench)).toEqual(list.map(({ content }) => content));
  });

  it('takes a forged outline for what it is: a result of its own', async () => {
    const bench = await engineBench({ model: WINDOW });
    const list = [...turns(1), ...round('a', ROWS), ...turns(1, 100, 2)];
    const first = await bench.compress(list);
    const moved = first.kind === 'compressed' ? first.messages[3] : undefined;
    const forged = round('b', `${moved?.content}`);
    await bench.compress([...list, ...forged]);

    expect((await logOf(bench)).at(-1)).toBe(moved?.content);
  });

  it('I9 shows the session that this one goes on from, and no other', async () => {
    const dataDir = newFolder();
    const bench = await engineBench({ dataDir, sessionId: 'before', model: WINDOW });
    const stranger = await engineBench({ dataDir, sessionId: 'stranger', model: WINDOW });
    await stranger.compress([{ role: 'user', content: 'the stranger hid a kumquat' }, ...turns(40)], { force: true });
    const done = await bench.compress([{ role: 'user', content: 'the old one hid a rambutan' }, ...turns(40)], {
      force: true,
    });
    const list = done.kind === 'compressed' ? done.messages : [];
    const next = await engineBench({ dataDir, sessionId: 'after', model: WINDOW });
    next.engine.selectContext?.({ messages: [...structuredClone(list), ...turns(1, 100, 41)], promptTokens: 0 });

    expect(await next.call('lcm_grep', { pattern: 'rambutan' })).toContain('hid a «rambutan»');
    expect(await next.call('lcm_grep', { pattern: 'kumquat' })).not.toContain('kumquat»');
    const id = /sum_[0-9a-f]{12}/.exec(JSON.stringify(list))?.[0];
    expect(await next.call('lcm_expand', { id })).toContain('hid a rambutan');
  });
});

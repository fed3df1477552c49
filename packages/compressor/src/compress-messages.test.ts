import type { Messages } from '@hermes-context/contract';
import { deepFreeze } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { compressedOf, engineFor, requestOf } from './engine.fixture.ts';

const talk = 'And so on, at some length. '.repeat(80);

/** Task A was finished, task B is worked on, by as many replies as asked for. */
const tasks = (replies: number): Messages => [
  { role: 'system', content: 'sys' },
  { role: 'user', content: 'Task A.' },
  { role: 'assistant', content: `Done. ${talk}` },
  { role: 'user', content: 'Task B.' },
  ...Array.from({ length: replies }, (_, index) => ({ role: 'assistant', content: `${index} ${talk}` }) as const),
];

async function askedFor(messages: Messages) {
  const { engine, summarizer } = engineFor({
    compression: { protect_first_n: 1, protect_last_n: 2 },
    replies: ['## Goal\nTask A.'],
  });
  compressedOf(await engine.compress(requestOf(deepFreeze([...messages]), { force: true })));
  return summarizer.requests[0];
}

describe('what a summarizer is told of the requests that stay', () => {
  it('names the carried request and where it stood, and none that is newer', async () => {
    const messages = tasks(4);
    const asked = await askedFor(messages);
    expect(asked?.carried).toEqual([{ message: messages[3], before: 2 }]);
    expect(asked?.originals?.[1]).toBe(messages[2]);
    expect(asked?.hasNewerRequest).toBe(false);
  });

  it('tells of a newer request in the tail', async () => {
    const asked = await askedFor([...tasks(1), { role: 'user', content: 'Task C.' }]);
    expect(asked?.hasNewerRequest).toBe(true);
    expect(asked?.carried).toBeUndefined();
  });

  it('takes a carried request that nothing covered follows for a newer one', async () => {
    const asked = await askedFor(tasks(2));
    expect(asked).toMatchObject({ carried: [{ before: 2 }], hasNewerRequest: true });
  });
});

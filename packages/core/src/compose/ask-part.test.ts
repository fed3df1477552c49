import type { CompressRequest } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { askPart, askToPrune } from './ask-part.ts';
import { answering, clearing, conversation, dropping, engine, forced } from './parts.fixture.ts';

const messages = conversation(3);
const never = new Promise<never>(() => undefined);

describe('askPart', () => {
  it('gives back the messages of the host, though the engine saw others', async () => {
    const answer = await askPart(dropping(1), forced(messages));
    if (answer.kind !== 'compressed') throw new Error(answer.kind);
    expect(answer.messages.map((message) => messages.indexOf(message))).toEqual([0, 9, 10, 11, 12]);
  });

  it('calls a throw a breach of P4, and an edit of what was lent one of P5', async () => {
    const failing = engine({ compress: () => Promise.reject(new Error('no disk')) });
    expect(await askPart(failing, forced(messages))).toMatchObject({
      kind: 'failed',
      how: 'threw',
      promise: 'P4',
      problem: 'It threw: no disk',
    });
    const editing = engine({
      compress: (request) => {
        (request.messages[1] as { content: string }).content = 'edited';
        return never;
      },
    });
    expect(await askPart(editing, forced(messages))).toMatchObject({ how: 'threw', promise: 'P5' });
    expect(messages).toEqual(conversation(3));
  });

  it('waits no longer than it may, and tells the engine', async () => {
    let seen: AbortSignal | undefined;
    const hanging = engine({
      compress: ({ signal }) => {
        seen = signal;
        return never;
      },
    });
    expect(await askPart(hanging, forced(messages), 1)).toEqual({
      kind: 'failed',
      how: 'timed-out',
      promise: 'P3',
      problem: 'It did not end within 1 ms.',
    });
    expect(seen?.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('names the promise that the answer breaks', async () => {
    expect(await askPart(answering(5), forced(messages))).toMatchObject({ how: 'broke-promise', promise: 'P4' });
  });

  it.each([
    ['before', (stop: AbortController) => stop.abort(new Error('stopped'))],
    ['while it works', (stop: AbortController) => queueMicrotask(() => stop.abort(new Error('stopped')))],
  ])('rejects with the reason of the host that stopped it %s, whatever the engine does', async (_, abort) => {
    for (const compress of [
      () => never,
      async ({ signal }: CompressRequest) => {
        await new Promise((resolve) => setTimeout(resolve));
        if (signal.aborted) throw new Error('something else');
        return never;
      },
      async () => {
        await new Promise((resolve) => setTimeout(resolve));
        return { kind: 'unchanged', reason: 'pinned' } as const;
      },
    ]) {
      const stop = new AbortController();
      abort(stop);
      await expect(askPart(engine({ compress }), forced(messages, { signal: stop.signal }))).rejects.toThrow('stopped');
    }
  });
});

it.each([
  ['answers', () => Promise.resolve({ kind: 'unchanged', reason: 'pinned' } as const)],
  ['never ends', () => never],
])('rejects where the host stops it while the engine begins, and the engine %s', async (_, answer) => {
  const stop = new AbortController();
  const compress = () => {
    stop.abort(new Error('stopped'));
    return answer();
  };
  await expect(askPart(engine({ compress }), forced(messages, { signal: stop.signal }))).rejects.toThrow('stopped');
});

describe('askToPrune', () => {
  it('asks the engine, holds it to the same promises, and asks nothing of one that cannot', () => {
    expect(askToPrune(clearing(), messages)).toMatchObject({ kind: 'compressed', report: { rewritten: [3, 7] } });
    expect(askToPrune(engine(), messages)).toEqual({ kind: 'unchanged', reason: 'nothing-to-compress' });
    const cutting = engine({ pruneOnly: () => ({ kind: 'compressed', messages: messages.slice(0, 1) }) });
    expect(askToPrune(cutting, messages)).toMatchObject({ how: 'broke-promise', promise: 'P2' });
    const throwing = engine({
      pruneOnly: () => {
        throw new Error('no disk');
      },
    });
    expect(askToPrune(throwing, messages)).toMatchObject({ how: 'threw' });
  });
});

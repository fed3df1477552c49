import type { Message } from '@hermes-context/contract';
import type { RowSetup } from '@hermes-context/eval';
import { estimateMessagesTokens } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { openPeerSession, type PeerForm } from './peer-session.ts';

const form: PeerForm<Message> = { toPeer: (message) => message, fromPeer: (message) => message };
const user = (content: string): Message => ({ role: 'user', content });
const setup = (signal = new AbortController().signal): RowSetup => ({
  windowTokens: 1_000,
  thresholdTokens: 750,
  model: { name: 'stand-in', contextTokens: 1_000 },
  summarizer: { baseUrl: '', model: '' },
  countTokens: estimateMessagesTokens,
  signal,
});
const a = user('a');
const b = user('b');
const c = user('c');

describe('a session of a peer', () => {
  it('goes on with the answer where it stands from then on', async () => {
    const seen: Message[][] = [];
    const session = openPeerSession({
      setup: setup(),
      form,
      isLasting: true,
      shape: (list) => {
        seen.push(list);
        return list.slice(-1);
      },
    });
    await session.next([a, b]);
    await session.next([c]);
    expect(seen).toEqual([
      [a, b],
      [b, c],
    ]);
  });

  it('hands over the whole history where the answer is for one request', async () => {
    const session = openPeerSession({ setup: setup(), form, isLasting: false, shape: (list) => list.slice(-2) });
    await session.next([a, b]);
    expect((await session.next([c])).messages).toEqual([b, c]);
  });

  it('counts a request that is more than the last one and what was added as a rewrite', async () => {
    const session = openPeerSession({ setup: setup(), form, isLasting: false, shape: (list) => list.slice(-2) });
    expect((await session.next([a])).compactions).toBe(0);
    expect((await session.next([b])).compactions).toBe(0);
    expect((await session.next([c])).compactions).toBe(1);
  });

  it('counts no rewrite when a changed message is made anew with the same words', async () => {
    const shape = (list: Message[]): Message[] => list.map((message) => (message === a ? user('cleared') : message));
    const session = openPeerSession({ setup: setup(), form, isLasting: false, shape });
    expect((await session.next([a])).compactions).toBe(1);
    expect((await session.next([b])).compactions).toBe(0);
  });

  it('makes a fault a problem and sends the list as it stood', async () => {
    const shape = (list: Message[]): Message[] => {
      list.pop();
      throw new RangeError('no room\n  at all');
    };
    const session = openPeerSession({ setup: setup(), form, isLasting: true, shape });
    expect(await session.next([a, b])).toEqual({
      messages: [a, b],
      toolTokens: 0,
      compactions: 0,
      problems: ['RangeError: no room at all'],
    });
  });

  it('says so when the answer holds undefined, and does not go on with an empty one', async () => {
    const answers: unknown[][] = [[undefined]];
    const shape = (list: Message[]): Message[] => (answers.pop() ?? list) as Message[];
    const session = openPeerSession({ setup: setup(), form, isLasting: true, shape });
    const request = await session.next([a]);
    expect(request.messages).toEqual([]);
    expect(request.problems).toEqual(['The answer held 1 undefined in the place of messages.']);
    expect((await session.next([b])).messages).toEqual([a, b]);
  });

  it('ends with the abort and asks the peer nothing more', async () => {
    const abort = new AbortController();
    let asked = 0;
    const shape = (list: Message[]): Message[] => {
      asked += 1;
      abort.abort();
      return list;
    };
    const session = openPeerSession({ setup: setup(abort.signal), form, isLasting: true, shape });
    await expect(session.next([a])).rejects.toThrow('aborted');
    await expect(session.next([b])).rejects.toThrow('aborted');
    expect(asked).toBe(1);
  });

  it('compacts at a wish only where the peer can', async () => {
    const shape = (list: Message[]): Message[] => list;
    expect(openPeerSession({ setup: setup(), form, isLasting: true, shape }).compactNow).toBeUndefined();
    const shapeNow = (list: Message[]): Message[] => list.slice(-1);
    const session = openPeerSession({ setup: setup(), form, isLasting: true, shape, shapeNow });
    await session.next([a, b]);
    expect((await session.compactNow?.())?.messages).toEqual([b]);
  });
});

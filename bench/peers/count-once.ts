import type { Message } from '@hermes-context/contract';
import type { RowSetup } from '@hermes-context/eval';
import type { PeerForm } from './peer-session.ts';

/** The bench's own count for a peer that takes a counter, in tokens: each message is counted once, however often it is asked. */
export function countOnce<Peer>(setup: RowSetup, form: PeerForm<Peer>): (list: readonly Peer[]) => number {
  const known = new WeakMap<Message, number>();
  const count = (message: Message): number => {
    const tokens = known.get(message) ?? setup.countTokens([message]);
    known.set(message, tokens);
    return tokens;
  };
  return (list) => list.reduce((sum, message) => sum + count(form.fromPeer(message)), 0);
}

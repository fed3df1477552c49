import type { Message, Messages } from '@hermes-context/contract';
import type { RowRequest, RowSession, RowSetup } from '@hermes-context/eval';

/** Both ways between our messages and those of a peer. What the peer left as it was comes back as our own object. */
export interface PeerForm<Peer> {
  toPeer(message: Message): Peer;
  fromPeer(message: Peer): Message;
}

/** Takes one sentence on what the peer gave up on. */
export type NoteProblem = (problem: string) => void;

/** The list of the next request, of a list that may be edited. What it throws becomes a problem of the request. */
export type ShapeList<Peer> = (list: Peer[], note: NoteProblem) => readonly Peer[] | Promise<readonly Peer[]>;

export interface PeerConversation<Peer> {
  readonly setup: RowSetup;
  readonly form: PeerForm<Peer>;
  /** Whether the answer stands for the list from then on; otherwise the peer gets the whole history each time. */
  readonly isLasting: boolean;
  readonly shape: ShapeList<Peer>;
  /** The same for a user who asks for it, whatever the size; without it the row cannot. */
  readonly shapeNow?: ShapeList<Peer>;
}

const PROBLEM_CHARS = 300; // a stack or a whole request in an error's text helps nobody in a table

/** A session of a peer: it holds the list, asks the peer before each request, and turns faults into problems. */
export function openPeerSession<Peer>(conversation: PeerConversation<Peer>): RowSession {
  const { setup, form, isLasting, shape, shapeNow } = conversation;
  let list: readonly Peer[] = [];
  let sent: Messages = [];

  async function request(added: Messages, shapeList: ShapeList<Peer>): Promise<RowRequest> {
    setup.signal.throwIfAborted();
    list = [...list, ...added.map((message) => form.toPeer(message))];
    const problems: string[] = [];
    const answer = await shapeSafely(list, shapeList, (problem) => problems.push(problem));
    setup.signal.throwIfAborted();
    // An answer without a message is sent as it is, but nobody would go on with it.
    if (isLasting && answer.length > 0) list = answer;
    const messages = answer.map((message) => form.fromPeer(message));
    const compactions = isSameList(messages, [...sent, ...added]) ? 0 : 1;
    sent = messages;
    return { messages, toolTokens: 0, compactions, problems };
  }

  return {
    next: (added) => request(added, shape),
    ...(shapeNow === undefined ? {} : { compactNow: () => request([], shapeNow) }),
    close: () => Promise.resolve(),
  };
}

async function shapeSafely<Peer>(
  list: readonly Peer[],
  shape: ShapeList<Peer>,
  note: NoteProblem,
): Promise<readonly Peer[]> {
  let answer: readonly Peer[];
  try {
    answer = await shape([...list], note);
  } catch (cause) {
    note(describe(cause));
    return list; // a caller without an answer has nothing better than what it had
  }
  const whole = answer.filter((message) => message !== undefined);
  if (whole.length < answer.length)
    note(`The answer held ${answer.length - whole.length} undefined in the place of messages.`);
  return whole;
}

function describe(cause: unknown): string {
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return text.replaceAll(/\s+/g, ' ').slice(0, PROBLEM_CHARS);
}

/** Whether two lists say the same; a peer may make a changed message anew each time. */
function isSameList(left: Messages, right: Messages): boolean {
  if (left.length !== right.length) return false;
  return left.every((message, at) => message === right[at] || JSON.stringify(message) === JSON.stringify(right[at]));
}

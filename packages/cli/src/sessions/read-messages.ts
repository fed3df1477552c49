import type { LiveList, SessionStore, StoredMessage } from '@hermes-context/sessions';
import { UsageError } from '../usage-error.ts';
import { toolsOf } from './describe-message.ts';

/** Some messages, and where to go on. */
export interface MessagePage {
  readonly items: readonly StoredMessage[];
  /** Sequence of the last one, where there are more behind it. */
  readonly next: number | undefined;
}

/** Which messages: so many behind the one of a sequence, or from the first. */
export interface MessageSpan {
  readonly after: number | undefined;
  readonly limit: number;
}

/** Messages of any state, by their sequence. */
export async function readAll(
  store: SessionStore,
  sessionId: string,
  { after, limit }: MessageSpan,
): Promise<MessagePage> {
  const { items, next } = await store.read(sessionId, { limit, ...(after === undefined ? {} : { after }) });
  return { items, next: next === undefined ? undefined : items.at(-1)?.sequence };
}

/**
 * Messages of the live list, in its order: a summary stands where it is read, whatever its sequence.
 *
 * @throws UsageError if the message to begin behind is not live.
 */
export async function readLive(
  store: SessionStore,
  sessionId: string,
  { after, limit }: MessageSpan,
): Promise<MessagePage> {
  const sequences = liveSequences(await store.load(sessionId));
  const start = startOf(sequences, after);
  const wanted = sequences.slice(start, start + limit);
  const rows = new Map<number, StoredMessage>();
  for (const { from, count } of runsOf(wanted)) {
    const { items } = await store.read(sessionId, { after: from - 1, limit: count });
    for (const row of items) rows.set(row.sequence, row);
  }
  return {
    items: wanted.flatMap((sequence) => rows.get(sequence) ?? []),
    next: start + limit < sequences.length ? wanted.at(-1) : undefined,
  };
}

/** How far in front of a result its call is looked for. */
const LOOK_BACK_MESSAGES = 16;

/** The tools of each message. A result finds its call in the archive too, if it is near. */
export async function readTools(
  store: SessionStore,
  sessionId: string,
  rows: readonly StoredMessage[],
): Promise<readonly (readonly string[])[]> {
  const known = toolsOf(rows.map(({ message }) => message));
  const names = rows.map(async ({ message, sequence }, index) => {
    const tools = known[index] ?? [];
    if (message.role !== 'tool' || tools.length > 0) return tools;
    const after = Math.max(0, sequence - 1 - LOOK_BACK_MESSAGES);
    const { items } = await store.read(sessionId, { after, limit: sequence - after });
    return toolsOf(items.map((item) => item.message)).at(-1) ?? [];
  });
  return Promise.all(names);
}

/** The messages of a list by their place in the order of arrival: their ids end with it. */
export function liveSequences({ sessionId, messages }: LiveList): readonly number[] {
  return messages.map(({ _context: context }) => Number(context?.id?.slice(sessionId.length + 1)));
}

function startOf(sequences: readonly number[], after: number | undefined): number {
  if (after === undefined || after === 0) return 0;
  const place = sequences.indexOf(after);
  if (place !== -1) return place + 1;
  throw new UsageError({
    what: `Message ${after} is not in the live list.`,
    why: '--after names the last message of the page before, and the list has been changed since, or never had it.',
    fix: 'Begin again without --after, or see all messages with --all.',
  });
}

/** Sequences that follow on each other, as few reads. At most as many as one read gives. */
function runsOf(sequences: readonly number[]): readonly { readonly from: number; readonly count: number }[] {
  const runs: { from: number; count: number }[] = [];
  for (const sequence of sequences) {
    const last = runs.at(-1);
    if (last !== undefined && last.from + last.count === sequence) last.count += 1;
    else runs.push({ from: sequence, count: 1 });
  }
  return runs;
}

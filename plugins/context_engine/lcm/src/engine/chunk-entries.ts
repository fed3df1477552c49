import type { Message, Messages } from '@hermes-context/contract';
import { groupMessages } from '@hermes-context/messages';

/** One message that no summary stands over yet. */
export interface FreeMessage {
  readonly message: Message;
  /** Id of its entry in the store. */
  readonly entry: number;
  readonly tokens: number;
  /** Where it stands in the list, for a report. */
  readonly index: number;
  /** Whether a summary stands over what is between the one before and it: no other one may span that. */
  readonly isApart?: boolean;
}

/** Messages that one summary is to stand for. */
export interface Chunk {
  readonly messages: readonly FreeMessage[];
  readonly tokens: number;
}

/** A remainder smaller than this share of a chunk is no chunk of its own. */
const LEAST_SHARE = 1 / 3;

/** Cut messages into chunks of about so many tokens, oldest first. A tool call and its results are never parted. */
export function chunkEntries(free: readonly FreeMessage[], chunkTokens: number): readonly Chunk[] {
  const starts = free.flatMap(({ isApart }, position) => (isApart === true || position === 0 ? [position] : []));
  return starts.flatMap((start, number) => chunkStretch(free.slice(start, starts[number + 1]), chunkTokens));
}

function chunkStretch(free: readonly FreeMessage[], chunkTokens: number): readonly Chunk[] {
  const list: Messages = free.map(({ message }) => message);
  const chunks: Chunk[] = [];
  let open: FreeMessage[] = [];
  let openTokens = 0;
  for (const { start, end } of groupMessages(list)) {
    const group = free.slice(start, end);
    open.push(...group);
    openTokens += group.reduce((sum, { tokens }) => sum + tokens, 0);
    if (openTokens < chunkTokens) continue;
    chunks.push({ messages: open, tokens: openTokens });
    open = [];
    openTokens = 0;
  }
  if (open.length === 0) return chunks;
  const last = chunks.at(-1);
  if (last === undefined || openTokens >= chunkTokens * LEAST_SHARE)
    return [...chunks, { messages: open, tokens: openTokens }];
  return [...chunks.slice(0, -1), { messages: [...last.messages, ...open], tokens: last.tokens + openTokens }];
}

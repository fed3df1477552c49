import type { StoredEntry } from '../store/lcm-store.ts';
import { messageFacts, messageText } from './message-text.ts';
import { recalled } from './recalled.ts';
import { pieceEnd } from './result-size.ts';

/** Room below which a message waits for the next page, in tokens: a few words of it would help nobody. */
const MIN_ROOM_TOKENS = 160;

/** A place in the messages under an id. */
export interface ExpandPlace {
  readonly entry: number;
  /** In UTF-16 units of the message's text. */
  readonly offset: number;
}

/** A stretch of messages as quotations. */
export interface ExpandPage {
  readonly blocks: readonly string[];
  /** Where the next page begins; unknown when everything was shown. */
  readonly next: ExpandPlace | undefined;
}

/** What a page may hold. */
export interface ExpandRoom {
  /** Where it begins; unknown: with the first message. */
  readonly from: ExpandPlace | undefined;
  readonly maxTokens: number;
  readonly tokensOf: (block: string) => number;
}

/**
 * The first messages that there is room for, the last one perhaps in part; at least a piece of one. The pages one after
 * the other have each text whole, once.
 */
export async function fillPage(entries: AsyncIterable<StoredEntry>, room: ExpandRoom): Promise<ExpandPage> {
  const blocks: string[] = [];
  let roomTokens = room.maxTokens;
  for await (const entry of entries) {
    const offset = entry.id === room.from?.entry ? room.from.offset : 0;
    if (blocks.length > 0 && roomTokens < MIN_ROOM_TOKENS) return { blocks, next: { entry: entry.id, offset } };
    const { block, end, isWhole } = pieceOf(entry, { ...room, offset, maxTokens: roomTokens });
    blocks.push(block);
    if (!isWhole) return { blocks, next: { entry: entry.id, offset: end } };
    roomTokens -= room.tokensOf(block);
  }
  return { blocks, next: undefined };
}

function pieceOf(
  entry: StoredEntry,
  { offset, maxTokens, tokensOf }: ExpandRoom & { readonly offset: number },
): { readonly block: string; readonly end: number; readonly isWhole: boolean } {
  const text = messageText(entry);
  const blockOf = (piece: string): string => {
    const chars = `${offset}-${offset + piece.length} of ${text.length}`;
    return recalled(piece, { ...messageFacts(entry), chars });
  };
  const end = pieceEnd(text, { from: offset, maxTokens, tokensOf: (piece) => tokensOf(blockOf(piece)) });
  return { block: blockOf(text.slice(offset, end)), end, isWhole: end >= text.length };
}

import type { ToolContext } from './tool-context.ts';

/** What a result may always take, in tokens: less could not show one message's beginning. */
export const MIN_RESULT_TOKENS = 500;
/** Share of the free window that one result may take: recall must not be what fills it. */
const HEADROOM_RATIO = 0.25;
/** Pieces below this are given whole, in UTF-16 units, so that each page gets on. */
const MIN_PIECE_CHARS = 64;
/** A text hardly has more than this many characters a token; what has is cut earlier than it need be. */
const MAX_CHARS_PER_TOKEN = 12;
/** What a piece shrinks by at least when it was too large. */
const SHRINK_RATIO = 0.9;

/** Tokens that one result may take now, at least {@link MIN_RESULT_TOKENS}. */
export function resultCapTokens(context: ToolContext, wantedTokens = Number.POSITIVE_INFINITY): number {
  const shareTokens = Math.floor(context.headroomTokens() * HEADROOM_RATIO);
  return Math.max(MIN_RESULT_TOKENS, Math.min(wantedTokens, shareTokens));
}

/** Size of a text as the result of a tool, in tokens. */
export function resultTokens(context: ToolContext, text: string): number {
  return context.countTokens({ role: 'tool', tool_call_id: '', content: text });
}

/** Which piece of a text is wanted. */
export interface PieceRequest {
  /** Where it begins, in UTF-16 units. */
  readonly from: number;
  /** What it may weigh as it is shown. */
  readonly maxTokens: number;
  /** Size of a piece as it is shown, in tokens. */
  readonly tokensOf: (piece: string) => number;
}

/** Where a piece ends that is not larger than wanted: behind its start unless the text ends there, never inside a pair of surrogates. */
export function pieceEnd(text: string, { from, maxTokens, tokensOf }: PieceRequest): number {
  let chars = Math.min(text.length - from, Math.max(MIN_PIECE_CHARS, Math.ceil(maxTokens * MAX_CHARS_PER_TOKEN)));
  for (;;) {
    const end = onBoundary(text, from + chars);
    const tokens = tokensOf(text.slice(from, end));
    if (tokens <= maxTokens || chars <= MIN_PIECE_CHARS) return end;
    chars = Math.max(MIN_PIECE_CHARS, Math.floor(chars * Math.min(SHRINK_RATIO, maxTokens / tokens)));
  }
}

/** A place itself, or the one before it where it would cut a pair. */
export function onBoundary(text: string, at: number): number {
  return at > 0 && /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1)) ? at - 1 : at;
}

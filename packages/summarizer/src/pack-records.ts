import { estimateTextTokens } from '@hermes-context/messages';
import { type RecordClip, renderRecord, type SummaryRecord } from './render-records.ts';
import { headOfTokens } from './split-text.ts';

/** A piece of the material: one rendered record, or what is left of a long one. */
export interface Piece {
  /** Index of the message that it is of. */
  readonly index: number;
  readonly text: string;
  readonly tokens: number;
}

/** Below this a prompt has no room for material; a smaller window is treated as if it had this much. */
export const MIN_ROOM_TOKENS = 64;

/** Tokens between two blocks of a prompt. */
const SEPARATOR_TOKENS = 2;

/** Of the room, how much must be left for a part of a long record to be put there. */
const WORTH_SPLITTING_RATIO = 0.5;

/** Records as pieces, one each, clipped. */
export function piecesOf(records: readonly SummaryRecord[], clip: RecordClip): readonly Piece[] {
  return records.map((record) => pieceOf(record.index, renderRecord(record, clip)));
}

/** What the pieces take in prompts, in tokens. */
export function totalTokens(pieces: readonly Piece[]): number {
  return pieces.reduce((total, piece) => total + piece.tokens + SEPARATOR_TOKENS, 0);
}

/** The material of one prompt, and what is left for the next ones. */
export interface PackedChunk {
  readonly taken: readonly Piece[];
  readonly rest: readonly Piece[];
}

/**
 * As many pieces from the front as fit into `roomTokens`. A piece that fits no prompt is split at a safe point,
 * never left out. Takes at least something, so that repeating it ends.
 */
export function takeChunk(pieces: readonly Piece[], roomTokens: number): PackedChunk {
  const room = Math.max(MIN_ROOM_TOKENS, roomTokens);
  const taken: Piece[] = [];
  let left = room;
  for (const [position, piece] of pieces.entries()) {
    if (piece.tokens + SEPARATOR_TOKENS <= left) {
      taken.push(piece);
      left -= piece.tokens + SEPARATOR_TOKENS;
      continue;
    }
    const rest = pieces.slice(position);
    const fitsNowhere = piece.tokens + SEPARATOR_TOKENS > room;
    if (!fitsNowhere || left < room * WORTH_SPLITTING_RATIO) return { taken, rest };
    const [head, tail] = splitPiece(piece, left - SEPARATOR_TOKENS);
    return { taken: [...taken, head], rest: [...tail, ...rest.slice(1)] };
  }
  return { taken, rest: [] };
}

function splitPiece(piece: Piece, maxTokens: number): readonly [Piece, readonly Piece[]] {
  const head = headOfTokens(piece.text, maxTokens);
  const rest = piece.text.slice(head.length);
  if (rest === '') return [pieceOf(piece.index, head), []];
  return [pieceOf(piece.index, head), [pieceOf(piece.index, `[${piece.index + 1} continued]\n${rest}`)]];
}

function pieceOf(index: number, text: string): Piece {
  return { index, text, tokens: estimateTextTokens(text) };
}

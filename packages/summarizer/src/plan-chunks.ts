import { estimateTextTokens } from '@hermes-context/messages';
import { MIN_ROOM_TOKENS, type Piece, piecesOf, totalTokens } from './pack-records.ts';
import { renderPrompt, type SummaryPrompt } from './render-prompt.ts';
import { DEFAULT_CLIP, type RecordClip, type SummaryRecord } from './render-records.ts';

/** Calls that one summary may take of one route. Beyond it, messages are clipped harder: minutes pass with each few calls. */
export const MAX_CALLS = 32;

/** Share of a window that the summary may take where the size asked for is larger than that. */
const TARGET_WINDOW_RATIO = 0.25;

/** What a provider adds around one message, in tokens, with a margin for our estimate. */
const REQUEST_OVERHEAD_TOKENS = 24;

/** How hard messages are clipped, mildest first. */
const CLIPS: readonly RecordClip[] = [
  DEFAULT_CLIP,
  { contentChars: 3_000, argumentChars: 750 },
  { contentChars: 1_500, argumentChars: 400 },
  { contentChars: 750, argumentChars: 200 },
  { contentChars: 360, argumentChars: 120 },
  { contentChars: 180, argumentChars: 80 },
];

/** The prompt around the material. */
export type PromptFrame = Omit<SummaryPrompt, 'records' | 'targetTokens'>;

/** How much one call can take. */
export interface CallRoom {
  /** Size of the summary to ask for, in tokens. */
  readonly targetTokens: number;
  /** Room for material, in tokens; without end where the window is unknown. */
  readonly roomTokens: number;
}

/** What of a window is left for material once the frame and the summary have their share. May be negative. */
export function roomOf(windowTokens: number | undefined, maxTokens: number, frame: PromptFrame): CallRoom {
  if (windowTokens === undefined) return { targetTokens: maxTokens, roomTokens: Number.POSITIVE_INFINITY };
  const targetTokens = Math.min(maxTokens, Math.floor(windowTokens * TARGET_WINDOW_RATIO));
  const frameTokens = estimateTextTokens(renderPrompt({ ...frame, records: [], targetTokens }));
  return { targetTokens, roomTokens: windowTokens - targetTokens - frameTokens - REQUEST_OVERHEAD_TOKENS };
}

/** Whether a call of that room can carry anything worth a call. */
export function hasRoom({ roomTokens }: CallRoom): boolean {
  return roomTokens >= MIN_ROOM_TOKENS;
}

/** The material of the calls to come. */
export interface ChunkPlan {
  readonly pieces: readonly Piece[];
  /** How many records from the front no call has room for, even clipped the hardest; the pieces start behind them. */
  readonly leftOut: number;
}

/** Clip the records no harder than it takes to need at most `calls` calls. */
export function planChunks(records: readonly SummaryRecord[], roomTokens: number, calls: number): ChunkPlan {
  // A chunk is rarely filled to the brim, since records are not split while they fit elsewhere.
  const capacity = roomTokens * Math.max(1, Math.floor(calls * FILL_RATIO));
  let pieces: readonly Piece[] = [];
  for (const clip of CLIPS) {
    pieces = piecesOf(records, clip);
    if (totalTokens(pieces) <= capacity) return { pieces, leftOut: 0 };
  }
  const kept = newestThatFit(pieces, capacity);
  return { pieces: kept, leftOut: pieces.length - kept.length };
}

/** How many calls the pieces will take, roughly. At least one. */
export function countCalls(pieces: readonly Piece[], roomTokens: number): number {
  return Math.max(1, Math.ceil(totalTokens(pieces) / Math.max(MIN_ROOM_TOKENS, roomTokens)));
}

const FILL_RATIO = 0.75;

function newestThatFit(pieces: readonly Piece[], capacity: number): readonly Piece[] {
  let start = pieces.length;
  for (let tokens = 0; start > 0; start -= 1) {
    tokens += totalTokens(pieces.slice(start - 1, start));
    if (tokens > capacity) break;
  }
  return pieces.slice(start);
}

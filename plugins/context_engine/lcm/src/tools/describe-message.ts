import { truncateText } from '@hermes-context/messages';
import type { StoredEntry } from '../store/lcm-store.ts';
import { coveringSummaries } from './covering-summaries.ts';
import { expandCursor } from './expand-tool.ts';
import { messageFacts, messageText } from './message-text.ts';
import { messageId, type RecallPlace } from './recall-id.ts';
import { plainName, RECALLED_NOTE, recalled } from './recalled.ts';
import { pieceEnd, resultCapTokens, resultTokens } from './result-size.ts';
import { showTime } from './show-time.ts';

/** From how many tokens a message is described by its shape instead of its beginning: it takes more than a page to read. */
const LONG_TOKENS = 4_000;
/** What is shown of a shorter one, in UTF-16 units. */
const PREVIEW_CHARS = 600;
/** What stands around the quotation, in tokens. */
const FRAME_TOKENS = 250;

/** What a message is, and its beginning or, of a long one, its shape; and how to read it. */
export async function describeMessage(entry: StoredEntry, place: RecallPlace): Promise<string> {
  const text = messageText(entry);
  const covering = entry.isCurrent ? await coveringSummaries(entry, place) : [];
  const isLong = entry.tokens > LONG_TOKENS;
  return [
    ...factLines(entry, text),
    `covered by: ${covering.join(' in ') || 'no summary of the current branch'}`,
    RECALLED_NOTE,
    isLong ? shapeOf(entry, text, place) : recalled(truncateText(text, PREVIEW_CHARS), { kind: 'beginning' }),
    `Next: ${isLong ? piecewise(entry, text) : `lcm_expand id="${messageId(entry.id)}" reads it whole.`}`,
  ].join('\n');
}

function factLines(entry: StoredEntry, text: string): readonly string[] {
  const { tool, role, depth, at } = entry;
  const { pictures, other_parts, branch, maybe_repeats } = messageFacts(entry);
  const more = Object.entries({ pictures, other_parts, branch, maybe_repeats })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`);
  return [
    `${messageId(entry.id)}: #${depth} ${role}${tool === undefined ? '' : ` ${plainName(tool)}`} ${showTime(at)}`,
    [`size: ${entry.tokens} tokens, ${text.length} characters, ${lineCount(text)} lines`, ...more].join('; '),
  ];
}

function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function shapeOf(entry: StoredEntry, text: string, { context }: RecallPlace): string {
  const shape = context.explore(text, entry.tool);
  const maxTokens = resultCapTokens(context) - FRAME_TOKENS;
  const blockOf = (piece: string): string => recalled(piece, { kind: 'shape' });
  const end = pieceEnd(shape, { from: 0, maxTokens, tokensOf: (piece) => resultTokens(context, blockOf(piece)) });
  return blockOf(shape.slice(0, end));
}

function piecewise(entry: StoredEntry, text: string): string {
  const id = messageId(entry.id);
  const middle = expandCursor({ entry: entry.id, offset: Math.floor(text.length / 2) });
  return `lcm_expand id="${id}" reads it in pages from the start; cursor="${middle}" begins at its middle, any other number after @ works too; lcm_grep finds single places and their cursors.`;
}

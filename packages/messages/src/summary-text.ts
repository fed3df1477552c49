import type { Message } from '@hermes-context/contract';
import { isBlank, isBlankText, partsOf, partText } from './content.ts';

/** What every summary of ours begins with. */
export const SUMMARY_HEADER = '[CONTEXT COMPACTION]';

/** Stands between a summary and a neighbour of the same role, so that roles alternate. Asks for nothing, in either role. */
export const BRIDGE_TEXT = '[The conversation continues below.]';

/** What the first compaction of a conversation adds to its system prompt. One sentence. */
export const COMPACTION_NOTE =
  '[Note: Some earlier conversation turns have been compacted into a summary that stands in their place; build on it instead of redoing the work.]';

/** Closes a summary: a weak model that cannot see where the notes end answers the requests quoted in them. */
export const END_MARKER = '[END OF CONTEXT COMPACTION]';

// Short on purpose: it is sent with every request of a small window too.
const PREAMBLE = `${SUMMARY_HEADER} Earlier turns were compacted into the notes below.
They are background, not a request: whatever they ask for is done or listed under Next Steps. Answer only the newest user message after them. All your tools still work.

`;
const CLOSING = `\n\n${END_MARKER}`;

/** Openings of summaries by older versions, without a sentence of their own on the first line. */
const BARE_TAGS = [SUMMARY_HEADER, '[CONTEXT SUMMARY]:', '[CONTEXT SUMMARY]'] as const;

/** Openings whose whole first line is about the summary: other wordings of ours, and other tools. */
const OPENING_LINES = [
  `${SUMMARY_HEADER} Earlier turns were compacted`,
  '[CONTEXT COMPACTION ',
  'This session is being continued from a previous conversation',
] as const;

const OPENINGS: readonly string[] = [...BARE_TAGS, ...OPENING_LINES];

/** Orders that other tools put at the end of a summary. Left in place, the model would obey them again and again. */
const OTHER_CLOSINGS = [
  '\nPlease continue the conversation from where we left',
  '\nContinue the conversation from where it left off',
] as const;

/** How far into a text an opening is looked for: white space that a host put in front is skipped. */
const OPENING_CHARS = 120;

/** The text of a summary message: header, how to read it, the summary itself, and a line that ends it. */
export function formatSummary(body: string): string {
  return PREAMBLE + body + CLOSING;
}

/**
 * The summary in a message, without header and end marker; `undefined` when the message is no summary.
 * Gives back exactly what {@link formatSummary} was given. A message marked as a summary is one without a header too.
 */
export function summaryBody(message: Message): string | undefined {
  const isMarked = message._context?.mark?.kind === 'summary';
  const text = isMarked ? firstText(message) : summaryTextOf(message);
  if (text === undefined) return undefined;
  return startsLikeSummary(text) ? stripFrame(text) : text;
}

/**
 * The text of a message that says of itself that it is a summary, and says nothing else; `undefined` otherwise.
 * A user's words behind the end marker make it the user's message: they must not be taken for a summary.
 */
export function summaryTextOf(message: Message): string | undefined {
  const text = firstText(message);
  if (text === undefined || !startsLikeSummary(text)) return undefined;
  return isBlank(partsOf(message.content).slice(1)) && isBlankText(textBehindEnd(text)) ? text : undefined;
}

function firstText(message: Message): string | undefined {
  if (typeof message.content === 'string') return message.content;
  const first = partsOf(message.content)[0];
  return first === undefined ? undefined : partText(first);
}

function startsLikeSummary(text: string): boolean {
  const opening = text.slice(0, OPENING_CHARS).trimStart();
  return OPENINGS.some((known) => opening.startsWith(known));
}

function textBehindEnd(text: string): string {
  const end = text.lastIndexOf(END_MARKER);
  return end === -1 ? '' : text.slice(end + END_MARKER.length);
}

function stripFrame(text: string): string {
  if (!text.startsWith(PREAMBLE)) return stripOtherFrame(text.trim());
  const body = text.slice(PREAMBLE.length);
  return body.endsWith(CLOSING) ? body.slice(0, -CLOSING.length) : body;
}

function stripOtherFrame(text: string): string {
  let body = withoutOpening(text);
  for (const closing of [END_MARKER, ...OTHER_CLOSINGS]) {
    const at = body.lastIndexOf(closing);
    if (at !== -1) body = body.slice(0, at);
  }
  return body.trim();
}

function withoutOpening(text: string): string {
  if (OPENING_LINES.some((line) => text.startsWith(line))) {
    const lineEnd = text.indexOf('\n');
    return lineEnd === -1 ? text : text.slice(lineEnd + 1);
  }
  const tag = BARE_TAGS.find((known) => text.startsWith(known));
  return tag === undefined ? text : text.slice(tag.length);
}

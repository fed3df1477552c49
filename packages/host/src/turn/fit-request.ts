import type { Message, Messages, ToolMessage } from '@hermes-context/contract';
import { contentText, estimateTokens, isTextPart, truncateMiddle } from '@hermes-context/messages';

/** What a request may hold, and by how much it is over it. */
export interface FitBounds {
  /** Estimated tokens that must go. */
  readonly excessTokens: number;
}

/** No result is cut to less: the model must still see what it was. */
const KEPT_TOKENS = 500;
const MARGIN = 0.9;
const NOTE = '\n[… the middle of this result is left out of this request; it is stored whole …]\n';

/**
 * The list with its largest tool results cut in the middle, for one request only, so that a single result that is larger
 * than the window does not end the conversation. The stored messages keep every byte.
 *
 * @returns `undefined` where the results do not hold that much.
 */
export function fitRequest(messages: Messages, { excessTokens }: FitBounds): Messages | undefined {
  const cuttable = messages
    .map((message, index) => ({ message, index, tokens: estimateTokens(message) }))
    .filter(
      (each): each is Cuttable => each.message.role === 'tool' && each.tokens > KEPT_TOKENS && isText(each.message),
    )
    .sort((left, right) => right.tokens - left.tokens || left.index - right.index);
  const room = levelFor(cuttable, excessTokens);
  if (room === undefined) return undefined;
  const cut = new Map(
    cuttable.filter(({ tokens }) => tokens > room).map(({ index, message }) => [index, shorten(message, room)]),
  );
  return messages.map((message, index): Message => cut.get(index) ?? message);
}

interface Cuttable {
  readonly message: ToolMessage;
  readonly index: number;
  readonly tokens: number;
}

/** Whether a content is text through and through: a picture or a file would be lost with the cut. */
function isText({ content }: Message): boolean {
  return typeof content === 'string' || (content ?? []).every(isTextPart);
}

/** The size that all larger results are cut to, so that together they lose enough: the largest lose most. */
function levelFor(cuttable: readonly Cuttable[], excessTokens: number): number | undefined {
  let sum = 0;
  for (const [index, { tokens }] of cuttable.entries()) {
    sum += tokens;
    const level = Math.floor((sum - excessTokens) / (index + 1));
    const next = cuttable[index + 1]?.tokens ?? KEPT_TOKENS;
    if (level >= next) return level;
  }
  return undefined;
}

function shorten(message: ToolMessage, tokens: number): ToolMessage {
  const text = contentText(message.content);
  let cut = message;
  let maxChars = text.length;
  // Texts are not even: by this result's own characters a token, with a margin, and again where the ends are its dearest.
  for (let size = estimateTokens(message); size > tokens && maxChars > 0; size = estimateTokens(cut)) {
    maxChars = Math.floor(maxChars * (tokens / size) * MARGIN);
    cut = { ...message, content: truncateMiddle(text, { maxChars, marker: () => NOTE }) };
  }
  return cut;
}

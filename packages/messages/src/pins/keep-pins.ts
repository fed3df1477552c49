import type { ContentPart, Message, Messages, UserMessage } from '@hermes-context/contract';
import { classifyMessage, isSummary } from '../classify.ts';
import { contentText, isTextPart } from '../content.ts';
import { estimateTextTokens } from '../estimate-text-tokens.ts';
import { joinSegments } from '../join-segments.ts';
import { END_MARKER } from '../summary-text.ts';
import { collapse, type Pin } from './pin.ts';
import { byImportance, PIN_FRAME_TOKENS, pinItem, renderPinBlock, withoutBlocks } from './pin-block.ts';

/** What names the host as the author of a message of pins. */
const ORIGIN = 'pins';

/** Shorter texts stand in others by chance: only their own message shows them. */
const TELLING_CHARS = 12;

/** What is to be kept, and in how much. */
export interface PinRoom {
  readonly pins: readonly Pin[];
  /** Room for all pins that have to be put in, in tokens. What is there without them costs none. */
  readonly maxTokens: number;
  /** What {@link withoutPins} has taken the list from. */
  readonly originals?: ReadonlyMap<Message, Message>;
}

/** A list in which pins stand, and those that found no room. */
export interface KeptPins {
  readonly messages: Messages;
  /** Pins that stand in the block. */
  readonly shown: readonly Pin[];
  /** Pins that stand nowhere: there was no room. */
  readonly missing: readonly Pin[];
}

/**
 * The list with every pin in it word for word. What stands in a message of a user, in a summary or in the system prompt
 * stands there already; the others are put into one block, at the end of the newest summary or, where there is none, in
 * a message of the host's in front of the conversation. A block from before is replaced. Messages that need no change stay
 * the same objects, and a second time nothing changes. Roles take turns where they did. Pure.
 */
export function keepPins(messages: Messages, { pins, maxTokens, originals }: PinRoom): KeptPins {
  const bare = withoutPins(messages);
  const stands = pinFinder(bare.messages);
  const wanted = byImportance(pins).filter((pin) => !stands(pin));
  const { shown, missing } = fitInto(wanted, maxTokens);
  const known = new Map([...(originals ?? []), ...bare.originals]);
  const block = renderPinBlock(shown);
  return { messages: withBlock(bare.messages, block, known), shown, missing };
}

/** A list without blocks of pins, and what each message of it that differs for it was before. */
export interface BareList {
  readonly messages: Messages;
  readonly originals: ReadonlyMap<Message, Message>;
}

/** The list without blocks of pins, as an engine gets it: pins are no matter for a summary. The same array where there are none. */
export function withoutPins(messages: Messages): BareList {
  const originals = new Map<Message, Message>();
  const bare = messages
    .filter((message, index) => !isPinMessage(message) && !isBridgeOfPins(messages, index))
    .map((message) => {
      if (!isSummary(message)) return message;
      const stripped = withText(message, withoutBlocks(summaryText(message)));
      if (stripped !== message) originals.set(stripped, message);
      return stripped;
    });
  return { messages: bare.length === messages.length && originals.size === 0 ? messages : bare, originals };
}

/** Tells whether a pin can be read in a list: in a message of a user, a summary, or the system prompt. */
export function pinFinder(messages: Messages): (pin: Pin) => boolean {
  const readable = messages.filter(mayHold).map((message) => ({
    id: message._context?.id,
    text: collapse(contentText(message.content)),
  }));
  return ({ messageId, question, text }) => {
    const words = collapse(text);
    const isTelling = question === undefined && words.length >= TELLING_CHARS;
    return readable.some((each) => {
      const isItsOwn = messageId !== undefined && each.id === messageId;
      return (isItsOwn || isTelling) && each.text.includes(words);
    });
  };
}

function mayHold(message: Message): boolean {
  const kind = classifyMessage(message);
  return kind === 'user' || kind === 'summary' || kind === 'system';
}

function fitInto(
  wanted: readonly Pin[],
  maxTokens: number,
): { readonly shown: readonly Pin[]; readonly missing: readonly Pin[] } {
  const shown: Pin[] = [];
  const missing: Pin[] = [];
  let room = maxTokens - PIN_FRAME_TOKENS;
  for (const pin of wanted) {
    const tokens = estimateTextTokens(`${pinItem(pin)}\n`);
    const isThere = shown.some(({ text }) => pin.question === undefined && collapse(text).includes(collapse(pin.text)));
    if (isThere) continue;
    if (tokens > room) missing.push(pin);
    else {
      shown.push(pin);
      room -= tokens;
    }
  }
  return { shown, missing };
}

function withBlock(bare: Messages, block: string, originals: ReadonlyMap<Message, Message>): Messages {
  const place = bare.findLastIndex(isSummary);
  if (place === -1) return block === '' ? bare : joinSegments(withOwnMessage(bare, block));
  const summary = bare[place];
  if (summary === undefined) return bare;
  const changed = withText(summary, putInto(summaryText(summary), block));
  const original = originals.get(summary);
  const isSame = original !== undefined && summaryText(original) === summaryText(changed);
  const next = isSame ? original : changed;
  return next === summary ? bare : bare.with(place, next);
}

/** Behind the system prompt, in front of the conversation. */
function withOwnMessage(bare: Messages, block: string): readonly Messages[] {
  const start = bare.findIndex(({ role }) => role !== 'system');
  const headEnd = start === -1 ? bare.length : start;
  const pinned: UserMessage = {
    role: 'user',
    content: block,
    _context: { mark: { kind: 'synthetic', origin: ORIGIN } },
  };
  return [[...bare.slice(0, headEnd), pinned], bare.slice(headEnd)];
}

function isPinMessage({ _context }: Message): boolean {
  const mark = _context?.mark;
  return mark?.kind === 'synthetic' && mark.origin === ORIGIN;
}

/** The line that parts the message of pins from what follows it. */
function isBridgeOfPins(messages: Messages, index: number): boolean {
  const [before, message] = [messages[index - 1], messages[index]];
  return before !== undefined && isPinMessage(before) && message?._context?.mark?.kind === 'bridge';
}

/** At the end of a summary, in front of the line that closes it. */
function putInto(text: string, block: string): string {
  if (block === '') return text;
  const end = text.lastIndexOf(END_MARKER);
  const body = (end === -1 ? text : text.slice(0, end)).trimEnd();
  return `${body}\n\n${block}${end === -1 ? '' : `\n\n${text.slice(end)}`}`;
}

function summaryText({ content }: Message): string {
  if (typeof content === 'string') return content;
  const first = content?.[0];
  return first !== undefined && isTextPart(first) ? first.text : '';
}

/** The message with another text; the same object where the text is the same. */
function withText<Kind extends Message>(message: Kind, text: string): Message {
  if (text === summaryText(message)) return message;
  const { content } = message;
  if (content === null || typeof content === 'string') return Object.assign({}, message, { content: text });
  const parts: readonly ContentPart[] = [{ type: 'text', text }, ...content.slice(1)];
  return Object.assign({}, message, { content: parts });
}

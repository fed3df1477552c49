import type { Message, Messages, ToolCall } from '@hermes-context/contract';
import { contentText, estimateTokens, isTextPart, toolCallsOf } from '@hermes-context/messages';
import type { PlantedItem } from '../trajectory.ts';

/** A message that a row sent, with what the metrics ask of it, found once however often it is sent. */
export interface SeenMessage {
  /** The same object for the same words, whatever object the row sent. */
  readonly message: Message;
  readonly tokens: number;
  /** What a model reads of it: content and calls. */
  readonly text: string;
  /** Whether the conversation has this message. */
  readonly isOriginal: boolean;
  /** The text that the row wrote itself, such as a summary; empty for originals, and for shortened results. */
  readonly made: string;
  /** Items whose probe is in the text, by their ids. */
  readonly probes: ReadonlySet<string>;
}

/** Knows every message of one conversation and of its replay, each by its words. */
export class MessageBook {
  readonly #byObject = new WeakMap<Message, SeenMessage>();
  readonly #byKey = new Map<string, SeenMessage>();
  readonly #items: readonly PlantedItem[];
  readonly #originalKeys: ReadonlySet<string>;
  readonly #originalIds: ReadonlySet<string>;
  readonly #originalTexts: readonly string[];

  constructor(messages: Messages, items: readonly PlantedItem[]) {
    this.#items = items;
    this.#originalKeys = new Set(messages.map(keyOf));
    this.#originalIds = new Set(messages.flatMap((message) => toolCallsOf(message).map(({ id }) => id)));
    const texts = messages.map(({ content }) => contentText(content)).filter((text) => text.length >= MIN_TEXT_CHARS);
    this.#originalTexts = [...new Set(texts)];
  }

  /** Look at one message. At once for an object that was seen before. */
  see(message: Message): SeenMessage {
    const known = this.#byObject.get(message);
    if (known !== undefined) return known;
    const key = keyOf(message);
    const seen = this.#byKey.get(key) ?? this.#study(message, key);
    this.#byObject.set(message, seen);
    this.#byKey.set(key, seen);
    return seen;
  }

  #study(message: Message, key: string): SeenMessage {
    const isOriginal = this.#originalKeys.has(key);
    const text = textOf(message);
    return {
      message,
      tokens: estimateTokens(message),
      text,
      isOriginal,
      made: isOriginal ? '' : this.#madeOf(message),
      probes: new Set(this.#items.filter(({ probe }) => text.includes(probe)).map(({ id }) => id)),
    };
  }

  #madeOf(message: Message): string {
    if (message.role === 'tool') return '';
    if (toolCallsOf(message).some(({ id }) => this.#originalIds.has(id))) return '';
    return this.#withoutOriginals(contentText(message.content));
  }

  /** Without the messages of the conversation that stand at its ends: neighbours of one role are joined at times. */
  #withoutOriginals(text: string): string {
    let rest = text.trim();
    for (const original of this.#originalTexts) {
      if (rest.endsWith(original)) rest = rest.slice(0, -original.length).trim();
      else if (rest.startsWith(original)) rest = rest.slice(original.length).trim();
    }
    return rest;
  }
}

/** Shorter texts, such as "Yes.", may well be said by a summary too. */
const MIN_TEXT_CHARS = 24;

function textOf(message: Message): string {
  const calls = toolCallsOf(message).map((call) => `${call.function.name} ${call.function.arguments}`);
  return [contentText(message.content), ...calls].join('\n');
}

/** The words of a message as they leave for a provider: side data and other spellings of the same make no difference. */
export function keyOf(message: Message): string {
  const { role, name } = message;
  const id = message.role === 'tool' ? message.tool_call_id : undefined;
  const calls = toolCallsOf(message).map(callKey);
  return JSON.stringify([role, name, id, contentKey(message), calls]);
}

function contentKey({ content }: Message): unknown {
  if (typeof content === 'string' || content === null || content === undefined) return content ?? '';
  const [only, ...others] = content;
  return only !== undefined && others.length === 0 && isTextPart(only) ? only.text : content;
}

function callKey({ id, function: { name, arguments: written } }: ToolCall): readonly unknown[] {
  return [id, name, parsed(written)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

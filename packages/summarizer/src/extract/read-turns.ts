import type { Message, Messages, SummaryRequest, ToolCall, ToolMessage } from '@hermes-context/contract';
import {
  type FailureSigns,
  isRealUser,
  pairToolCalls,
  parseArguments,
  type ToolUses,
  toolCallsOf,
  toolUsesOf,
  truncateMiddle,
} from '@hermes-context/messages';
import { cleanArguments, cleanContent } from '../clean-text.ts';
import { isAcknowledgement, isHostCommand } from './acknowledgement.ts';
import { sentencesOf } from './sentences.ts';

/** One call of a tool, read for an extract. */
export interface CallFact {
  readonly kind: 'call';
  readonly tool: string;
  /** What it was about, on one line. */
  readonly about: string;
  readonly input: object;
  /** What the tool answered, cleaned and clipped; `undefined` while there is no result. */
  readonly result: string | undefined;
  readonly failure: FailureSigns | undefined;
  readonly uses: ToolUses;
}

/** Something the assistant said. */
export interface SaidFact {
  readonly kind: 'said';
  readonly text: string;
  readonly sentences: readonly string[];
}

/** A person's request and what followed, up to the next request. */
export interface Turn {
  /** Absent in the first turn when the list does not begin with a person. */
  readonly request: string | undefined;
  readonly requestSentences: readonly string[];
  /** Whether the request stays in the conversation, word for word, behind the summary. */
  readonly isCarried: boolean;
  readonly steps: readonly (CallFact | SaidFact)[];
}

/** Of one message, how much is looked at: head and tail of what is longer. */
const MAX_SCAN_CHARS = 20_000;
const MIN_SCAN_CHARS = 600;

/** Of all messages together, how much is looked at, so that ten megabytes take no longer than two. */
const TOTAL_SCAN_CHARS = 3_000_000;

/**
 * Split a conversation at its genuine requests, carried ones in their place. A bare "ok" or "continue" goes on with
 * the request before it.
 */
export function readTurns(messages: Messages, carried: SummaryRequest['carried'] = []): readonly Turn[] {
  const reader = new TurnReader(messages);
  const waiting = carried.toReversed();
  for (let index = 0; index <= messages.length; index += 1) {
    while ((waiting.at(-1)?.before ?? Number.POSITIVE_INFINITY) <= index) reader.readCarried(waiting.pop()?.message);
    const message = messages[index];
    if (message !== undefined) reader.read(message);
  }
  return reader.turns;
}

interface OpenTurn extends Turn {
  readonly steps: (CallFact | SaidFact)[];
}

class TurnReader {
  readonly turns: OpenTurn[] = [];
  readonly #messages: Messages;
  readonly #scanChars: number;
  /** Index of the result of each call, in the order of the calls. */
  readonly #results: IterableIterator<number | undefined>;

  constructor(messages: Messages) {
    this.#messages = messages;
    const share = Math.floor(TOTAL_SCAN_CHARS / Math.max(1, messages.length));
    this.#scanChars = Math.min(MAX_SCAN_CHARS, Math.max(MIN_SCAN_CHARS, share));
    this.#results = pairToolCalls(messages)
      .calls.map((site) => site.resultIndex)
      .values();
  }

  read(message: Message): void {
    if (message.role === 'user' && isRealUser(message)) this.#readRequest(this.#textOf(message));
    if (message.role !== 'assistant') return;
    const text = this.#textOf(message).trim();
    if (text !== '') this.#turn().steps.push({ kind: 'said', text, sentences: sentencesOf(text) });
    for (const call of toolCallsOf(message)) {
      const resultIndex = this.#results.next().value;
      this.#turn().steps.push(this.#factOf(call, resultIndex));
    }
  }

  readCarried(message: Message | undefined): void {
    if (message !== undefined) this.#readRequest(this.#textOf(message), true);
  }

  #readRequest(text: string, isCarried = false): void {
    if (isHostCommand(text) || (this.turns.length > 0 && isAcknowledgement(text))) return;
    this.turns.push({ request: text.trim(), requestSentences: sentencesOf(text), isCarried, steps: [] });
  }

  #turn(): OpenTurn {
    const last = this.turns.at(-1) ?? { request: undefined, requestSentences: [], isCarried: false, steps: [] };
    if (this.turns.length === 0) this.turns.push(last);
    return last;
  }

  #factOf(call: ToolCall, resultIndex: number | undefined): CallFact {
    const json = cleanArguments(call.function.arguments);
    const cleaned: ToolCall = { ...call, function: { ...call.function, arguments: json } };
    const result = resultIndex === undefined ? undefined : this.#textOf(this.#messages[resultIndex]);
    const answer: ToolMessage | undefined =
      result === undefined ? undefined : { role: 'tool', tool_call_id: call.id, content: result };
    const uses = toolUsesOf(cleaned, answer);
    const { about, failure } = uses;
    return { kind: 'call', tool: call.function.name, about, input: parseArguments(json), result, failure, uses };
  }

  /** Cleaned whole, then clipped: a secret cut in two would no longer be recognised. */
  #textOf(message: Message | undefined): string {
    return message === undefined ? '' : truncateMiddle(cleanContent(message.content), { maxChars: this.#scanChars });
  }
}

import { contextEngine } from '@hermes-context/compressor';
import type { CompressOutcome, Message, Messages, Summarise } from '@hermes-context/contract';
import { contentText } from '@hermes-context/messages';
import { deepFreeze, type ScriptedReply, scriptedSummarizer, testServices } from '@hermes-context/testing';

/** How the abstract settings of a case are told to the built-in engine. */
export interface CaseSettings {
  readonly protectFirst?: number;
  readonly protectLast?: number;
  readonly contextTokens?: number;
  readonly pins?: readonly number[];
  readonly replies?: readonly ScriptedReply[];
  readonly summarise?: Summarise;
}

/** Compact the messages of a case as `/compress` would: forced, with a scripted summarizer. */
export async function compactCase(messages: Messages, settings: CaseSettings): Promise<CompressOutcome> {
  const { protectFirst = 1, protectLast = 2, contextTokens = 32_000 } = settings;
  const summarise = settings.summarise ?? scriptedSummarizer(settings.replies ?? ['S']);
  const services = testServices({ model: { name: 'demo', contextTokens }, summarise });
  const options = contextEngine.parseOptions({ protect_first_n: protectFirst, protect_last_n: protectLast });
  const engine = await contextEngine.create(options, services);
  return engine.compress({
    messages,
    force: true,
    signal: new AbortController().signal,
    ...(settings.pins === undefined ? {} : { pins: settings.pins }),
  });
}

/**
 * The same conversation with longer talk in it: the cases are a few dozen tokens long, and a summary
 * that is no smaller than what it stands for is refused. Calls, results and the newest message stay.
 */
export function talkative(messages: Messages): Messages {
  const filler = ` ${'And so on, at some length. '.repeat(60)}`;
  return deepFreeze(
    messages.map((message, index) =>
      message.role === 'assistant' && typeof message.content === 'string' && index < messages.length - 1
        ? { ...message, content: `${message.content}${filler}` }
        : message,
    ),
  );
}

/** The compacted list; a failure that names the reason when it is not. */
export function compacted(outcome: CompressOutcome): CompressOutcome & { readonly kind: 'compressed' } {
  if (outcome.kind === 'compressed') return outcome;
  throw new Error(`unchanged: ${outcome.reason}: ${outcome.detail ?? ''}`);
}

/** Everything that a list says, arguments included, for a search. */
export function textOfList(messages: Messages): string {
  return messages.map(textOf).join('\n');
}

function textOf(message: Message): string {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  return [contentText(message.content), ...calls.map((call) => call.function.arguments)].join('\n');
}

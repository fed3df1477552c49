import type { Message, Summarise } from '@hermes-context/contract';
import { contentText, redactSecrets, toolCallsOf } from '@hermes-context/messages';

const QUOTED_CHARS = 200;
const MAX_QUOTES = 6;

/** A summarizer that quotes the beginning of what it is given, as models do, with secrets masked, as the contract asks. */
export const quotingSummarizer: Summarise = async ({ messages, signal }) => {
  signal.throwIfAborted();
  const quotes = messages.slice(0, MAX_QUOTES).map((message) => redactSecrets(wordsOf(message)).slice(0, QUOTED_CHARS));
  const text = ['## Progress', ...quotes.map((quote) => `- ${quote}`)].join('\n');
  return { kind: 'summary', text, source: 'model', attempts: [{ source: 'model', outcome: 'ok' }], warnings: [] };
};

/** Everything that a message says, arguments of calls too. */
export function wordsOf(message: Message): string {
  return [contentText(message.content), ...toolCallsOf(message).map((call) => call.function.arguments)].join('\n');
}

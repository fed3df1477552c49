import { readFileSync } from 'node:fs';
import type { Message, Messages } from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';

const FILES = [
  'mini-swe-django-313',
  'claude-code-emoji-350',
  'memorybank-zh-114',
  'claude-code-zh-153-images',
  'tau-airline-48',
];

/** Something that is said once in a long conversation. */
export interface PlantedFact {
  readonly word: string;
  readonly sentence: string;
  /** In which message, from 0. */
  readonly index: number;
}

/** A conversation of recorded ones, one after the other and again, as long as is asked for, with facts planted in it. */
export function longConversation(wanted: { readonly tokens: number; readonly facts: number }): {
  readonly messages: Messages;
  readonly facts: readonly PlantedFact[];
} {
  const recorded = FILES.map(readMessages);
  const said: Message[] = [];
  let tokens = 0;
  for (let round = 0; tokens < wanted.tokens; round += 1) {
    const stretch = (recorded[round % recorded.length] ?? []).map((message) => inRound(message, round));
    said.push(...stretch);
    tokens += estimateMessagesTokens(stretch);
  }
  const facts = Array.from({ length: wanted.facts }, (_, number): PlantedFact => {
    const word = `vault${(number * 7_919 + 100_003).toString(36)}x`;
    const start = Math.floor((number * said.length * 0.9) / wanted.facts);
    const index = said.findIndex(
      ({ role, content }, at) => at >= start && role !== 'system' && typeof content === 'string',
    );
    return { word, sentence: `The ledger of ${word} lies in drawer ${number + 3}.`, index };
  });
  for (const { index, sentence } of facts) said.splice(index, 1, withSentence(said[index], sentence));
  return { messages: said.map((message, index) => ({ ...message, _context: { id: `h${index}` } })), facts };
}

function readMessages(file: string): Messages {
  const path = new URL(`../../../../../examples/transcripts/${file}.json`, import.meta.url);
  const { messages }: { readonly messages: Messages } = JSON.parse(readFileSync(path, 'utf8'));
  return messages.filter(({ role }) => role !== 'system');
}

/** The same message, as it is said another time: ids of calls are used once. */
function inRound(message: Message, round: number): Message {
  const said =
    typeof message.content === 'string' ? { ...message, content: `${message.content}\n(${round})` } : message;
  if (said.role === 'tool') return { ...said, tool_call_id: `${said.tool_call_id}_${round}` };
  if (said.role !== 'assistant' || said.tool_calls === undefined) return said;
  return { ...said, tool_calls: said.tool_calls.map((call) => ({ ...call, id: `${call.id}_${round}` })) };
}

function withSentence(message: Message | undefined, sentence: string): Message {
  if (typeof message?.content !== 'string') throw new Error('No text to plant a fact in.');
  const { content } = message;
  const at = content.indexOf(' ', Math.floor(content.length / 2));
  return {
    ...message,
    content: at === -1 ? `${content} ${sentence}` : `${content.slice(0, at)} ${sentence}${content.slice(at)}`,
  };
}

import type {
  AssistantMessage,
  Message,
  Messages,
  SystemMessage,
  ToolCall,
  ToolMessage,
  UserMessage,
} from '@hermes-context/contract';
import { scrambledTranscript, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { isBlank, isBlankText, isTextPart, partsOf, toolCallsOf } from './content.ts';

export function system(content: string): SystemMessage {
  return { role: 'system', content };
}

export function user(content: UserMessage['content']): UserMessage {
  return { role: 'user', content };
}

export function assistant(content: AssistantMessage['content']): AssistantMessage {
  return { role: 'assistant', content };
}

/** An assistant message that makes one call for each id. */
export function calling(...ids: readonly string[]): AssistantMessage {
  return { role: 'assistant', content: null, tool_calls: ids.map((id) => callOf(id)) };
}

export function callOf(id: string, args = '{}'): ToolCall {
  return { id, type: 'function', function: { name: 'read_file', arguments: args } };
}

export function result(id: string, content: ToolMessage['content'] = `result of ${id}`): ToolMessage {
  return { role: 'tool', tool_call_id: id, content };
}

/** What a provider's own dialect, an older API or a bug leaves behind, beyond what a scrambled transcript has. */
const strange: fc.Arbitrary<Message> = fc
  .constantFrom<unknown>(
    { role: 'developer', content: 'Answer briefly.' },
    { role: 'function', name: 'lookup', content: 'found 3' },
    { role: 'function', name: 'lookup', tool_call_id: 'call_a', content: 'found 3' },
    { role: 'model', content: 'Sure.' },
    { role: 'critic', content: 'Too long.' },
    { role: 'assistant', tool_calls: [callOf('functions.read:0')] },
    { role: 'assistant', content: '', tool_calls: [callOf('call_a|fc_1'), callOf('call_a_fc_1')] },
    { role: 'assistant', content: [], tool_calls: [callOf('call_b', '{"text":"half \\ud83d escaped"}')] },
    { role: 'assistant', content: 'Empty list.', tool_calls: [] },
    { role: 'assistant', content: null, tool_calls: [callOf('call_a'), callOf('call_a_2'), callOf('call_a')] },
    { role: 'assistant', content: null, tool_calls: [callOf('\ud83d'), callOf('ü')] },
    { role: 'tool', tool_call_id: 'functions.read:0', content: 'late' },
    { role: 'tool', tool_call_id: 'call_a|fc_1', content: [] },
    { role: 'tool', tool_call_id: '\ud83d', content: null },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ type: 'function', function: { name: 'read_file', arguments: '{}' } }],
    },
    { role: 'tool', content: 'no id at all' },
    { role: 'user', content: [{ type: 'image_url', image_url: 'https://example.com/bare.png' }] },
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/svg+xml;base64,PHN2Zy8+' } }] },
    { role: 'user', content: [{ type: 'file', file: { filename: 'half \ude00.pdf' } }] },
    { role: 'user', name: 'half \ud83d', content: 'Who am I?' },
    { role: 'user' },
  )
  .map((message) => message as Message);

/** Scrambled transcripts with strange messages put in. */
export function brokenTranscript(): fc.Arbitrary<readonly Message[]> {
  const insertions = fc.array(fc.record({ message: strange, at: fc.nat({ max: 40 }) }), { maxLength: 6 });
  return fc
    .tuple(scrambledTranscript(), insertions)
    .map(([list, added]) =>
      added.reduce<readonly Message[]>(
        (all, { message, at }) => all.toSpliced(at % (all.length + 1), 0, message),
        list,
      ),
    );
}

/** Well-formed conversations in which every text that must say something does. */
export function plainTranscript(): fc.Arbitrary<Messages> {
  return transcript({ minMessages: 1 }).filter((messages) => !messages.some(isBlankSomewhere));
}

function isBlankSomewhere(message: Message): boolean {
  const hasBlankPart = partsOf(message.content).some((part) => isTextPart(part) && isBlankText(part.text));
  return hasBlankPart || (message.role === 'user' && isBlank(message.content)) || isBlankAnswer(message);
}

function isBlankAnswer(message: Message): boolean {
  return message.role === 'assistant' && toolCallsOf(message).length === 0 && isBlank(message.content);
}

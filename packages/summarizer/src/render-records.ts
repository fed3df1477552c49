import type { Message, Messages } from '@hermes-context/contract';
import { pairToolCalls, toolCallsOf, truncateMiddle } from '@hermes-context/messages';
import { cleanArguments, cleanContent } from './clean-text.ts';

/** One message as material for a summary: cleaned, not yet clipped. */
export interface SummaryRecord {
  /** Which message it is, as an index into the list. */
  readonly index: number;
  /** Who speaks, such as `user` or `result of read_file`. */
  readonly speaker: string;
  readonly text: string;
  /** Stands in front of the record: what was there before it, and is not among the records. */
  readonly marker?: string;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
}

/** How much of one message may stand in a prompt. */
export interface RecordClip {
  readonly contentChars: number;
  readonly argumentChars: number;
}

/** A long message loses its middle: what it is stands at the start, what came of it at the end. */
export const DEFAULT_CLIP: RecordClip = { contentChars: 6_000, argumentChars: 1_500 };

/**
 * Messages as records, oldest first: texts with secrets masked and data replaced by notes. Reasoning and
 * side data stay out. A message that says nothing has a record too, so that each one is accounted for.
 */
export function collectRecords(messages: Messages): readonly SummaryRecord[] {
  const toolOfResult = new Map<number, string>();
  for (const { call, resultIndex } of pairToolCalls(messages).calls) {
    if (resultIndex !== undefined) toolOfResult.set(resultIndex, call.function.name);
  }
  return messages.map((message, index) => ({
    index,
    speaker: speakerOf(message, toolOfResult.get(index)),
    text: cleanContent(message.content),
    calls: toolCallsOf(message).map((call) => ({
      name: call.function.name,
      arguments: cleanArguments(call.function.arguments),
    })),
  }));
}

/** A record as a labelled block of a prompt, clipped. Starts with `[number speaker]`, counted from 1, below its marker if it has one. */
export function renderRecord(record: SummaryRecord, clip: RecordClip): string {
  const lines = [
    ...(record.marker === undefined ? [] : [record.marker, '']),
    `[${record.index + 1} ${record.speaker}]`,
  ];
  if (record.text !== '') lines.push(truncateMiddle(record.text, { maxChars: clip.contentChars }));
  for (const call of record.calls) {
    lines.push(`call ${call.name} ${truncateMiddle(call.arguments, { maxChars: clip.argumentChars })}`);
  }
  return lines.join('\n');
}

function speakerOf(message: Message, toolName: string | undefined): string {
  if (message.role !== 'tool') return message.role;
  return toolName === undefined ? 'tool result' : `result of ${toolName}`;
}

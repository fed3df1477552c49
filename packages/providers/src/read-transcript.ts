import { anthropicFormat } from './anthropic/anthropic-format.ts';
import { describeValue, quoteName } from './describe-value.ts';
import { readDocument } from './document/read-document.ts';
import type { TranscriptDocument } from './document/transcript-document.ts';
import { writeDocument } from './document/write-document.ts';
import { freezeDeeply } from './freeze-deeply.ts';
import { Notes } from './notes.ts';
import { openAiChatFormat } from './openai-chat/openai-chat-format.ts';
import { isItemType } from './openai-responses/item-type.ts';
import { openAiResponsesFormat } from './openai-responses/openai-responses-format.ts';
import { recogniseFormat } from './recognise-format.ts';
import type { Transcript, TranscriptFormat } from './transcript.ts';
import { TranscriptShapeError } from './transcript-shape-error.ts';
import type { WireFormat } from './wire-format.ts';
import { isWireList, isWireObject } from './wire-value.ts';

const FORMATS: Readonly<Record<TranscriptFormat, WireFormat>> = {
  'openai-chat': openAiChatFormat,
  anthropic: anthropicFormat,
  'openai-responses': openAiResponsesFormat,
};

/**
 * Read a transcript, whatever of the accepted forms it has: a list of messages, an object with `messages` or `input`,
 * or JSON Lines; OpenAI chat, Anthropic Messages or OpenAI Responses. Recognised by content. Byte order marks, `\r\n`,
 * blank lines and white space around are accepted.
 *
 * @param text - The whole file, decoded. Kept until the transcript is let go: what does not change is written from it.
 * @throws EmptyTranscriptError when there is nothing but white space.
 * @throws TranscriptSyntaxError for what is not JSON, with line and column.
 * @throws TranscriptShapeError for JSON that is no conversation, with the path or line, what stands there and what
 *   should.
 */
export function readTranscript(text: string): Transcript {
  const document = readDocument(text);
  const name = recogniseFormat(document);
  if (name === 'openai-responses') checkItemTypes(document);
  const format = FORMATS[name];
  const notes = new Notes();
  const { elements, root } = document;
  const source = { elements, placeOf: document.placeOf, notes, ...(root === undefined ? {} : { root }) };
  const reading = freezeDeeply(format.read(source), ['$']);
  const tools = toolsOf(document);
  return Object.freeze({
    format: name,
    container: document.container,
    messages: reading.messages,
    tools,
    warnings: Object.freeze(notes.sentences()),
    write(messages: Transcript['messages']) {
      // What did not change is not worth taking apart, and comes out the same however odd the file is.
      if (isSameList(messages, reading.messages)) return text;
      return writeDocument(document, format.write({ ...source, messages, reading }));
    },
  });
}

function isSameList(left: Transcript['messages'], right: Transcript['messages']): boolean {
  return left.length === right.length && left.every((message, index) => message === right[index]);
}

function toolsOf({ root }: TranscriptDocument): readonly unknown[] {
  const tools = root?.['tools'] ?? root?.['functions'];
  return isWireList(tools) ? tools : Object.freeze([]);
}

/**
 * An object with `input` says what it is, so any item in it may ride along. A bare list or JSON Lines does not: an
 * entry of an unknown type there is more likely a line of somebody's log, and silence would lose the conversation.
 */
function checkItemTypes({ elements, root, placeOf }: TranscriptDocument): void {
  if (root !== undefined) return;
  for (const [index, element] of elements.entries()) {
    if (!isWireObject(element) || 'role' in element || isItemType(element['type'])) continue;
    const { type } = element;
    throw new TranscriptShapeError({
      place: placeOf(index),
      found: typeof type === 'string' ? `an entry of type ${quoteName(type)}` : describeValue(element),
      expected: 'a message or an item of the Responses API',
      fix: 'Remove the entry, or wrap the items as {"input": [...]}, where items of any type are kept.',
    });
  }
}

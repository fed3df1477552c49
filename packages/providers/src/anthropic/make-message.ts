import type { AssistantMessage, Message, Messages, ToolMessage } from '@hermes-context/contract';
import { contentText, toolCallsOf } from '@hermes-context/messages';
import { alignBlocks, type OriginalBlock } from '../align-blocks.ts';
import { contentParts, partKey } from '../content-parts.ts';
import { isWireBlock, isWireObject, type WireBlock, type WireObject } from '../wire-value.ts';
import { blocksOf, callKey, makePartBlocks, makeResultContent, wantedCall, wantedParts } from './make-blocks.ts';
import { isThinking, type ReadBlock, readAssistantBlocks, readReasoning, readResultContent } from './read-blocks.ts';

/**
 * One message of the wire from the chat messages that belong to it: tool results and a user message, or one message of
 * any other role. Original blocks that still read the same are the same objects.
 *
 * @param base - The element that they came from; what it holds beside role and content is kept.
 * @returns `undefined` when nothing is left to say: the provider refuses an empty message.
 */
export function makeWireMessage(group: Messages, base: unknown): WireObject | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const role = wireRole(first);
  const kept = isWireObject(base) && base['role'] === role ? base : undefined;
  if (first.role === 'system' && role === 'user') return { role, content: systemNote(first) };
  const blocks = group.flatMap(makeBlocks);
  if (blocks.length === 0) return undefined;
  const text = plainText(group, blocks, kept);
  return { ...kept, role, content: text ?? blocks };
}

/** The role on the wire. Instructions that were inside the list before may stay there; others have no place in it. */
function wireRole(message: Message): 'user' | 'assistant' | 'system' {
  switch (message.role) {
    case 'assistant':
      return 'assistant';
    case 'user':
    case 'tool':
      return 'user';
    case 'system':
      return isListedSystem(message) ? 'system' : 'user';
  }
}

/** Whether a system message stood among the messages on the wire, as opposed to in front of them. */
export function isListedSystem(message: Message): boolean {
  const wire = message._context?.wire;
  return message.role === 'system' && wire?.format === 'anthropic' && wire.role === 'system';
}

/** The original blocks of a message; none when it came from elsewhere or was plain text. */
export function originalBlocks(message: Message): readonly WireBlock[] {
  const wire = message._context?.wire;
  return wire?.format === 'anthropic' ? wire.parts.filter(isWireBlock) : [];
}

/** Instructions that turn up later have no role on the wire; the frame says that no person wrote them. */
function systemNote(message: Message): string {
  return `<system-note>\n${contentText(message.content)}\n</system-note>`;
}

function makeBlocks(message: Message): readonly WireBlock[] {
  switch (message.role) {
    case 'assistant':
      return makeAssistantBlocks(message);
    case 'tool':
      return [makeResultBlock(message)];
    case 'user':
    case 'system':
      return makePartBlocks(contentParts(message.content), originalBlocks(message));
  }
}

function makeAssistantBlocks(message: AssistantMessage): readonly WireBlock[] {
  const blocks = originalBlocks(message);
  // A signature covers the text: thinking that reads differently now can only leave, and all of it together.
  const keepsThinking = readReasoning(blocks) === message.reasoning_content;
  const kept = keepsThinking ? blocks : blocks.filter((block) => !isThinking(block));
  const aligned = alignBlocks(readAssistantBlocks(kept).map(originalBlock), {
    part: wantedParts(contentParts(message.content)),
    call: toolCallsOf(message).map(wantedCall),
  });
  const made = blocksOf(aligned.blocks);
  return aligned.isReordered ? made.filter((block) => !isThinking(block)) : made;
}

function originalBlock({ block, part, call }: ReadBlock): OriginalBlock {
  if (call !== undefined) return { value: block, lane: 'call', key: callKey(call) };
  if (part !== undefined) return { value: block, lane: 'part', key: partKey(part) };
  return { value: block, lane: undefined, key: '' };
}

function makeResultBlock(message: ToolMessage): WireBlock {
  const [original] = originalBlocks(message);
  const { tool_call_id: id, content } = message;
  if (original?.type !== 'tool_result') {
    return { type: 'tool_result', tool_use_id: id, content: makeResultContent(content, undefined) };
  }
  const hasSameContent = JSON.stringify(readResultContent(original['content'])) === JSON.stringify(content);
  if (hasSameContent && original['tool_use_id'] === id) return original;
  const made = hasSameContent ? {} : { content: makeResultContent(content, original['content']) };
  return { ...original, tool_use_id: id, ...made };
}

/** The text of a message that was, or may be, written without blocks. */
function plainText(group: Messages, blocks: readonly WireBlock[], base: WireObject | undefined): string | undefined {
  const [message] = group;
  const [block] = blocks;
  if (group.length !== 1 || blocks.length !== 1 || message === undefined || block === undefined) return undefined;
  if (typeof message.content !== 'string' || block.type !== 'text') return undefined;
  return base === undefined || typeof base['content'] === 'string' ? message.content : undefined;
}

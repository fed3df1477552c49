import type { WirePromptParts } from '../chat/chat-model.ts';
import { describeValue, quoteName } from '../describe-value.ts';
import type { Place } from '../place.ts';
import { isWireObject, stringField, type WireObject } from '../wire-value.ts';
import { cachePointBehind } from './cache-point.ts';
import { contentOf, converseBlocks, type PlacedBlock } from './converse-blocks.ts';
import { notCarried, refuseOthers } from './converse-error.ts';

/** The parts of a Bedrock Converse request that come from a prompt. */
export interface BedrockConverseParts {
  readonly system?: readonly WireObject[];
  readonly messages: readonly WireObject[];
  readonly toolConfig?: { readonly tools: readonly WireObject[] };
}

/**
 * An Anthropic prompt as the body of a Bedrock Converse request, as it goes over HTTP: data is base64 text, of which the
 * client of AWS wants bytes. Each cache marker becomes a cache point behind what it stood on, with the same lifetime
 * (provider reference, section 2.1, read 2026-11). Messages of the same role that follow each other become one, since
 * Converse takes roles in turns only.
 *
 * @throws TranscriptShapeError with the path, for what Converse has no form for: nothing is left out on the way.
 */
export function toBedrockConverse(parts: WirePromptParts): BedrockConverseParts {
  const { shape, tools = [], system, messages } = parts;
  if (shape !== 'anthropic') throw notCarried(['shape'], quoteName(shape), 'a prompt of the shape "anthropic"');
  const instructions = contentOf(system, ['system']).flatMap(makeInstruction);
  return {
    ...(instructions.length === 0 ? {} : { system: instructions }),
    messages: joinRoles(messages.map((message, index) => makeMessage(message, ['messages', index]))),
    ...(tools.length === 0 ? {} : { toolConfig: { tools: tools.flatMap(makeTool) } }),
  };
}

function makeInstruction(placed: PlacedBlock): readonly WireObject[] {
  const { block, place } = placed;
  if (block.type !== 'text') throw notCarried(place, `a block of type ${quoteName(block.type)}`, 'a text');
  return converseBlocks(placed);
}

interface ConverseMessage {
  readonly role: string;
  readonly content: readonly WireObject[];
}

function makeMessage(message: WireObject, place: Place): ConverseMessage {
  refuseOthers(message, ['role', 'content'], place);
  const role = stringField(message, 'role') ?? '';
  if (role !== 'user' && role !== 'assistant') {
    throw notCarried([...place, 'role'], quoteName(role), 'the role "user" or "assistant"');
  }
  return { role, content: contentOf(message['content'], [...place, 'content']).flatMap(converseBlocks) };
}

function joinRoles(messages: readonly ConverseMessage[]): readonly WireObject[] {
  const turns: { readonly role: string; readonly content: WireObject[] }[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content: [...content] });
  }
  return turns.map((turn) => ({ ...turn }));
}

function makeTool(tool: WireObject, index: number): readonly WireObject[] {
  const place: Place = ['tools', index];
  const type = tool['type'] ?? 'custom';
  if (type !== 'custom') throw notCarried(place, `a tool of type ${quoteName(String(type))}`, 'a tool with a schema');
  refuseOthers(tool, ['type', 'name', 'description', 'input_schema', 'cache_control'], place);
  const { name, description, input_schema: json } = tool;
  if (typeof name !== 'string') throw notCarried([...place, 'name'], describeValue(name), 'a string');
  if (!isWireObject(json)) throw notCarried([...place, 'input_schema'], describeValue(json), 'a schema');
  // A description that says nothing is refused where it is there.
  const described = typeof description === 'string' && description !== '' ? { description } : {};
  return [{ toolSpec: { name, ...described, inputSchema: { json } } }, ...cachePointBehind(tool, place)];
}

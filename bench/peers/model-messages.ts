import type { Content, ContentPart, Message, ToolCall } from '@hermes-context/contract';
import { contentText, isImagePart, isPicture, isTextPart, toolCallsOf } from '@hermes-context/messages';
import type { PeerForm } from './peer-session.ts';

/** A part of a message in the AI SDK's form, which Mastra's prompt shares (both read from the installed types, 3 December 2026). */
export type ModelPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | { readonly type: 'file'; readonly data: string | URL; readonly mediaType: string }
  | { readonly type: 'tool-call'; readonly toolCallId: string; readonly toolName: string; readonly input: unknown }
  | {
      readonly type: 'tool-result';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly output: { readonly type: 'text'; readonly value: string } | MediaOutput;
    };

interface MediaOutput {
  readonly type: 'content';
  readonly value: readonly (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'media'; readonly data: string; readonly mediaType: string }
  )[];
}

/** A message in the AI SDK's form: text for the system, parts for everybody else. */
export interface ModelMessage {
  readonly role: Message['role'];
  readonly content: string | readonly ModelPart[];
}

/** Where a part comes from: one part of a content, the content itself, a call, or the reasoning. */
interface Origin {
  readonly source: Message;
  readonly piece: ContentPart | ToolCall | 'content' | 'reasoning' | 'result';
}

/** Converts the messages of one conversation; results find the name of their tool in the calls before them. */
export function modelMessageForm(): PeerForm<ModelMessage> {
  const converted = new WeakMap<Message, ModelMessage>();
  const sources = new WeakMap<ModelMessage, Message>();
  const origins = new WeakMap<ModelPart, Origin>();
  const toolNames = new Map<string, string>();

  function partsFor(source: Message): ModelPart[] {
    for (const call of toolCallsOf(source)) toolNames.set(call.id, call.function.name);
    return piecesOf(source).map((piece) => {
      const part = toPart(source, piece, toolNames);
      origins.set(part, { source, piece });
      return part;
    });
  }

  function toPeer(message: Message): ModelMessage {
    const known = converted.get(message);
    if (known !== undefined) return known;
    const content = message.role === 'system' ? contentText(message.content) : partsFor(message);
    const made: ModelMessage = { role: message.role, content };
    converted.set(message, made);
    sources.set(made, message);
    return made;
  }

  function fromPeer(message: ModelMessage): Message {
    const known = sources.get(message);
    if (known !== undefined) return known;
    const made = rebuild(message, origins, converted);
    sources.set(message, made);
    return made;
  }
  return { toPeer, fromPeer };
}

function piecesOf(source: Message): Origin['piece'][] {
  if (source.role === 'tool') return ['result'];
  const { content } = source;
  const said: Origin['piece'][] =
    typeof content === 'string' ? (content === '' ? [] : ['content']) : [...(content ?? [])];
  const hasReasoning = source.role === 'assistant' && (source.reasoning_content ?? '') !== '';
  return [...(hasReasoning ? (['reasoning'] as const) : []), ...said, ...toolCallsOf(source)];
}

function toPart(source: Message, piece: Origin['piece'], toolNames: ReadonlyMap<string, string>): ModelPart {
  if (piece === 'content') return { type: 'text', text: contentText(source.content) };
  if (piece === 'reasoning') {
    return { type: 'reasoning', text: source.role === 'assistant' ? (source.reasoning_content ?? '') : '' };
  }
  if (piece === 'result') return resultPart(source, toolNames);
  if (isCall(piece)) {
    const { name } = piece.function;
    return { type: 'tool-call', toolCallId: piece.id, toolName: name, input: parsedInput(piece.function.arguments) };
  }
  if (isTextPart(piece)) return { type: 'text', text: piece.text };
  const { data, mediaType } = mediaOf(piece);
  return { type: 'file', data: /^https?:/.test(data) ? new URL(data) : data, mediaType };
}

function isCall(piece: ContentPart | ToolCall): piece is ToolCall {
  return piece.type === 'function' && 'function' in piece;
}

/** Arguments as an object, or the text itself where it is not JSON. */
function parsedInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // the AI SDK hands such a call on with its text
  }
}

function resultPart(source: Message, toolNames: ReadonlyMap<string, string>): ModelPart {
  const toolCallId = source.role === 'tool' ? source.tool_call_id : '';
  const toolName = source.name ?? toolNames.get(toolCallId) ?? 'unknown';
  return { type: 'tool-result', toolCallId, toolName, output: outputOf(source.content) };
}

function outputOf(content: Content): { readonly type: 'text'; readonly value: string } | MediaOutput {
  if (content === null || typeof content === 'string' || !content.some(isPicture)) {
    return { type: 'text', value: contentText(content) };
  }
  const value = content.map((part) =>
    isTextPart(part) ? ({ type: 'text', text: part.text } as const) : ({ type: 'media', ...mediaOf(part) } as const),
  );
  return { type: 'content', value };
}

/** Data without its `data:` head, or an address; opaque parts as their JSON. */
function mediaOf(part: ContentPart): { readonly data: string; readonly mediaType: string } {
  if (!isImagePart(part)) return { data: JSON.stringify(part), mediaType: 'application/octet-stream' };
  const { url } = part.image_url;
  const head = /^data:(?<mediaType>[^;,]+);base64,/.exec(url);
  if (head === null) return { data: url, mediaType: 'image/*' };
  return { data: url.slice(head[0].length), mediaType: head.groups?.['mediaType'] ?? 'image/*' };
}

/** A message that the peer made or cut: our own when all its parts are there, else what is left of it. */
function rebuild(
  message: ModelMessage,
  origins: WeakMap<ModelPart, Origin>,
  converted: WeakMap<Message, ModelMessage>,
): Message {
  if (typeof message.content === 'string') return { role: asSpeaker(message.role), content: message.content };
  const source = message.content.map((part) => origins.get(part)?.source).find((found) => found !== undefined);
  if (source === undefined) return { role: asSpeaker(message.role), content: textOf(message.content) };
  const whole = converted.get(source)?.content;
  const isWhole = message.content.length === whole?.length && message.content.every((part, at) => part === whole[at]);
  return isWhole ? source : reduced(source, message.content, origins);
}

/** A result stands alone in its message, so one without its source cannot be a result any more. */
function asSpeaker(role: Message['role']): 'system' | 'user' | 'assistant' {
  return role === 'tool' ? 'user' : role;
}

function textOf(parts: readonly ModelPart[]): string {
  return parts.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n');
}

function reduced(source: Message, parts: readonly ModelPart[], origins: WeakMap<ModelPart, Origin>): Message {
  const pieces = parts.map((part) => origins.get(part)?.piece ?? newPart(part));
  const kept = new Set<unknown>(pieces);
  const content = kept.has('content') ? source.content : pieces.filter(isContentPart);
  const { role } = source;
  if (role !== 'assistant') return { role: asSpeaker(role), content };
  const calls = toolCallsOf(source).filter((call) => kept.has(call));
  const isEmpty = content === null || content.length === 0; // then as the AI SDK's providers write it
  return {
    role,
    content: isEmpty ? (calls.length === 0 ? '' : null) : content,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(kept.has('reasoning') && source.reasoning_content !== undefined
      ? { reasoning_content: source.reasoning_content }
      : {}),
  };
}

function newPart(part: ModelPart): ContentPart {
  return { type: 'text', text: 'text' in part ? part.text : JSON.stringify(part) };
}

function isContentPart(piece: Origin['piece']): piece is ContentPart {
  return typeof piece !== 'string' && !isCall(piece);
}

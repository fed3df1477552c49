import type { Content, Message, ToolCall } from '@hermes-context/contract';
import { isBlank, isBlankText, isTextPart, partsOf, toolCallsOf } from './content.ts';
import { isJsonObject, isValidJson } from './json/json-kind.ts';
import { imageFault } from './validate-image.ts';
import type { Provider, ViolationRule } from './validate-violation.ts';
import { wellFormedJson } from './well-formed-json.ts';
import { wellFormedValue } from './well-formed-value.ts';

const ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool']);

const NO_FAULTS: readonly ViolationRule[] = [];

/** Messages that were found to break no rule. They are never edited, so the next look costs nothing. */
const sound: Readonly<Record<Provider, WeakSet<Message>>> = {
  openai: new WeakSet(),
  anthropic: new WeakSet(),
  gemini: new WeakSet(),
};

/**
 * The rules that a message breaks by itself, whatever stands around it; each at most once.
 * Anthropic's are a superset of OpenAI's.
 */
export function contentFaults(message: Message, provider: Provider): readonly ViolationRule[] {
  if (sound[provider].has(message)) return NO_FAULTS;
  const faults = new Set<ViolationRule>();
  if (!ROLES.has(message.role)) faults.add('role-unknown');
  const missing = missingContentFault(message, provider);
  if (missing !== undefined) faults.add(missing);
  else addPartFaults(message.content, provider, faults);
  addCallFaults(message, provider, faults);
  if (!isWellFormedMessage(message)) faults.add('lone-surrogate');
  if (faults.size > 0) return [...faults];
  sound[provider].add(message);
  return NO_FAULTS;
}

function missingContentFault(message: Message, provider: Provider): ViolationRule | undefined {
  const { content } = message;
  const hasCalls = toolCallsOf(message).length > 0;
  if (content === null || content === undefined) return hasCalls ? undefined : 'content-null';
  const isEmptyList = typeof content !== 'string' && content.length === 0;
  const mayBeBlank = hasCalls || message.role === 'tool' || isTakenBlank(message, provider);
  if (mayBeBlank) return isEmptyList ? 'content-empty-list' : undefined;
  return isBlank(content) ? 'message-empty' : undefined;
}

/** OpenAI takes an empty system message, and an adapter leaves it out for Gemini; Anthropic takes no empty system block. */
function isTakenBlank(message: Message, provider: Provider): boolean {
  return message.role === 'system' && provider !== 'anthropic';
}

function addPartFaults(content: Content, provider: Provider, faults: Set<ViolationRule>): void {
  for (const part of partsOf(content)) {
    if (isTextPart(part) && isEmptyPart(part.text, provider)) faults.add('part-empty');
    const fault = imageFault(part, provider);
    if (fault !== undefined) faults.add(fault);
  }
}

function isEmptyPart(text: string, provider: Provider): boolean {
  return provider === 'anthropic' ? isBlankText(text) : text === '';
}

function addCallFaults(message: Message, provider: Provider, faults: Set<ViolationRule>): void {
  if (message.role === 'assistant' && message.tool_calls?.length === 0) faults.add('calls-empty-list');
  for (const call of toolCallsOf(message)) {
    const fault = argumentsFault(call, provider);
    if (fault !== undefined) faults.add(fault);
  }
}

function argumentsFault(call: ToolCall, provider: Provider): ViolationRule | undefined {
  // A host may have kept the parsed object where the text belongs.
  const written: unknown = call.function.arguments;
  const text = typeof written === 'string' ? written : '';
  if (provider === 'openai') return isValidJson(text) ? undefined : 'arguments-not-json';
  return isJsonObject(text) ? undefined : 'arguments-not-object';
}

function isWellFormedMessage(message: Message): boolean {
  const { content, name = '' } = message;
  if (!name.isWellFormed() || !Object.is(wellFormedValue(content), content)) return false;
  if (message.role !== 'assistant') return true;
  if (!(message.reasoning_content ?? '').isWellFormed()) return false;
  return toolCallsOf(message).every(isWellFormedCall);
}

function isWellFormedCall(call: ToolCall): boolean {
  const { name, arguments: written } = call.function;
  return name.isWellFormed() && (typeof written !== 'string' || wellFormedJson(written) === written);
}

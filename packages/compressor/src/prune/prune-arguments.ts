import type { AssistantMessage, ToolCall } from '@hermes-context/contract';
import { editJsonStrings, redactSecrets, truncateText } from '@hermes-context/messages';

/** What may stay of the arguments of an old call, in characters. */
export interface ArgumentLimits {
  /** Arguments of at most this many characters are left alone. */
  readonly maxArgumentChars: number;
}

/** Default: what a file path, a command or a small edit needs. */
export const ARGUMENT_LIMITS: ArgumentLimits = { maxArgumentChars: 500 };

const KEPT_CHARS = 200;
/** Long enough for any secret that begins in what is kept. */
const READ_CHARS = 4_000;
/** A string is only cut where that wins something, the marker counted; so what is cut is never cut again. */
const MIN_CUT_CHARS = 400;

/** The message with long strings in its call arguments cut, or the same object where none is. The JSON stays as written elsewhere. */
export function pruneArguments(message: AssistantMessage, limits: ArgumentLimits = ARGUMENT_LIMITS): AssistantMessage {
  const calls = message.tool_calls;
  if (calls === undefined || !calls.some((call) => call.function.arguments.length > limits.maxArgumentChars))
    return message;
  const pruned = calls.map((call) => pruneCall(call, limits));
  return pruned.every((call, index) => call === calls[index]) ? message : { ...message, tool_calls: pruned };
}

function pruneCall(call: ToolCall, { maxArgumentChars }: ArgumentLimits): ToolCall {
  const before = call.function.arguments;
  if (before.length <= maxArgumentChars) return call;
  const after = editJsonStrings(before, cutString);
  return after.length < before.length ? { ...call, function: { ...call.function, arguments: after } } : call;
}

/** Said so that no model takes it for content and writes it into a file. */
function cutString(value: string): string | undefined {
  if (value.length < MIN_CUT_CHARS) return undefined;
  // Masked before it is cut: nobody recognises half a secret, and what is left is summarised.
  const kept = truncateText(redactSecrets(value.slice(0, READ_CHARS)), KEPT_CHARS);
  const cutChars = (value.length - kept.length).toLocaleString('en-US');
  return `${kept}[… ${cutChars} characters of this argument cut to save context space; not part of the original …]`;
}

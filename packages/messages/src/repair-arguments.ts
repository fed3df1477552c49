import type { Message, ToolCall } from '@hermes-context/contract';
import { isBlankText, toolCallsOf } from './content.ts';
import { isJsonObject, isValidJson } from './json/json-kind.ts';
import { callLabel, type Mended } from './repair-entry.ts';

/** Makes the arguments of each call a JSON object. What the model wrote stays inside. */
export function mendArguments(message: Message): Mended | undefined {
  if (message.role !== 'assistant') return undefined;
  const calls = toolCallsOf(message);
  const mended = calls.map(withObject);
  const changed = calls.filter((call, index) => call !== mended[index]);
  if (changed.length === 0) return undefined;
  return {
    message: { ...message, tool_calls: mended },
    findings: changed.map((call) => ({
      kind: 'arguments-not-json',
      detail: `The arguments of ${callLabel(call)} were no JSON object and now stand inside one.`,
    })),
  };
}

function withObject(call: ToolCall): ToolCall {
  const written: unknown = call.function.arguments;
  const text = typeof written === 'string' ? written : JSON.stringify(written ?? {});
  const mended = asObject(text);
  return mended === written ? call : { ...call, function: { ...call.function, arguments: mended } };
}

function asObject(text: string): string {
  if (isBlankText(text)) return '{}';
  if (isJsonObject(text)) return text;
  return isValidJson(text) ? `{"_value": ${text.trim()}}` : JSON.stringify({ _invalid: text });
}

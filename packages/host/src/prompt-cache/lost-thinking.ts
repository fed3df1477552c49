import { withoutReasoning } from '@hermes-context/providers';
import type { SessionCore } from '../session-core.ts';
import { readableBy } from '../turn/build-request.ts';

/**
 * What the user should know about thinking that the model signed and would refuse from here on, since something before
 * it was rewritten: it stays stored, and is left out of requests. `undefined` where there is none. Source: Anthropic
 * documentation on preserved thinking, September 2026.
 */
export function lostThinking({ model, prefix, parts }: SessionCore): string | undefined {
  if (prefix === undefined) return undefined;
  const isReadable = readableBy({ model, prefix });
  const lost = parts.live.messages.filter((message) => !isReadable(message) && withoutReasoning(message) !== message);
  if (lost.length === 0) return undefined;
  const whose = lost.length === 1 ? 'one kept message' : `${lost.length} kept messages`;
  return `The thinking of ${whose} is left out of requests from here on: ${model.info.name} refuses it once anything before it has changed. It stays stored.`;
}

import type { Message, Messages } from '@hermes-context/contract';
import { toolCallsOf } from '@hermes-context/messages';

/**
 * Messages of `after` that are no message of `before` but read the same as one: index after → indices before,
 * ascending. Texts are compared only where the cheap features agree.
 */
export function findCopies(before: Messages, after: Messages): ReadonlyMap<number, readonly number[]> {
  const known = new Set(before);
  const fresh = Array.from(after.entries()).filter(([, message]) => !known.has(message));
  if (fresh.length === 0) return new Map();
  const features = new Set(fresh.map(([, message]) => featuresOf(message)));
  const twins = new Map<string, number[]>();
  for (const [index, message] of before.entries()) {
    if (!features.has(featuresOf(message))) continue;
    const text = JSON.stringify(message);
    const indices = twins.get(text);
    if (indices === undefined) twins.set(text, [index]);
    else indices.push(index);
  }
  return new Map(
    fresh.flatMap(([index, message]) => {
      const indices = twins.get(JSON.stringify(message));
      return indices === undefined ? [] : [[index, indices] as const];
    }),
  );
}

/** Different features, different messages. Reads no text. */
function featuresOf(message: Message): string {
  const { content } = message;
  const result = message.role === 'tool' ? message.tool_call_id : '';
  const calls = toolCallsOf(message).map(({ id }) => id);
  return [message.role, typeof content, content?.length ?? 0, result, ...calls].join('|');
}

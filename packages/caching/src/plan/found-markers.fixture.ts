import type { WireObject, WirePrompt } from '../wire-prompt.ts';

/** A marker in a request, found without the planner's help. */
export interface FoundMarker {
  /** Such as `messages.3.content.1`. */
  readonly path: string;
  readonly carrier: WireObject;
  readonly ttl: '5m' | '1h';
}

/** All markers of a request at whatever depth, in the order of the prompt; not what a tool was called with. */
export function markersIn({ tools = [], system = [], messages }: WirePrompt): readonly FoundMarker[] {
  return [...walk('tools', tools), ...walk('system', system), ...walk('messages', messages)];
}

function* walk(path: string, value: unknown): Generator<FoundMarker> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key !== 'input') yield* walk(`${path}.${key}`, child);
  }
  const { cache_control: control, prompt_cache_breakpoint: breakpoint } = value as WireObject;
  if (control === undefined && breakpoint === undefined) return;
  const { ttl } = (control ?? {}) as { ttl?: '1h' };
  yield { path, carrier: value as WireObject, ttl: ttl ?? '5m' };
}

/** The same request in one form: strings as one text part, for a comparison of what is said. */
export function spelledOut({ tools, system, messages }: WirePrompt): unknown {
  const parts = (content: unknown) => (typeof content === 'string' ? [{ text: content }] : content);
  return JSON.parse(
    JSON.stringify({ tools, system: parts(system), messages: messages.map(messageParts) }).replaceAll(
      /"type":"(?:input_)?text",/g,
      '',
    ),
  );
}

function messageParts(message: WireObject): WireObject {
  const field = 'output' in message ? 'output' : 'content';
  const content = message[field];
  return typeof content === 'string' ? { ...message, [field]: [{ text: content }] } : message;
}

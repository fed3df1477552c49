import { deepFreeze } from '@hermes-context/testing';
import fc from 'fast-check';
import type { CacheRoute } from '../routes/cache-route.ts';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';

/** Anthropic's own route, as these tests need it: the table has tests of its own. */
export const anthropicRoute: CacheRoute = {
  id: 'anthropic',
  title: 'Anthropic',
  placement: 'block',
  responses: 'none',
  toolRole: 'block',
  messageLevel: true,
  onTools: false,
  parts: ['text', 'image_url'],
  refusesBlankText: true,
  ttls: ['5m', '1h'],
  maxMarkers: 4,
  lookbackBlocks: 20,
  minTokens: 1_024,
  source: 'fixture',
  asOf: '2026-12-02',
};

/** A route that caches of its own accord and takes no markers. */
export const implicitRoute: CacheRoute = {
  ...anthropicRoute,
  id: 'openai-implicit',
  title: 'OpenAI',
  placement: 'none',
  messageLevel: false,
  ttls: [],
  implicit: 'all prompts',
  fixedLifetime: '30 minutes',
};

/** A user's message. */
export function user(text: string): WireObject {
  return { role: 'user', content: [{ type: 'text', text }] };
}

/** A model's message that calls a tool. */
function calls(id: string, text = 'I look.'): WireObject {
  const call = { type: 'tool_use', id, name: 'read', input: { path: id } };
  return { role: 'assistant', content: [{ type: 'text', text }, call] };
}

/** The answer of a tool. */
export function result(id: string, text: string): WireObject {
  return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] };
}

/** A step of an agent: a call and its answer. */
export function step(id: string, text = `answer ${id}`): readonly WireObject[] {
  return [calls(id), result(id, text)];
}

/** Several steps, numbered. */
export function steps(first: number, end: number): readonly WireObject[] {
  return Array.from({ length: end - first }, (_, index) => step(`c${first + index}`)).flat();
}

/** A conversation of a question and five steps, eleven messages. */
export const start: readonly WireObject[] = [user('Fix it.'), ...steps(0, 5)];

/** A prompt in Anthropic's form. Deep-frozen. */
export function promptOf(messages: readonly WireObject[], rest: Partial<WirePrompt> = {}): WirePrompt {
  return deepFreeze({
    shape: 'anthropic',
    tools: [{ name: 'read' }, { name: 'write' }],
    system: 'You are an agent.',
    ...rest,
    messages,
  });
}

/** The same prompt of other objects, as after a reload. */
export function reloaded(prompt: WirePrompt): WirePrompt {
  return deepFreeze(structuredClone(prompt));
}

/** Where the markers of a prompt stand: `system`, `tools` and the indices of messages. */
export function markedPlaces(prompt: WirePrompt): readonly (string | number)[] {
  const has = (value: unknown): boolean => JSON.stringify(value ?? null).includes('"cache_control"');
  return [
    ...(has(prompt.tools) ? ['tools'] : []),
    ...(has(prompt.system) ? ['system'] : []),
    ...prompt.messages.flatMap((message, index) => (has(message) ? [index] : [])),
  ];
}

/** How many markers a prompt has. */
export function countMarkers(prompt: WirePrompt): number {
  return JSON.stringify(prompt).split('"cache_control":').length - 1;
}

// Blank blocks are not sent at all on this route, which is a matter of the plan.
const text = fc.string({ minLength: 1, maxLength: 12 }).filter((each) => each.trim() !== '');

/** Any message in Anthropic's form, few enough texts that some are alike. */
export const anyMessage: fc.Arbitrary<WireObject> = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.constantFrom('go', 'ok', 'yes') }),
  fc.record({
    role: fc.constantFrom('user', 'assistant'),
    content: fc.array(
      fc.oneof(
        fc.record({ type: fc.constant('text'), text }),
        fc.record({ type: fc.constant('tool_result'), tool_use_id: text, content: text }),
        fc.record({ type: fc.constant('thinking'), thinking: text }),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  }),
);

/** Any prompt in Anthropic's form. Deep-frozen. */
export const anyPrompt: fc.Arbitrary<WirePrompt> = fc
  .record({
    system: fc.option(text, { nil: undefined }),
    tools: fc.option(fc.array(fc.record({ name: text }), { maxLength: 3 }), { nil: undefined }),
    messages: fc.array(anyMessage, { maxLength: 12 }),
  })
  .map(({ system, tools, messages }) =>
    deepFreeze({
      shape: 'anthropic' as const,
      ...(tools === undefined ? {} : { tools }),
      ...(system === undefined ? {} : { system }),
      messages,
    }),
  );

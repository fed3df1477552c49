import { deepFreeze } from '@hermes-context/testing';
import fc from 'fast-check';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';

const MARKERS = [
  { cache_control: { type: 'ephemeral' } },
  { cache_control: { type: 'ephemeral', ttl: '1h' } },
  { prompt_cache_breakpoint: { mode: 'explicit' } },
];

/** Texts, some of them empty or blank. */
const texts = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 99 }).map((number) => `text ${number}`) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\n\t') },
);

/** A field set that a block gets on top: mostly nothing, sometimes a marker of the caller's. */
const callersMarker = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom(...MARKERS) },
);

interface Step {
  readonly thinking: boolean;
  readonly said: string;
  readonly calls: readonly { readonly result: string; readonly isList: boolean; readonly marker: object }[];
  readonly marker: object;
}

interface Turn {
  readonly asked: readonly string[];
  readonly hasImage: boolean;
  readonly isString: boolean;
  readonly marker: object;
  readonly steps: readonly Step[];
}

const steps: fc.Arbitrary<Step> = fc.record({
  thinking: fc.boolean(),
  said: texts,
  calls: fc.array(fc.record({ result: texts, isList: fc.boolean(), marker: callersMarker }), { maxLength: 24 }),
  marker: callersMarker,
});

const turns: fc.Arbitrary<readonly Turn[]> = fc.array(
  fc.record({
    asked: fc.array(texts, { minLength: 1, maxLength: 3 }),
    hasImage: fc.boolean(),
    isString: fc.boolean(),
    marker: callersMarker,
    steps: fc.array(steps, { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);

const systems = fc.option(
  fc.oneof(texts, fc.array(fc.record({ text: texts, marker: callersMarker }), { maxLength: 3 })),
  { nil: undefined },
);

const toolLists = fc.array(callersMarker, { maxLength: 3 });

/** Anthropic requests: thinking, parallel calls, blank texts, images, markers of the caller's. Deep-frozen. */
export const anthropicPrompts: fc.Arbitrary<WirePrompt> = fc
  .record({ tools: toolLists, system: systems, turns })
  .map(({ tools, system, turns: list }) =>
    deepFreeze({
      shape: 'anthropic' as const,
      ...(tools.length > 0 && {
        tools: tools.map((marker, index) => ({ name: `tool_${index}`, input_schema: { type: 'object' }, ...marker })),
      }),
      ...(system !== undefined && {
        system: typeof system === 'string' ? system : system.map(({ text, marker }) => textBlock(text, marker)),
      }),
      messages: list.flatMap(anthropicTurn),
    }),
  );

/** Chat requests, with system messages in front and tool messages behind their calls. Deep-frozen. */
const chatPrompts: fc.Arbitrary<WirePrompt> = fc
  .record({ tools: toolLists, system: systems, turns })
  .map(({ tools, system, turns: list }) =>
    deepFreeze({
      shape: 'openai-chat' as const,
      ...(tools.length > 0 && {
        tools: tools.map((marker, index) => ({ type: 'function', function: { name: `tool_${index}` }, ...marker })),
      }),
      messages: [...chatSystem(system), ...list.flatMap(chatTurn)],
    }),
  );

/** Input items of the Responses API. Deep-frozen. */
const responsesPrompts: fc.Arbitrary<WirePrompt> = fc
  .record({ system: texts, developer: fc.boolean(), turns })
  .map(({ system, developer, turns: list }) =>
    deepFreeze({
      shape: 'openai-responses' as const,
      system: 'instructions',
      messages: [
        ...(developer ? [{ role: 'developer', content: [{ type: 'input_text', text: system }] }] : []),
        ...list.flatMap(responsesTurn),
      ],
    }),
  );

/** Requests of all shapes. */
export const wirePrompts: fc.Arbitrary<WirePrompt> = fc.oneof(anthropicPrompts, chatPrompts, responsesPrompts);

function textBlock(text: string, marker: object = {}): WireObject {
  return { type: 'text', text, ...marker };
}

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } };

function anthropicTurn({ asked, hasImage, isString, marker, steps: list }: Turn, turn: number): WireObject[] {
  const blocks = [...asked.map((text) => textBlock(text, marker)), ...(hasImage ? [image] : [])];
  const content = isString ? asked.join('\n') : blocks;
  return [{ role: 'user', content }, ...list.flatMap((step, index) => anthropicStep(step, `${turn}_${index}`))];
}

function anthropicStep({ thinking, said, calls, marker }: Step, id: string): WireObject[] {
  const content = [
    ...(thinking ? [{ type: 'thinking', thinking: 'hm', signature: 'S=' }] : []),
    textBlock(said, marker),
    ...calls.map((_, index) => ({
      type: 'tool_use',
      id: `t${id}_${index}`,
      name: 'read',
      input: { cache_control: 'is mine' },
    })),
    ...(thinking && calls.length === 0 ? [{ type: 'redacted_thinking', data: 'x' }] : []),
  ];
  const results = calls.map(({ result, isList, marker: resultMarker }, index) => ({
    type: 'tool_result',
    tool_use_id: `t${id}_${index}`,
    content: isList ? [textBlock(result, resultMarker)] : result,
  }));
  return [{ role: 'assistant', content }, ...(results.length > 0 ? [{ role: 'user', content: results }] : [])];
}

function chatSystem(system: string | readonly { text: string; marker: object }[] | undefined): WireObject[] {
  if (system === undefined) return [];
  const content = typeof system === 'string' ? system : system.map(({ text, marker }) => textBlock(text, marker));
  return [{ role: 'system', content }];
}

function chatTurn({ asked, hasImage, isString, marker, steps: list }: Turn, turn: number): WireObject[] {
  const parts = [
    ...asked.map((text) => textBlock(text, marker)),
    ...(hasImage ? [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }] : []),
  ];
  const content = isString ? asked.join('\n') : parts;
  return [{ role: 'user', content }, ...list.flatMap((step, index) => chatStep(step, `${turn}_${index}`))];
}

function chatStep({ thinking, said, calls, marker }: Step, id: string): WireObject[] {
  const toolCalls = calls.map((_, index) => ({
    id: `t${id}_${index}`,
    type: 'function',
    function: { name: 'read', arguments: '{}' },
  }));
  return [
    {
      role: 'assistant',
      content: thinking ? null : said,
      ...marker,
      ...(calls.length > 0 && { tool_calls: toolCalls }),
    },
    ...calls.map(({ result, isList, marker: resultMarker }, index) => ({
      role: 'tool',
      tool_call_id: `t${id}_${index}`,
      content: isList ? [textBlock(result, resultMarker)] : result,
    })),
  ];
}

function responsesTurn({ asked, isString, marker, steps: list }: Turn, turn: number): WireObject[] {
  const parts = asked.map((text) => ({ type: 'input_text', text, ...marker }));
  const content = isString ? asked.join('\n') : parts;
  return [{ role: 'user', content }, ...list.flatMap((step, index) => responsesStep(step, `${turn}_${index}`))];
}

function responsesStep({ thinking, said, calls }: Step, id: string): WireObject[] {
  return [
    ...(thinking ? [{ type: 'reasoning', id: `r${id}`, summary: [] }] : []),
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] },
    ...calls.map((_, index) => ({ type: 'function_call', call_id: `t${id}_${index}`, name: 'read', arguments: '{}' })),
    ...calls.map(({ result, isList, marker }, index) => ({
      type: 'function_call_output',
      call_id: `t${id}_${index}`,
      output: isList ? [{ type: 'input_text', text: result, ...marker }] : result,
    })),
  ];
}

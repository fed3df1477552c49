import fc from 'fast-check';
import type { TranscriptContainer, TranscriptFormat } from './transcript.ts';

/** A conversation in a provider's form, and how a file spells it. */
export interface WireFile {
  readonly format: TranscriptFormat;
  readonly container: TranscriptContainer;
  readonly elements: readonly object[];
  readonly text: string;
}

type Elements = readonly object[];

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.constantFrom('你好', 'naïve 😀', 'a/b\\c "q"', 'line\nline', '\u2028', ' '),
);
const id = fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 1, maxLength: 3 });
const json = fc.dictionary(fc.constantFrom('path', 'q', 'limit', 'ok'), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
const extras = fc.constantFrom(
  {},
  { name: 'ann' },
  { timestamp: 1.5, reasoning: 'so' },
  { metadata: { origin: 'hook' } },
);
const PNG = 'iVBORw0KGgo=';

const chatContent = fc.oneof(
  text,
  fc.array(
    fc.oneof(
      text.map((value) => ({ type: 'text', text: value })),
      fc.constant({ type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}`, detail: 'low' } }),
      fc.constant({ type: 'file', file: { filename: 'a.pdf' } }),
    ),
    { minLength: 1, maxLength: 3 },
  ),
);

const chatTurn: fc.Arbitrary<Elements> = fc.oneof(
  fc.tuple(chatContent, extras).map(([content, extra]) => [{ role: 'user', content, ...extra }]),
  fc.tuple(chatContent, extras).map(([content, extra]) => [{ ...extra, role: 'assistant', content }]),
  fc.tuple(fc.array(fc.tuple(id, json, text), { minLength: 1, maxLength: 3 }), fc.boolean()).map(([calls, isNull]) => [
    {
      role: 'assistant',
      ...(isNull ? { content: null } : {}),
      tool_calls: calls.map(([callId, input]) => ({
        id: callId,
        type: 'function',
        function: { name: 'look', arguments: JSON.stringify(input) },
      })),
    },
    ...calls.map(([callId, , output]) => ({ role: 'tool', tool_call_id: callId, content: output })),
  ]),
  fc.tuple(json, text).map(([input, output]) => [
    { role: 'assistant', content: null, function_call: { name: 'look', arguments: JSON.stringify(input) } },
    { role: 'function', name: 'look', content: output },
  ]),
  text.map((content) => [{ role: 'developer', content }]),
);

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
const block = fc.oneof(
  text.map((value) => ({ type: 'text', text: value })),
  text.map((value) => ({ type: 'text', text: value, cache_control: { type: 'ephemeral' } })),
  fc.constant(image),
  fc.constant({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'd' }, title: 't' }),
);
const thinking = fc.oneof(
  text.map((thought) => ({ type: 'thinking', thinking: thought, signature: 'SIG=' })),
  fc.constant({ type: 'redacted_thinking', data: 'ENC=' }),
);
const said = text.map((value) => ({ type: 'text', text: value }));

const anthropicTurn: fc.Arbitrary<Elements> = fc.oneof(
  fc.oneof(text, fc.array(block, { minLength: 1, maxLength: 3 })).map((content) => [{ role: 'user', content }]),
  text.map((content) => [{ id: 'msg_1', role: 'assistant', content }]),
  fc
    .record({
      thoughts: fc.array(thinking, { maxLength: 2 }),
      texts: fc.array(said, { maxLength: 2 }),
      calls: fc.array(fc.tuple(id, json, fc.oneof(text, fc.array(block, { minLength: 1, maxLength: 2 }))), {
        minLength: 1,
        maxLength: 3,
      }),
      rest: fc.array(block, { maxLength: 2 }),
    })
    .map(({ thoughts, texts, calls, rest }) => [
      {
        role: 'assistant',
        content: [
          ...thoughts,
          ...texts,
          ...calls.map(([callId, input]) => ({ type: 'tool_use', id: callId, name: 'look', input })),
        ],
      },
      {
        role: 'user',
        content: [
          ...calls.map(([callId, , content]) => ({
            type: 'tool_result',
            tool_use_id: callId,
            content,
            is_error: true,
          })),
          ...rest,
        ],
      },
    ]),
);

const reasoning = text.map((thought) => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: thought }],
  encrypted_content: 'E=',
}));
const output = text.map((value) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: value, annotations: [] }],
}));
const opaque = fc.constantFrom<object>(
  { type: 'compaction', id: 'cmp_1', encrypted_content: 'C=' },
  { type: 'web_search_call', id: 'ws_1', status: 'completed' },
);

const responsesTurn: fc.Arbitrary<Elements> = fc.oneof(
  text.map((content) => [{ role: 'user', content }]),
  fc
    .array(text, { minLength: 1, maxLength: 2 })
    .map((texts) => [
      { type: 'message', role: 'user', content: texts.map((value) => ({ type: 'input_text', text: value })) },
    ]),
  text.map((content) => [{ type: 'message', role: 'developer', content }]),
  fc.tuple(fc.array(reasoning, { maxLength: 1 }), output).map(([thoughts, message]) => [...thoughts, message]),
  fc
    .record({
      thoughts: fc.array(reasoning, { maxLength: 1 }),
      messages: fc.array(output, { maxLength: 1 }),
      calls: fc.array(fc.tuple(id, json, text), { minLength: 1, maxLength: 3 }),
    })
    .map(({ thoughts, messages, calls }) => [
      ...thoughts,
      ...messages,
      ...calls.map(([callId, input], index) => ({
        type: 'function_call',
        id: `fc_${index}`,
        call_id: callId,
        name: 'look',
        arguments: JSON.stringify(input),
      })),
      ...calls.map(([callId, , result]) => ({ type: 'function_call_output', call_id: callId, output: result })),
    ]),
  opaque.map((item) => [item]),
);

/** A turn that no other format has, put in front so that a short file is recognised for what it is. */
const LEADS: Readonly<Record<TranscriptFormat, Elements>> = {
  'openai-chat': [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'z', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'z', content: 'ok' },
  ],
  anthropic: [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'z', name: 'f', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'z', content: 'ok' }] },
  ],
  'openai-responses': [
    { type: 'function_call', call_id: 'z', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'z', output: 'ok' },
  ],
};

const TURNS: Readonly<Record<TranscriptFormat, fc.Arbitrary<Elements>>> = {
  'openai-chat': chatTurn,
  anthropic: anthropicTurn,
  'openai-responses': responsesTurn,
};

/** Envelope fields, by where they stand: what the conversation brings along, and what rides. */
const ENVELOPES: Readonly<Record<TranscriptFormat, readonly object[]>> = {
  'openai-chat': [{}, { id: 'x', tools: [{ type: 'function' }], probes: [1.5] }],
  anthropic: [
    {},
    { system: 'Be brief.', max_tokens: 5 },
    { system: [{ type: 'text', text: 'Be.', cache_control: {} }] },
  ],
  'openai-responses': [{}, { instructions: 'Be brief.', model: 'm' }],
};

interface Spelling {
  readonly indent: string;
  readonly spaces: boolean;
  readonly ascii: boolean;
  readonly newline: string;
  readonly before: string;
  readonly after: string;
}

const spelling: fc.Arbitrary<Spelling> = fc.record({
  indent: fc.constantFrom('', '  ', '    ', '\t'),
  spaces: fc.boolean(),
  ascii: fc.boolean(),
  newline: fc.constantFrom('\n', '\r\n'),
  before: fc.constantFrom('', '\ufeff', '  ', '\n'),
  after: fc.constantFrom('', '\n', '\r\n', '\n\n '),
});

/** Files of a format, in every container and many spellings. */
export function wireFiles(format: TranscriptFormat): fc.Arbitrary<WireFile> {
  return fc
    .record({
      turns: fc.array(TURNS[format], { maxLength: 6 }),
      container: fc.constantFrom<TranscriptContainer>('array', 'object', 'jsonl'),
      envelope: fc.constantFrom(...ENVELOPES[format]),
      isTrailing: fc.boolean(),
      style: spelling,
    })
    .map(({ turns, container, envelope, isTrailing, style }) => {
      const elements = [...LEADS[format], ...turns.flat()];
      const listKey = format === 'openai-responses' ? 'input' : 'messages';
      const root = isTrailing ? { ...envelope, [listKey]: elements } : { [listKey]: elements, ...envelope };
      const body = {
        array: () => spell(elements, style),
        object: () => spell(root, style),
        jsonl: () => spellLines(elements, style),
      }[container]();
      return { format, container, elements, text: style.before + body + style.after };
    });
}

function spellLines(elements: Elements, style: Spelling): string {
  const lines = elements.map((element) => spell(element, { ...style, indent: '' }));
  return lines.join(style.newline + (style.ascii ? `  ${style.newline}` : ''));
}

/** JSON as other serialisers write it: spaces, line ends, escapes, and numbers that JavaScript would spell otherwise. */
function spell(value: unknown, style: Spelling): string {
  const spelt = JSON.stringify(value, null, style.indent === '' ? undefined : style.indent)
    // Strings keep their content: a line end inside one is an escape, so those that are left are between values.
    .replaceAll('\n', style.newline);
  const numbered = spelt.replace(/(:\s*)1\.5\b/g, '$11.50');
  const spaced = style.spaces && style.indent === '' ? addSpaces(numbered) : numbered;
  return style.ascii ? spaced.replace(/[\u0080-\uffff]/g, escapeUnit) : spaced;
}

function addSpaces(compact: string): string {
  return compact.replace(/("(?:[^"\\]|\\.)*")|([:,])/g, (_match, string, mark) => string ?? `${mark} `);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
}

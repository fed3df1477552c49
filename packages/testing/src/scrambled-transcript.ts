import type { AssistantMessage, Content, ContentPart, Message, Messages, ToolCall } from '@hermes-context/contract';
import fc from 'fast-check';
import { deepFreeze } from './deep-freeze.ts';
import { transcript } from './transcript.ts';
import { PIXEL, textOf } from './transcript-parts.ts';

/**
 * Lists as broken logs hold them: orphans, missing, late and doubled results, ids used again, empty
 * messages, blank parts, system messages later on, neighbours of one role, arguments that are no JSON,
 * lone surrogates, pictures that do not decode, huge results, any role first. Deep-frozen.
 */
export function scrambledTranscript(): fc.Arbitrary<Messages> {
  const loose = fc.array(messages, { maxLength: 16, size: 'max' });
  return fc.oneof({ weight: 2, arbitrary: loose }, { weight: 1, arbitrary: damaged }).map(deepFreeze);
}

const LONE_SURROGATES = ['cut \ud83d', '\ude00 rest', 'a\ud83d\ud83d b'];

// Not fc.string({ unit: 'binary' }): that maps all of Unicode when it is made, and every test file would wait for it.
const anyCodePoints = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 40 })
  .map((points) => String.fromCodePoint(...points));

const texts = fc.oneof(
  { weight: 6, arbitrary: textOf(fc.nat({ max: 400 })) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\n\t', ...LONE_SURROGATES) },
  { weight: 1, arbitrary: anyCodePoints },
  { weight: 1, arbitrary: textOf(fc.integer({ min: 2_000, max: 20_000 })) },
);

const parts: fc.Arbitrary<ContentPart> = fc.oneof(
  { weight: 4, arbitrary: texts.map((text): ContentPart => ({ type: 'text', text })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<ContentPart>(
      PIXEL,
      { type: 'image_url', image_url: { url: 'https://example.com/screen.png', detail: 'low' } },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,{b64_img}' } },
      { type: 'image_url', image_url: { url: '' } },
      { type: 'input_image', image_url: 'data:image/png;base64,' },
      { type: 'file', file: { filename: 'report.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
      { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
    ),
  },
);

const contents: fc.Arbitrary<Content> = fc.oneof(
  { weight: 6, arbitrary: texts },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.array(parts, { maxLength: 3 }) },
);

// Few ids for many calls: orphans, second results and ids used again all come up by themselves.
const ids = fc.constantFrom('call_a', 'call_b', 'call_c', 'call_d', '');

const calls: fc.Arbitrary<ToolCall> = fc
  .record({
    id: ids,
    name: fc.constantFrom('terminal', 'read_file', 'write_file'),
    arguments: fc.oneof(
      {
        weight: 3,
        arbitrary: textOf(fc.nat({ max: 700 })).map((content) => JSON.stringify({ path: 'a.ts', content })),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', '{', '{"path": "a', 'null', '[1', '"text"', 'not json', '{"a":1}{"b":2}'),
      },
    ),
  })
  .map(({ id, ...call }) => ({ id, type: 'function', function: call }));

const systemMessages = contents.map((content): Message => ({ role: 'system', content }));
const toolMessages = fc
  .record({ tool_call_id: ids, content: contents })
  .map((fields): Message => ({ role: 'tool', ...fields }));

// What hosts and earlier compactions write under the user's role; none of it is a person's wish.
const hostMessages = fc.constantFrom<Message>(
  { role: 'user', content: '<system-reminder>The file was changed.</system-reminder>' },
  { role: 'user', content: 'Continue.', metadata: { origin: 'hook' } },
  { role: 'user', content: 'Go on.', _context: { mark: { kind: 'synthetic' } } },
  {
    role: 'user',
    content: '[CONTEXT COMPACTION] Earlier turns were summarised.\n## Goal\nShip it.',
    _context: { mark: { kind: 'summary', summary: { source: 'model', coveredCount: 12 } } },
  },
);

const userMessages = fc.oneof(
  { weight: 5, arbitrary: contents.map((content): Message => ({ role: 'user', content })) },
  { weight: 2, arbitrary: hostMessages },
);

const assistantMessages = fc
  .record({ content: contents, tool_calls: fc.array(calls, { maxLength: 4 }), reasoning: fc.option(texts) })
  .map(({ content, tool_calls, reasoning }): AssistantMessage => {
    const thought = reasoning === null ? {} : { reasoning_content: reasoning };
    return { role: 'assistant', content, ...(tool_calls.length === 0 ? {} : { tool_calls }), ...thought };
  });

const messages: fc.Arbitrary<Message> = fc.oneof(
  { weight: 3, arbitrary: userMessages },
  { weight: 4, arbitrary: assistantMessages },
  { weight: 4, arbitrary: toolMessages },
  { weight: 1, arbitrary: systemMessages },
);

/** One thing that went wrong with a well-formed list, at a position taken modulo its length. */
const damages = fc.record({ kind: fc.constantFrom('drop', 'double', 'delay', 'head'), at: fc.nat({ max: 200 }) });

const damaged: fc.Arbitrary<Messages> = fc
  .record({ list: transcript({ maxTurns: 4 }), harm: fc.array(damages, { minLength: 1, maxLength: 4 }) })
  .map(({ list, harm }) => harm.reduce(applyDamage, list));

function applyDamage(list: Messages, { kind, at }: { readonly kind: string; readonly at: number }): Messages {
  const index = list.length === 0 ? 0 : at % list.length;
  const target = list.slice(index, index + 1);
  const without = list.toSpliced(index, 1);
  switch (kind) {
    case 'drop':
      return without;
    case 'double':
      return list.toSpliced(index, 0, ...target);
    case 'delay':
      return without.toSpliced(index + 3, 0, ...target);
    default:
      return list.slice(index);
  }
}

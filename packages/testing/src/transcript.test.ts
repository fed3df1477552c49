import type { Message, Messages } from '@hermes-context/contract';
import { validateAlternation, validateOpenAiChat } from '@hermes-context/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrambledTranscript } from './scrambled-transcript.ts';
import { type TranscriptOptions, transcript } from './transcript.ts';

// Fixed samples: they describe the generators, not a law of chance.
const sampleOf = (lists: fc.Arbitrary<Messages>): Messages[] => fc.sample(lists, { numRuns: 400, seed: 7 });
const wellFormed = sampleOf(transcript());
const scrambled = sampleOf(scrambledTranscript());

const shareOf = (sample: readonly Messages[], has: (messages: Messages) => boolean): number =>
  sample.filter(has).length / sample.length;

const some = (has: (message: Message) => boolean) => (messages: Messages) => messages.some(has);
const textLength = ({ content }: Message): number => (typeof content === 'string' ? content.length : 0);
const callsOf = (message: Message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []);
const isFrozen = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen));

const optionSets: fc.Arbitrary<TranscriptOptions> = fc.record(
  { minMessages: fc.nat({ max: 40 }), maxTurns: fc.integer({ min: 1, max: 10 }), reuseIds: fc.boolean() },
  { requiredKeys: [] },
);

describe('transcript', () => {
  it('answers every call right behind it, in order, with JSON arguments', () => {
    const anyTranscript = optionSets.chain((options) => transcript(options));
    fc.assert(
      fc.property(anyTranscript, (messages) => {
        for (const [index, message] of messages.entries()) {
          const answers = messages.slice(index + 1, index + 1 + callsOf(message).length);
          expect(answers.map((answer) => answer.role === 'tool' && answer.tool_call_id)).toEqual(
            callsOf(message).map(({ id }) => id),
          );
          for (const call of callsOf(message)) expect(JSON.parse(call.function.arguments)).toBeTypeOf('object');
        }
        const resultCount = messages.filter(({ role }) => role === 'tool').length;
        expect(resultCount).toBe(messages.flatMap(callsOf).length);
      }),
    );
  });

  it('is what a provider takes, with ids used again as well', () => {
    fc.assert(
      fc.property(
        optionSets.chain((options) => transcript(options)),
        (messages) => {
          // A list without a single message has no user message either; that is all there is to say of it.
          expect(validateOpenAiChat(messages).filter(({ rule }) => rule !== 'user-missing')).toEqual([]);
          expect(validateAlternation(messages)).toEqual([]);
        },
      ),
    );
  });

  it('alternates roles: user and assistant in turn, the system prompt first or nowhere', () => {
    fc.assert(
      fc.property(transcript(), (messages) => {
        const roles = messages.map(({ role }) => role).filter((role) => role !== 'tool');
        expect(roles.lastIndexOf('system')).toBeLessThanOrEqual(0);
        for (const [index, role] of roles.entries()) {
          if (role === 'user') expect(['assistant', 'system', undefined]).toContain(roles[index - 1]);
        }
        expect(roles.find((role) => role !== 'system') ?? 'user').toBe('user');
      }),
    );
  });

  it('keeps to the sizes asked for, also when few turns must hold many messages', () => {
    fc.assert(
      fc.property(
        optionSets.chain((options) => fc.tuple(fc.constant(options), transcript(options))),
        ([{ minMessages = 0, maxTurns = Math.max(8, minMessages) }, messages]) => {
          expect(messages.length).toBeGreaterThanOrEqual(minMessages);
          expect(messages.filter(({ role }) => role === 'user').length).toBeLessThanOrEqual(maxTurns);
        },
      ),
    );
  });

  it('refuses a minimum that no turn may fill', () => {
    expect(() => transcript({ minMessages: 1, maxTurns: 0 })).toThrow('Raise maxTurns');
  });

  it('gives each call an id of its own, or starts anew in every turn with reuseIds', () => {
    const repeats = (messages: Messages): boolean => {
      const ids = messages.flatMap(callsOf).map(({ id }) => id);
      return new Set(ids).size < ids.length;
    };
    expect(shareOf(wellFormed, repeats)).toBe(0);
    expect(shareOf(sampleOf(transcript({ reuseIds: true })), repeats)).toBeGreaterThan(0.5);
  });

  it.each<[string, (messages: Messages) => boolean, [atLeast: number, atMost: number]]>([
    ['no message at all', (messages) => messages.length === 0, [0.005, 0.3]],
    ['a system prompt', some(({ role }) => role === 'system'), [0.4, 0.9]],
    ['parallel calls', some((message) => callsOf(message).length > 1), [0.5, 1]],
    ['a result over 200 characters', some((m) => m.role === 'tool' && textLength(m) > 200), [0.5, 1]],
    ['a result of exactly 200 characters', some((m) => m.role === 'tool' && textLength(m) === 200), [0.1, 1]],
    ['a huge result', some((m) => m.role === 'tool' && textLength(m) > 5_000), [0.2, 0.9]],
    ['an empty result', some((m) => m.role === 'tool' && textLength(m) === 0), [0.1, 1]],
    ['a result that failed', some((m) => m.role === 'tool' && String(m.content).startsWith('Error:')), [0.1, 0.9]],
    [
      'arguments over 500 characters',
      some((m) => callsOf(m).some((call) => call.function.arguments.length > 500)),
      [0.3, 1],
    ],
    ['a picture', some(({ content }) => Array.isArray(content)), [0.1, 0.7]],
    ['reasoning', some((m) => m.role === 'assistant' && m.reasoning_content !== undefined), [0.5, 1]],
    ['an end on the user', (messages) => messages.at(-1)?.role === 'user', [0.1, 0.5]],
    ['an end on results', (messages) => messages.at(-1)?.role === 'tool', [0.1, 0.5]],
    ['Chinese', some(({ content }) => String(content).includes('修复')), [0.3, 1]],
    ['Arabic', some(({ content }) => String(content).includes('الخطأ')), [0.3, 1]],
    ['emoji of several code points', some(({ content }) => String(content).includes('👩‍👩‍👧‍👦')), [0.3, 1]],
    ['a long result twice', hasDuplicateResult, [0.2, 1]],
  ])('often enough has %s', (_, has, [atLeast, atMost]) => {
    const share = shareOf(wellFormed, has);
    expect(share).toBeGreaterThanOrEqual(atLeast);
    expect(share).toBeLessThanOrEqual(atMost);
  });

  it('never cuts a character in two', () => {
    fc.assert(
      fc.property(transcript(), (messages) => {
        for (const { content } of messages) if (typeof content === 'string') expect(content.isWellFormed()).toBe(true);
      }),
    );
  });

  it('is frozen through and through', () => {
    expect(shareOf(wellFormed, isFrozen)).toBe(1);
    expect(shareOf(scrambled, isFrozen)).toBe(1);
  });
});

describe('scrambledTranscript', () => {
  const follows = (first: string, second: string) => (messages: Messages) =>
    messages.some(({ role }, index) => role === second && messages[index - 1]?.role === first);
  const toolIds = (messages: Messages) => messages.flatMap((m) => (m.role === 'tool' ? [m.tool_call_id] : []));
  const callIds = (messages: Messages) => messages.flatMap(callsOf).map(({ id }) => id);
  const hasPart = (type: string) =>
    some(({ content }) => Array.isArray(content) && content.some((p) => p.type === type));
  const isJson = (text: string): boolean => {
    try {
      return typeof JSON.parse(text) === 'object';
    } catch {
      return false;
    }
  };

  it.each<[string, (messages: Messages) => boolean]>([
    ['an orphaned result', (messages) => toolIds(messages).some((id) => !callIds(messages).includes(id))],
    ['a call without a result', (messages) => callIds(messages).some((id) => !toolIds(messages).includes(id))],
    ['two results of one id', (messages) => new Set(toolIds(messages)).size < toolIds(messages).length],
    ['one id called twice', (messages) => new Set(callIds(messages)).size < callIds(messages).length],
    ['a result late', (messages) => follows('user', 'tool')(messages)],
    ['two users in a row', follows('user', 'user')],
    ['a system message later on', (messages) => messages.slice(1).some(({ role }) => role === 'system')],
    ['the assistant first', (messages) => messages[0]?.role === 'assistant'],
    ['a result first', (messages) => messages[0]?.role === 'tool'],
    ['null for content', some(({ content }) => content === null)],
    ['an empty text', some(({ content }) => content === '')],
    ['no parts at all', some(({ content }) => Array.isArray(content) && content.length === 0)],
    ['a picture', hasPart('image_url')],
    ['a file', hasPart('file')],
    ['a lone surrogate', some(({ content }) => typeof content === 'string' && !content.isWellFormed())],
    ['arguments that are no object', some((m) => callsOf(m).some((call) => !isJson(call.function.arguments)))],
    ['a host under the role of the user', some(({ metadata }) => metadata?.['origin'] === 'hook')],
    ['an earlier summary', some(({ _context }) => _context?.mark?.kind === 'summary')],
    ['a huge result', some((m) => m.role === 'tool' && textLength(m) > 2_000)],
  ])('often enough has %s', (_, has) => {
    expect(shareOf(scrambled, has)).toBeGreaterThan(0.04);
  });
});

function hasDuplicateResult(messages: Messages): boolean {
  const long = messages
    .filter((message) => message.role === 'tool' && textLength(message) > 100)
    .map(({ content }) => content);
  return new Set(long).size < long.length;
}

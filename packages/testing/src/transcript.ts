import type { Content, Message, Messages, ToolCall } from '@hermes-context/contract';
import fc from 'fast-check';
import { deepFreeze } from './deep-freeze.ts';
import { type CallPlan, callPlans, type ResultPlan, resultPlans, textOf, userContents } from './transcript-parts.ts';

const DEFAULT_MAX_TURNS = 8;
const MAX_ROUNDS = 4;
const MAX_PARALLEL_CALLS = 4;

/** What {@link transcript} should make. */
export interface TranscriptOptions {
  /** At least so many messages. Default 0: the empty list and a lone question come up too. */
  readonly minMessages?: number;
  /** Default 8, or as many as `minMessages` takes when that is more. */
  readonly maxTurns?: number;
  /** Every turn starts to count its call ids anew, as some providers do. Pairs are still plain by position. Default false. */
  readonly reuseIds?: boolean;
}

interface RoundPlan {
  readonly content: Content;
  readonly reasoning: string | undefined;
  readonly calls: readonly { readonly call: CallPlan; readonly result: ResultPlan }[];
}

interface TurnPlan {
  readonly ask: Content;
  readonly rounds: readonly RoundPlan[];
  /** Absent when the turn was left open. */
  readonly answer: string | undefined;
  readonly reasoning: string | undefined;
}

/** What the list ends on: the assistant's answer, the results of the last round, or the user's message. */
type Ending = 'answer' | 'results' | 'user';

interface TranscriptPlan {
  readonly system: string | undefined;
  readonly turns: readonly TurnPlan[];
  readonly ending: Ending;
}

/**
 * Well-formed conversations: an optional system prompt, then turns of a user's message, rounds of
 * up to four parallel calls each answered right behind, and the assistant's answer. Roles alternate.
 * The last turn may be open: ending on tool results, or on the user. Deep-frozen.
 */
export function transcript(options: TranscriptOptions = {}): fc.Arbitrary<Messages> {
  const { reuseIds = false } = options;
  const { minTurns, maxTurns, minRounds } = sizesOf(options);
  const turns = fc.array(turnPlans(minRounds), { minLength: minTurns, maxLength: maxTurns, size: 'max' });
  // An end on the user drops a turn's rounds, and with them messages that were asked for.
  const endings = fc.constantFrom<Ending>('answer', 'answer', 'results', minRounds > 0 ? 'results' : 'user');
  return fc
    .record({ system: fc.option(systemPrompts, { nil: undefined, freq: 3 }), turns, ending: endings })
    .map((plan) => deepFreeze(messagesOf(plan, reuseIds)));
}

const systemPrompts = textOf(fc.oneof(fc.integer({ min: 20, max: 300 }), fc.integer({ min: 1_000, max: 4_000 }))).map(
  (text) => `You are a helpful assistant.\n${text}`,
);

const reasonings = fc.option(textOf(fc.integer({ min: 1, max: 300 })), { nil: undefined, freq: 2 });
const answers = textOf(
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 200 }) },
    { weight: 1, arbitrary: fc.integer({ min: 500, max: 2_000 }) },
  ),
);

function turnPlans(minRounds: number): fc.Arbitrary<TurnPlan> {
  const calls = fc.array(fc.record({ call: callPlans, result: resultPlans }), {
    minLength: 1,
    maxLength: MAX_PARALLEL_CALLS,
    size: 'max',
  });
  const content: fc.Arbitrary<Content> = fc.oneof(fc.constantFrom(null, ''), textOf(fc.integer({ min: 1, max: 120 })));
  const round = fc.record({ content, reasoning: reasonings, calls });
  const rounds = fc.array(round, { minLength: minRounds, maxLength: Math.max(MAX_ROUNDS, minRounds + 1), size: 'max' });
  return fc.record({ ask: userContents, rounds, answer: answers, reasoning: reasonings });
}

/** An answered turn of `r` rounds has at least 2 + 2r messages, and only the last one may lack its answer. */
function sizesOf({ minMessages = 0, maxTurns }: TranscriptOptions): {
  minTurns: number;
  maxTurns: number;
  minRounds: number;
} {
  const turnsOfTwo = minMessages === 0 ? 0 : Math.ceil((minMessages + 1) / 2);
  if (maxTurns === undefined)
    return { minTurns: turnsOfTwo, maxTurns: Math.max(DEFAULT_MAX_TURNS, turnsOfTwo), minRounds: 0 };
  if (minMessages > 0 && maxTurns < 1) {
    throw new RangeError(
      `transcript: ${minMessages} messages need at least one turn. Raise maxTurns, or drop minMessages.`,
    );
  }
  if (turnsOfTwo <= maxTurns) return { minTurns: turnsOfTwo, maxTurns, minRounds: 0 };
  return {
    minTurns: maxTurns,
    maxTurns,
    minRounds: Math.max(0, Math.ceil((minMessages + 1 - 2 * maxTurns) / (2 * maxTurns))),
  };
}

function messagesOf({ system, turns, ending }: TranscriptPlan, reuseIds: boolean): Messages {
  const list: Message[] = system === undefined ? [] : [{ role: 'system', content: system }];
  const earlier: string[] = [];
  let callCount = 0;
  for (const { ask, rounds, answer, reasoning } of withEnding(turns, ending)) {
    if (reuseIds) callCount = 0;
    list.push({ role: 'user', content: ask });
    for (const round of rounds) {
      list.push(...messagesOfRound(round, { firstCall: callCount, earlier }));
      callCount += round.calls.length;
    }
    if (answer !== undefined) list.push({ role: 'assistant', content: answer, ...reasoningOf({ reasoning }) });
  }
  return list;
}

function withEnding(turns: readonly TurnPlan[], ending: Ending): readonly TurnPlan[] {
  const last = turns.at(-1);
  if (last === undefined || ending === 'answer') return turns;
  const open: TurnPlan = { ...last, answer: undefined, rounds: ending === 'user' ? [] : last.rounds };
  return [...turns.slice(0, -1), open];
}

function messagesOfRound(
  round: RoundPlan,
  { firstCall, earlier }: { readonly firstCall: number; readonly earlier: string[] },
): Messages {
  const id = (index: number): string => `call_${String(firstCall + index).padStart(4, '0')}`;
  const tool_calls = round.calls.map(
    ({ call }, index): ToolCall => ({ id: id(index), type: 'function', function: { ...call } }),
  );
  const results = round.calls.map(({ result }, index): Message => {
    const content = result.kind === 'text' ? result.text : (earlier[result.pick % earlier.length] ?? 'ok');
    earlier.push(content);
    return { role: 'tool', tool_call_id: id(index), content };
  });
  return [{ role: 'assistant', content: round.content, tool_calls, ...reasoningOf(round) }, ...results];
}

function reasoningOf({ reasoning }: { readonly reasoning: string | undefined }): { reasoning_content?: string } {
  return reasoning === undefined ? {} : { reasoning_content: reasoning };
}

import type { FakeBehaviour } from '../fake-provider-behaviour.ts';
import { isRecord } from '../is-record.ts';
import { messagesOf, textOfMessage } from '../wire-words.ts';
import { type CodingTool, codingTools } from './coding-tools.ts';
import { type Needle, needleOf } from './needles.ts';
import { type PlannedStep, planTurn, type TurnPlan, userMessageOf } from './plan-turn.ts';

/** How long a session is, and which one. */
export interface CodingSessionOptions {
  /** Messages of the user's. Default 200; with their answers and results some 400,000 tokens. */
  readonly turns?: number;
  /** Sessions of different seeds differ in all texts. A whole number, default 1. */
  readonly seed?: number;
}

/** A script for all three sides of an agent: the user, the model and the tools. The same for the same options. */
export interface CodingSession {
  /** What the user says, in order; each begins with its number from 1 on, as in `Task #17:`. */
  readonly userMessages: readonly string[];
  /** The tools that the model calls. */
  readonly tools: readonly CodingTool[];
  /** Facts that one message each mentions. */
  readonly needles: readonly Needle[];
  /**
   * What the model says to a request, in one to three rounds of tools and a closing answer a turn. Decided by the
   * request alone: the highest task number of the user's messages tells the turn, the ids of the last calls the round.
   * So it goes on where it was after a compaction, a restart, or on another server.
   */
  answer(body: unknown): FakeBehaviour;
}

const DEFAULT_TURNS = 200;
const MARKER = /Task #(\d+):/g;

/** A coding session, for the test of a host: mixed sizes, code, JSON, stack traces, four languages, parallel calls, errors. */
export function codingSession(options: CodingSessionOptions = {}): CodingSession {
  const { turns = DEFAULT_TURNS, seed = 1 } = options;
  const numbers = Array.from({ length: turns }, (_, index) => index + 1);
  return {
    userMessages: numbers.map((turn) => userMessageOf(seed, turn)),
    tools: codingTools(seed, turns),
    needles: numbers.flatMap((turn) => needleOf(seed, turn) ?? []),
    answer: (body) => {
      const { turn, messages } = currentTurn(messagesOf(body));
      if (turn === undefined) return { kind: 'reply', text: 'Which task shall I take up?' };
      const stepIndex = nextStep(messages, callIdPrefix(seed, turn));
      return behaviourOf(planTurn(seed, turn), { stepIndex, idPrefix: callIdPrefix(seed, turn) });
    },
  };
}

type WireMessage = Readonly<Record<string, unknown>>;

/** The newest task, and what was said since. A summary in the user's name quotes older ones only. */
function currentTurn(messages: readonly WireMessage[]): {
  readonly turn: number | undefined;
  readonly messages: readonly WireMessage[];
} {
  const numbers = messages.map((message) => (message['role'] === 'user' ? highestTask(textOfMessage(message)) : 0));
  const turn = Math.max(0, ...numbers);
  if (turn === 0) return { turn: undefined, messages: [] };
  return { turn, messages: messages.slice(numbers.lastIndexOf(turn) + 1) };
}

function highestTask(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(MARKER), ([, digits]) => Number(digits)));
}

/**
 * The round after that of the last calls. Counting answers alone would begin anew when a compaction takes the first
 * rounds of a turn away; where the calls have ids of somebody else's, it is the best there is.
 */
function nextStep(messages: readonly WireMessage[], idPrefix: string): number {
  const rounds = messages.filter(({ role, tool_calls }) => role === 'assistant' && Array.isArray(tool_calls));
  const [last] = callIdsOf(rounds.at(-1)).flatMap((id) => (id.startsWith(idPrefix) ? [id.slice(idPrefix.length)] : []));
  const index = Number.parseInt(last ?? '', 10);
  return Number.isNaN(index) ? rounds.length : index + 1;
}

function callIdsOf(message: WireMessage | undefined): readonly string[] {
  const calls = message?.['tool_calls'];
  return (Array.isArray(calls) ? calls : []).flatMap((call) => {
    return isRecord(call) && typeof call['id'] === 'string' ? [call['id']] : [];
  });
}

function callIdPrefix(seed: number, turn: number): string {
  return `call_${seed}_${turn}_`;
}

interface Progress {
  readonly stepIndex: number;
  readonly idPrefix: string;
}

function behaviourOf({ steps, answer }: TurnPlan, { stepIndex, idPrefix }: Progress): FakeBehaviour {
  const step = steps[stepIndex];
  if (step === undefined) return { kind: 'reply', text: answer };
  return { kind: 'reply', ...wordsOf(step), toolCalls: callsOf(step, `${idPrefix}${stepIndex}_`) };
}

function wordsOf({ calls: _, ...words }: PlannedStep): Omit<PlannedStep, 'calls'> {
  return words;
}

function callsOf({ calls }: PlannedStep, idPrefix: string) {
  return calls.map(({ name, input }, index) => ({ id: `${idPrefix}${index}`, name, arguments: JSON.stringify(input) }));
}

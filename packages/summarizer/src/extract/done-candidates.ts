import { clipText, EMPTY_LEDGER, type Ledger, renderLedger } from '@hermes-context/messages';
import { ageOf, type Candidate } from './candidates.ts';
import { type CallStyle, describeRun, onlyLooks } from './describe-calls.ts';
import type { AssessedTurn, ExtractContext } from './extract-context.ts';
import { isDone } from './patterns.ts';
import { quote, quoteGist } from './quote.ts';
import type { CallFact, SaidFact } from './read-turns.ts';
import { isEmptyTalk } from './sentences.ts';
import { isTaskTool } from './task-list.ts';
import { fill } from './words.ts';

const OPENING_CHARS = 80;

const MAX_RUN_CALLS = 12;
const RUN_MAX_CHARS = 260;

// Within a turn: what it came to counts most, then what the assistant said on the way, then the calls.
const CALLS_PENALTY = 0.25;
const READS_PENALTY = 0.5;
const SAID_PENALTY = 0.15;

// What the tests came to counts like an outcome; other commands fill what room is left.
const TESTS_RANK = 0.3;
const COMMAND_RANK = 1.5;
const URL_RANK = 2.5;

/**
 * What was done, oldest first: finished and answered requests with the assistant's own words, successful calls in
 * runs, and what the assistant called done on the way.
 */
export function doneCandidates(context: ExtractContext, style: CallStyle): readonly Candidate[] {
  const turns = context.turns.slice(-context.maxLines);
  const openings = new Set<string>();
  return turns.flatMap((turn, index) => {
    const rank = ageOf(index, turns.length);
    const opening = (turn.request ?? '').slice(0, OPENING_CHARS);
    const isRepeated = opening.length === OPENING_CHARS && openings.has(opening);
    openings.add(opening);
    return [...outcomeOf(turn, { rank, isRepeated }, context), ...workOf(turn, { rank, context, style })];
  });
}

/** Commands with their newest outcome, oldest first; addresses. What this extract tells as a run of calls is there anyway. */
export function commandCandidates({ commands, urls, ...rest }: Ledger): readonly Candidate[] {
  const lines = (part: Partial<Ledger>): readonly string[] =>
    renderLedger({ ...EMPTY_LEDGER, ...part }).done.toReversed();
  const said = lines({ commands }).map((text, index): Candidate => {
    const rank = commands[index]?.tests === undefined ? COMMAND_RANK : TESTS_RANK;
    return { text, rank: rank + ageOf(index, commands.length) / 2 };
  });
  const asked = lines({ urls }).map((text, index) => ({ text, rank: URL_RANK + ageOf(index, urls.length) / 2 }));
  const leftOut = lines({ leftOut: { ...rest.leftOut, files: 0, errors: 0 } });
  return [...asked, ...leftOut.map((text) => ({ text, rank: URL_RANK })), ...said];
}

interface OutcomeStyle {
  readonly rank: number;
  /** A pasted document that was there before is recognised by its first words. */
  readonly isRepeated: boolean;
}

function outcomeOf(
  turn: AssessedTurn,
  { rank, isRepeated }: OutcomeStyle,
  { words, sizes }: ExtractContext,
): readonly Candidate[] {
  if (turn.state === 'open' || turn.answer === '') return [];
  const answer = quote(turn.answer, sizes.answer);
  if (turn.request === undefined) return [{ text: answer, rank }];
  const template = turn.state === 'finished' ? words.finished : words.answered;
  return [
    {
      text: fill(template, { request: quoteGist(turn.request, isRepeated ? OPENING_CHARS : sizes.request), answer }),
      rank,
    },
  ];
}

interface WorkStyle {
  readonly rank: number;
  readonly context: ExtractContext;
  readonly style: CallStyle;
}

function workOf(turn: AssessedTurn, { rank, context, style }: WorkStyle): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let run: CallFact[] = [];
  const endRun = (): void => {
    if (run.length > 0) candidates.push(candidateOfRun(run, rank, style));
    run = [];
  };
  for (const step of turn.steps) {
    const said = step.kind === 'said' ? doneOnTheWay(step, turn, context) : undefined;
    if (said !== undefined) {
      endRun();
      candidates.push({ text: quote(said, context.sizes.answer), rank: rank + SAID_PENALTY });
    }
    if (step.kind !== 'call' || !isSuccess(step) || isTaskTool(step.tool) || isThought(step.tool)) continue;
    run.push(step);
    if (run.length >= MAX_RUN_CALLS) endRun();
  }
  endRun();
  return candidates;
}

function candidateOfRun(run: readonly CallFact[], rank: number, style: CallStyle): Candidate {
  const text = clipText(describeRun(run, style), RUN_MAX_CHARS);
  return { text, rank: rank + (run.every(onlyLooks) ? READS_PENALTY : CALLS_PENALTY) };
}

/** Tools that only note what the assistant thinks. */
function isThought(tool: string): boolean {
  return /think|thought/i.test(tool);
}

function isSuccess({ result, failure }: CallFact): boolean {
  return result !== undefined && failure === undefined;
}

function doneOnTheWay({ sentences }: SaidFact, turn: AssessedTurn, { language }: ExtractContext): string | undefined {
  const done = sentences.find((sentence) => isDone(sentence, language));
  return done === undefined || isEmptyTalk(done) || turn.answer.startsWith(done) ? undefined : done;
}

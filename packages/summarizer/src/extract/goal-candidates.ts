import { ageOf, type Candidate } from './candidates.ts';
import type { AssessedTurn, ExtractContext, QuoteSizes } from './extract-context.ts';
import { quoteGist } from './quote.ts';

const NEWEST_RANK = 0;
const FIRST_RANK = 0.5;

const SHORT_REQUEST_CHARS = 30;

/**
 * What the user wants: the first request and the newest one, and those between that nobody answered, unless a later
 * one was finished: then the user has moved on. Finished ones stand under Done alone, or a model would do them again;
 * carried ones stand behind the summary.
 */
export function goalCandidates({ turns, words, sizes, hasNewerRequest }: ExtractContext): readonly Candidate[] {
  const asked = turns.filter((turn) => turn.request !== undefined);
  const lastFinished = asked.findLastIndex((turn) => turn.state === 'finished');
  const goals = asked.flatMap((turn, index): readonly Candidate[] => {
    const isEnd = index === 0 || (!hasNewerRequest && (index === asked.length - 1 || isExplained(asked, index)));
    if (turn.isCarried || !isGoal(turn, isEnd) || (!isEnd && index < lastFinished)) return [];
    const text = quoteGist(turn.request ?? '', charsOf(index, asked.length, sizes));
    return [{ text, rank: rankOf(index, asked.length) }];
  });
  const isOver = !hasNewerRequest && asked.length > 0 && lastFinished === asked.length - 1;
  return isOver ? [...goals, { text: words.allFinished, rank: NEWEST_RANK }] : goals;
}

function charsOf(index: number, length: number, sizes: QuoteSizes): number {
  if (index === length - 1) return sizes.newestRequest;
  return index === 0 ? sizes.request * 2 : sizes.request;
}

/** Whether the next request is the newest and too short to be understood without this one: "yes, do it all". */
function isExplained(asked: readonly AssessedTurn[], index: number): boolean {
  const newest = asked.at(-1)?.request ?? '';
  return index === asked.length - 2 && newest.length <= SHORT_REQUEST_CHARS;
}

/** Whether the newest request of the conversation is among the turns, and still worked on. */
export function isNewestOpen({ turns, hasNewerRequest }: ExtractContext): boolean {
  return !hasNewerRequest && turns.at(-1)?.state === 'open';
}

/** Whether the newest request still waits, and is the last one under Goal: a carried one stands behind the summary. */
export function isLastGoalOpen(context: ExtractContext): boolean {
  return isNewestOpen(context) && context.turns.at(-1)?.isCarried === false;
}

function isGoal({ state }: AssessedTurn, isEnd: boolean): boolean {
  switch (state) {
    case 'finished':
      return false;
    case 'answered':
      return isEnd; // an answer is not the end of what the user is after
    case 'open':
      return true;
  }
}

function rankOf(index: number, length: number): number {
  if (index === length - 1) return NEWEST_RANK;
  return index === 0 ? FIRST_RANK : 1 + ageOf(index, length);
}

import { ageOf, type Candidate } from './candidates.ts';
import type { AssessedTurn, ExtractContext, QuoteSizes } from './extract-context.ts';
import { quoteGist } from './quote.ts';

const NEWEST_RANK = 0;
const FIRST_RANK = 0.5;

const SHORT_REQUEST_CHARS = 30;

/**
 * What the user wants: the first request and the newest one, and those between that nobody answered, unless a later
 * one was finished: then the user has moved on. Finished ones stand under Done alone, or a model would do them again.
 */
export function goalCandidates({ turns, words, sizes }: ExtractContext): readonly Candidate[] {
  const asked = turns.filter((turn) => turn.request !== undefined);
  const lastFinished = asked.findLastIndex((turn) => turn.state === 'finished');
  const goals = asked.flatMap((turn, index): readonly Candidate[] => {
    const isEnd = index === 0 || index === asked.length - 1 || isExplained(asked, index);
    if (!isGoal(turn, isEnd) || (!isEnd && index < lastFinished)) return [];
    const text = quoteGist(turn.request ?? '', charsOf(index, asked.length, sizes));
    return [{ text, rank: rankOf(index, asked.length) }];
  });
  const isOver = asked.length > 0 && lastFinished === asked.length - 1;
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

/** Whether the newest request still waits: the last one under Goal. */
export function isNewestOpen({ turns }: ExtractContext): boolean {
  return turns.at(-1)?.state === 'open';
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

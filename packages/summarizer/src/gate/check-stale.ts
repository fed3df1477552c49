import type { AssessedTurn } from '../extract/extract-context.ts';
import { isDone } from '../extract/patterns.ts';
import { sentencesOf } from '../extract/sentences.ts';
import type { SectionName } from '../summary-sections.ts';
import { type Check, hard, named } from './finding.ts';
import { type Draft, type DraftEntry, shareIn, tellingWords } from './gate-draft.ts';
import type { SourceFacts } from './gate-source.ts';

/** Where a summary says what is open. */
const OPEN: readonly SectionName[] = ['In Progress', 'Next Steps'];

/** An entry repeats a request that shares this much of its telling words, each way. */
const SAME_SHARE = 0.75;
const SAME_SHARE_BACK = 0.6;

/** Done tells of a request in other words: "renamed" for "rename". */
const DONE_SHARE = 0.4;

/** Fewer telling words are a matter of chance. */
const MIN_WORDS = 3;

/** Of a request, how much is compared: the rest of a long one is detail. */
const REQUEST_CHARS = 400;

/** Nobody takes up what was finished a hundred requests ago; and each is compared with each open one. */
const MAX_FINISHED = 100;
const MAX_OPEN = 8;

const FINISHED =
  /\b(?:done|finished|completed?|fixed|merged|earlier|previously|already)\b|完成|已|完了|済|완료|erledigt|fertig|abgeschlossen|terminée?|hecho|terminad|concluíd|feito|готов|сделан|завершен/iu;

/** What was finished is not open, and an older request is not the task at hand. */
export const checkStale: Check = (draft, facts) => {
  const finished = finishedRequests(facts);
  const stale = draft.entries.filter((entry) => isStale(entry, draft, finished));
  if (stale.length === 0) return [];
  const what = named(stale.map((entry) => entry.text));
  return [hard('stale', `The summary presents a finished request as open: ${what}.`, newestOf(facts))];
};

/** Requests that came to their end and are not the newest, as their telling words. */
export function finishedRequests({ turns, source }: SourceFacts): readonly (readonly string[])[] {
  const asked = turns.filter(({ request }) => request !== undefined);
  const older = source.hasNewerRequest === true ? asked : asked.slice(0, -1);
  const open = asked.filter(({ state }) => state !== 'finished').slice(-MAX_OPEN);
  return older.slice(-MAX_FINISHED).flatMap((turn) => {
    const words = wordsOfRequest(turn);
    return turn.state === 'finished' && words.length >= MIN_WORDS && !isAskedAgain(words, open) ? [words] : [];
  });
}

/** Whether an entry says that one of the finished requests is to be done. */
export function isStale(entry: DraftEntry, draft: Draft, finished: readonly (readonly string[])[]): boolean {
  if (FINISHED.test(entry.text) || isDone(entry.text, 'en')) return false;
  if (!OPEN.includes(entry.section) && !isOnlyGoal(entry, draft)) return false;
  const own = tellingWords(entry.text);
  return finished.some((words) => {
    const isSame = shareIn(words, entry.text) >= SAME_SHARE && shareOf(own, words) >= SAME_SHARE_BACK;
    // A goal that Done speaks of is told for the whole picture.
    return (
      isSame && (entry.section !== 'Goal' || !draft.sections.Done.some((done) => shareIn(words, done) >= DONE_SHARE))
    );
  });
}

function isOnlyGoal({ section }: DraftEntry, { sections }: Draft): boolean {
  return section === 'Goal' && sections.Goal.length === 1;
}

function shareOf(words: readonly string[], known: readonly string[]): number {
  const set = new Set(known);
  return words.length === 0 ? 0 : words.filter((word) => set.has(word)).length / words.length;
}

function wordsOfRequest({ request = '' }: AssessedTurn): readonly string[] {
  const [first = ''] = sentencesOf(request.slice(0, REQUEST_CHARS));
  return tellingWords(first === '' ? request.slice(0, REQUEST_CHARS) : first);
}

/** A request that another one repeats is open still, or again. */
function isAskedAgain(words: readonly string[], open: readonly AssessedTurn[]): boolean {
  return open.some(({ request = '' }) => shareIn(words, request.slice(0, REQUEST_CHARS)) >= SAME_SHARE);
}

function newestOf({ turns }: SourceFacts): readonly string[] {
  const newest = turns.findLast(
    ({ request, isCarried, state }) => request !== undefined && !isCarried && state === 'open',
  );
  return newest?.request === undefined ? [] : [newest.request.slice(0, REQUEST_CHARS)];
}

import { clipText, oneLine } from '@hermes-context/messages';
import { SECTION_NAMES, type SectionName, type SummarySections } from '../summary-sections.ts';
import { ageOf, type Candidate, type Candidates } from './candidates.ts';
import type { AssessedTurn, ExtractContext } from './extract-context.ts';
import { quote } from './quote.ts';
import { latestOfEach } from './said-candidates.ts';
import { fill, isFilled } from './words.ts';
import type { Words } from './words-shape.ts';

/** From this rank on, entries are from the summary before: older facts are the first to go. */
const CARRIED_RANK = 2;

/** What the user wants and forbids outlives what was done meanwhile. */
const LASTING_RANK = 1;

const ENTRY_MAX_CHARS = 1_200;
const OPEN_ENTRY_MAX_CHARS = 200;

/** Lines that every extract writes anew. */
const OWN_LINES: readonly (keyof Words)[] = [
  'allFinished',
  'newestOpen',
  'finishNewest',
  'lastSteps',
  'waiting',
  'extract',
];

/** The summary before, without what an extract writes anew. */
export function lastingEntries(previous: SummarySections): SummarySections {
  const lasting = { ...previous };
  for (const name of SECTION_NAMES) {
    lasting[name] = previous[name].filter(
      (entry) => !OWN_LINES.some((line) => isFilled(entry, (words) => words[line])),
    );
  }
  return lasting;
}

/** How many messages the summary before says that it was extracted from; 0 where a model wrote it. */
export function countedBefore(previous: SummarySections): number {
  const note = previous['Critical Context'].find((entry) => isFilled(entry, (words) => words.extract));
  return Number(/\d+/.exec(note ?? '')?.[0] ?? 0);
}

/**
 * Put the entries of the summary before in front of the new ones, section by section. What was open then may be
 * done by now: it is carried as open with its state unknown, and dropped once the user has asked for something new.
 *
 * @param succeeded - Descriptions of the calls that succeeded since.
 */
export function carryPrevious(
  fresh: Candidates,
  previous: SummarySections,
  { context, succeeded }: { readonly context: ExtractContext; readonly succeeded: ReadonlySet<string> },
): Candidates {
  const merge = (name: SectionName): readonly Candidate[] =>
    latestOfEach([...carried(previous[name], CARRIED_RANK), ...fresh[name]]);
  const stillBlocked = previous.Blocked.filter((entry) => ![...succeeded].some((call) => entry.startsWith(call)));
  return {
    Goal: mergeGoals(fresh.Goal, previous.Goal, context),
    'Constraints & Preferences': latestOfEach([
      ...carried(previous['Constraints & Preferences'], LASTING_RANK),
      ...fresh['Constraints & Preferences'],
    ]),
    Done: latestOfEach([...carried(previous.Done, CARRIED_RANK), ...endedGoal(previous.Goal, context), ...fresh.Done]),
    'In Progress': [...openBefore(previous, context), ...fresh['In Progress']],
    Blocked: latestOfEach([...carried(stillBlocked, CARRIED_RANK), ...fresh.Blocked]),
    'Key Decisions': merge('Key Decisions'),
    'Relevant Files': fresh['Relevant Files'], // they were merged path by path
    'Next Steps': fresh['Next Steps'],
    'Critical Context': merge('Critical Context'),
  };
}

/** The entries of a summary alone, for when there is nothing to add to it. */
export function carriedAlone(previous: SummarySections): Candidates {
  const all = { ...EMPTY };
  for (const name of SECTION_NAMES) all[name] = carried(previous[name], LASTING_RANK);
  return all;
}

const EMPTY: Candidates = {
  Goal: [],
  'Constraints & Preferences': [],
  Done: [],
  'In Progress': [],
  Blocked: [],
  'Key Decisions': [],
  'Relevant Files': [],
  'Next Steps': [],
  'Critical Context': [],
};

function carried(entries: readonly string[], rank: number): readonly Candidate[] {
  return entries.map((entry, index) => ({
    text: withWholeFences(clipText(entry, ENTRY_MAX_CHARS)),
    rank: rank + ageOf(index, entries.length),
  }));
}

/** A code block that was cut off would swallow the headings behind it. */
function withWholeFences(entry: string): string {
  const fences = entry.match(/^ *```/gm)?.length ?? 0;
  return fences % 2 === 0
    ? entry
    : `${entry}
\`\`\``;
}

/** The turn in front of the first new request goes on with the newest goal of the summary before. */
function leadTurn({ turns }: ExtractContext): AssessedTurn | undefined {
  return turns[0]?.request === undefined ? turns[0] : undefined;
}

function mergeGoals(
  fresh: readonly Candidate[],
  goals: readonly string[],
  context: ExtractContext,
): readonly Candidate[] {
  const ended = endedGoal(goals, context).length > 0;
  const kept = carried(ended ? goals.slice(0, -1) : goals, LASTING_RANK).map((goal, index) =>
    index === 0 ? { ...goal, rank: 0.6 } : goal,
  );
  const allFinished = { text: context.words.allFinished, rank: 0 };
  const isOver = !context.hasNewerRequest && !context.turns.some((turn) => turn.isCarried);
  if (fresh.length === 0 && ended && isOver) return [...kept, allFinished];
  return latestOfEach([...kept, ...fresh]);
}

/** The goal that the lead turn brought to its end, as an entry of Done; none while it is open. */
function endedGoal(goals: readonly string[], context: ExtractContext): readonly Candidate[] {
  const goal = goals.at(-1);
  const lead = leadTurn(context);
  if (goal === undefined || lead === undefined || lead.state === 'open') return [];
  // The first goal is what it is all about: an answer alone does not end it.
  if (lead.state === 'answered' && goals.length === 1) return [];
  const { words, sizes } = context;
  const template = lead.state === 'finished' ? words.finished : words.answered;
  return [
    {
      text: fill(template, { request: clipText(goal, sizes.request), answer: quote(lead.answer, sizes.answer) }),
      rank: 1,
    },
  ];
}

function openBefore(previous: SummarySections, { turns, words }: ExtractContext): readonly Candidate[] {
  const isNewRequest = turns.some((turn) => turn.request !== undefined);
  const entries = [...previous['In Progress'], ...previous['Next Steps']];
  return entries.flatMap((entry, index): readonly Candidate[] => {
    const rank = CARRIED_RANK + ageOf(index, entries.length);
    if (!isFilled(entry, (each) => each.openBefore)) {
      return [{ text: fill(words.openBefore, { entry: oneLine(entry, OPEN_ENTRY_MAX_CHARS) }), rank }];
    }
    return isNewRequest ? [] : [{ text: entry, rank }];
  });
}

import type { SummaryRequest } from '@hermes-context/contract';
import { completeLedger } from './extract/complete-ledger.ts';
import { extractSummary } from './extractive-summarizer.ts';
import { parseSections, readHeadings, type SectionName, saysNothing } from './summary-sections.ts';

/** What a model's summary may grow by, as a share of its budget: the user's rules, not a second summary. */
const MAX_SHARE = 0.1;
/** However small the budget: a goal and a rule or two. */
const MIN_TOKENS = 120;

/** What the ledger of files and commands may take, as a share of the budget. */
const LEDGER_SHARE = 0.12;

/**
 * A model's summary with what it left out and nobody could restore: the goal where it names none, the rules of this
 * request's own messages word for word, and from the calls, across all compactions so far, the files that were touched
 * and the commands and tests that were run. A rule that a paraphrase softens, or a lazy model drops, would be broken
 * ever after; one of the summary before that an update dropped may have been withdrawn, and stays out.
 */
export function completeSummary(text: string, request: SummaryRequest): string {
  const maxTokens = Math.max(MIN_TOKENS, Math.floor(request.maxTokens * MAX_SHARE));
  const { previousSummary, ...own } = { ...request, maxTokens };
  const said = wordsOf(text);
  const rules = parseSections(extractSummary(own))['Constraints & Preferences'].filter(
    (rule) => !said.includes(wordsOf(rule)),
  );
  const hasGoal = parseSections(text).Goal.length > 0;
  const goals = hasGoal ? [] : parseSections(extractSummary({ ...request, maxTokens })).Goal;
  const ledgerTokens = Math.max(MIN_TOKENS, Math.floor(request.maxTokens * LEDGER_SHARE));
  const { text: current, missing } = completeLedger(text, request, ledgerTokens);
  const addedCount = goals.length + rules.length + missing.files.length + missing.done.length;
  const withRules = withEntries(withEntries(withHeading(current, addedCount), 'Goal', goals), RULES, rules);
  return withMore(withMore(withRules, 'Relevant Files', missing.files), 'Done', missing.done);
}

const RULES: SectionName = 'Constraints & Preferences';

/** A text without any heading, below one: what is added in front of it must not swallow it. */
function withHeading(text: string, addedCount: number): string {
  if (addedCount === 0 || readHeadings(text).length > 0) return text;
  return `## Critical Context\n${text}`;
}

function withEntries(text: string, name: SectionName, entries: readonly string[]): string {
  if (entries.length === 0) return text;
  const bullets = entries.map((entry) => `- ${entry}`);
  const lines = text.split('\n');
  const headings = readHeadings(text);
  const position = headings.findIndex((heading) => heading.section === name);
  const heading = headings[position];
  if (heading === undefined) {
    // Where it belongs: in front of all that there is, the goal excepted.
    const next = headings.find(({ section }) => section !== 'Goal')?.line ?? lines.length;
    const at = name === 'Goal' ? 0 : next;
    const before = at === lines.length ? [...lines, ''] : lines.slice(0, at);
    return [...before, `## ${name}`, ...bullets, '', ...lines.slice(at)].join('\n').trimEnd();
  }
  const end = headings[position + 1]?.line ?? lines.length;
  const kept = lines.slice(heading.line + 1, end).filter((line) => !saysNothing(line));
  return [...lines.slice(0, heading.line + 1), ...bullets, ...kept, ...lines.slice(end)].join('\n');
}

/** A text with entries behind those that a section has (the last of that name, `### Done` below `## Progress`), or in one at the end. */
function withMore(text: string, name: SectionName, entries: readonly string[]): string {
  if (entries.length === 0) return text;
  const bullets = entries.map((entry) => `- ${entry}`);
  const lines = text.split('\n');
  const headings = readHeadings(text);
  const position = headings.findLastIndex((heading) => heading.section === name);
  const heading = headings[position];
  if (heading === undefined) return [...lines, '', `## ${name}`, ...bullets].join('\n');
  const end = headings[position + 1]?.line ?? lines.length;
  const kept = lines.slice(heading.line + 1, end).filter((line) => !saysNothing(line));
  const last = kept.findLastIndex((line) => line.trim() !== '') + 1;
  return [
    ...lines.slice(0, heading.line + 1),
    ...kept.slice(0, last),
    ...bullets,
    ...kept.slice(last),
    ...lines.slice(end),
  ].join('\n');
}

/** What an entry says, without quotation marks, the sign of a cut, and line breaks. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/["“”„«»「」]/g, '')
    .replace(/…$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

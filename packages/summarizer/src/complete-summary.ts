import type { SummaryRequest } from '@hermes-context/contract';
import { extractSummary } from './extractive-summarizer.ts';
import { parseSections } from './summary-sections.ts';

/** What a model's summary may grow by, as a share of its budget: the user's rules, not a second summary. */
const MAX_SHARE = 0.1;
/** However small the budget: a goal and a rule or two. */
const MIN_TOKENS = 120;

/**
 * A model's summary with what it left out and nobody could restore: the goal where it names none, and the user's
 * rules word for word. A rule that a paraphrase softens, or a lazy model drops, would be broken ever after.
 */
export function completeSummary(text: string, request: SummaryRequest): string {
  const maxTokens = Math.max(MIN_TOKENS, Math.floor(request.maxTokens * MAX_SHARE));
  const extract = parseSections(extractSummary({ ...request, maxTokens }));
  const written = parseSections(text);
  const goals = written.Goal.length > 0 ? [] : extract.Goal;
  const rules = extract['Constraints & Preferences'].filter((rule) => !text.includes(unquoted(rule)));
  const withRules = addToSection(text, '## Constraints & Preferences', rules);
  return goals.length === 0 ? withRules : `${sectionOf('## Goal', goals)}\n\n${withRules}`;
}

function addToSection(text: string, heading: string, entries: readonly string[]): string {
  if (entries.length === 0) return text;
  const start = `\n${text}`.indexOf(`\n${heading}\n`);
  if (start === -1) return `${text}\n\n${sectionOf(heading, entries)}`;
  const lineEnd = start + heading.length;
  return `${text.slice(0, lineEnd)}\n${bullets(entries)}${text.slice(lineEnd)}`;
}

function sectionOf(heading: string, entries: readonly string[]): string {
  return `${heading}\n${bullets(entries)}`;
}

function bullets(entries: readonly string[]): string {
  return entries.map((entry) => `- ${entry}`).join('\n');
}

/** The user's words without the quotation marks that the extract puts around them. */
function unquoted(entry: string): string {
  return entry.replace(/^[“„«「"]+/, '').replace(/[”“»」"]+$/, '');
}

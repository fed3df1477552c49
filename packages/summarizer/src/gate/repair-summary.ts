import type { GateCheck } from '@hermes-context/contract';
import { estimateTextTokens, redactSecrets } from '@hermes-context/messages';
import { dataQuote } from '../extract/quote.ts';
import { wordsOf as fixedWordsOf } from '../extract/words.ts';
import { extractSummary } from '../extractive-summarizer.ts';
import {
  EMPTY_SECTIONS,
  parseSections,
  renderSections,
  SECTION_NAMES,
  type SectionName,
  type SummarySections,
} from '../summary-sections.ts';
import { missingRules } from './check-constraints.ts';
import { COVERAGE_FLOOR, coverageOf, missingItems } from './check-coverage.ts';
import { missingPins } from './check-pins.ts';
import { supersededValues } from './check-superseded.ts';
import { checkTruncated } from './check-truncated.ts';
import type { CoverageItem } from './coverage-items.ts';
import { type Draft, flatten, readDraft, shareIn, tellingWords } from './gate-draft.ts';
import type { SourceFacts } from './gate-source.ts';
import type { GateVerdict } from './judge-summary.ts';
import { withoutEnd } from './without-end.ts';
import { withoutFaults } from './without-faults.ts';

/** Faults of the whole text: nothing in it can be used. */
const OF_WHOLE: readonly GateCheck[] = ['structure', 'reply', 'language', 'size'];

/** Faults that leave a hole which lines of any section may fill. */
const OF_GAPS: readonly GateCheck[] = [...OF_WHOLE, 'truncated', 'coverage'];

/** Of the budget, what lines of the extract may take even where the summary has filled it. */
const ADDED_SHARE = 0.25;

const BULLET_TOKENS = 2;

/** An entry that shares this much with one that is there says nothing new. */
const SAID_SHARE = 0.8;

const ERROR_MAX_CHARS = 200;
const COVERED_PER_LINE = 6;

/** A mended summary. */
export interface RepairedSummary {
  readonly text: string;
  /** Whether all of it is from the local extract. */
  readonly isExtract: boolean;
}

/**
 * A summary without what was wrong with it, and with what it lacked, from the local extract and the source: the same for
 * the same texts. Whether it is good now is for another judgement to say.
 */
export function repairSummary(summary: string, { findings }: GateVerdict, facts: SourceFacts): RepairedSummary {
  const faults = new Set(findings.filter(({ severity }) => severity === 'hard').map(({ check }) => check));
  const has = (checks: readonly GateCheck[]): boolean => checks.some((check) => faults.has(check));
  const isExtract = has(OF_WHOLE);
  const own = parseSections(faults.has('truncated') ? withoutEnd(summary) : summary);
  const kept = isExtract ? EMPTY_SECTIONS : withoutFaults(own, facts);
  const extract = withoutFaults(parseSections(extractSummary(facts.source)), facts);
  const holes = SECTION_NAMES.filter((name) => has(OF_GAPS) || kept[name].length < own[name].length);
  const filled = fill(kept, extract, { holes, roomTokens: roomOf(kept, facts) });
  const { nothing } = fixedWordsOf(facts.language);
  const text = renderSections(whole(withMissing(filled, facts), facts), nothing);
  return { text: redactSecrets(text), isExtract };
}

/** Without entries at the end that have none: what was cut in the source looks as if the summary broke off. */
function whole(sections: SummarySections, facts: SourceFacts): SummarySections {
  const last = sections[LAST_SECTION];
  const end = last.findLastIndex((_, index) => {
    const shorter = { ...sections, [LAST_SECTION]: last.slice(0, index + 1) };
    return checkTruncated(draftOf(shorter), facts).length === 0;
  });
  return { ...sections, [LAST_SECTION]: last.slice(0, end + 1) };
}

const LAST_SECTION: SectionName = 'Critical Context';

function roomOf(kept: SummarySections, { source }: SourceFacts): number {
  return Math.max(source.maxTokens - estimateTextTokens(renderSections(kept)), source.maxTokens * ADDED_SHARE);
}

interface Filling {
  readonly holes: readonly SectionName[];
  readonly roomTokens: number;
}

/** Entries of the extract behind those that are there: one a section, again and again, as long as there is room. */
function fill(kept: SummarySections, extract: SummarySections, { holes, roomTokens }: Filling): SummarySections {
  const filled = { ...kept };
  let left = roomTokens;
  const longest = Math.max(0, ...holes.map((name) => extract[name].length));
  for (let index = 0; index < longest; index += 1) {
    for (const name of holes) {
      const entry = extract[name][index];
      if (entry === undefined || kept[name].some((each) => saysSame(each, entry))) continue;
      left -= estimateTextTokens(entry) + BULLET_TOKENS;
      if (left >= 0) filled[name] = [...filled[name], entry];
    }
  }
  return filled;
}

function saysSame(known: string, entry: string): boolean {
  return flatten(known) === flatten(entry) || shareIn(tellingWords(entry), known) >= SAID_SHARE;
}

/** With what must stand in it: changes of the user's, rules, pins, and so many of the items that the floor is met. */
function withMissing(sections: SummarySections, facts: SourceFacts): SummarySections {
  const draft = draftOf(sections);
  const all = supersededValues(facts);
  const replaced = new Set(all.map(({ old }) => old));
  const changes = all.filter(({ current }) => !draft.words.has(current) && !replaced.has(current));
  const rules = [...changes.map(({ sentence }) => redactSecrets(sentence)), ...missingRules(draft, facts)];
  const demanded = add(sections, 'Constraints & Preferences', unsaid(rules, draft).map(quoted));
  const pinned = add(demanded, 'Constraints & Preferences', missingPins(draftOf(demanded), facts.source));
  return covered(pinned, facts);
}

function unsaid(rules: readonly string[], { flat }: Draft): readonly string[] {
  return [...new Set(rules)].filter((rule) => !flat.includes(flatten(rule)));
}

function quoted(rule: string): string {
  return /^[“"„«「]/.test(rule) ? rule : `“${rule}”`;
}

function add(sections: SummarySections, name: SectionName, entries: readonly string[]): SummarySections {
  return entries.length === 0 ? sections : { ...sections, [name]: [...sections[name], ...entries] };
}

/** The heaviest items first, until as many are there as must be. */
function covered(sections: SummarySections, facts: SourceFacts): SummarySections {
  const missing = missingItems(draftOf(sections), facts);
  let result = sections;
  for (let start = 0; start < missing.length; start += COVERED_PER_LINE) {
    if ((coverageOf(draftOf(result), facts).ratio ?? 1) >= COVERAGE_FLOOR) break;
    result = withItems(result, missing.slice(start, start + COVERED_PER_LINE), facts);
  }
  return result;
}

function withItems(
  sections: SummarySections,
  items: readonly CoverageItem[],
  { language }: SourceFacts,
): SummarySections {
  const of = (kind: CoverageItem['kind']): readonly string[] =>
    items.filter((item) => item.kind === kind).map(({ text }) => text);
  const values = of('identifiers');
  const lines = values.length === 0 ? [] : [`${fixedWordsOf(language).values}: ${values.join(', ')}`];
  const errors = of('errors').map((line) => dataQuote(line, ERROR_MAX_CHARS));
  return add(add(sections, 'Relevant Files', of('paths')), 'Critical Context', [...lines, ...errors]);
}

function draftOf(sections: SummarySections): Draft {
  return readDraft(renderSections(sections));
}

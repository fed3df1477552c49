import { clipText, estimateTextTokens } from '@hermes-context/messages';
import {
  EMPTY_SECTIONS,
  renderSections,
  SECTION_NAMES,
  type SectionName,
  type SummarySections,
} from '../summary-sections.ts';
import type { Candidate, Candidates } from './candidates.ts';

/** Of the room, how much each section may take before the others have had theirs. */
const SHARES: Readonly<Record<SectionName, number>> = {
  Goal: 0.17,
  'Constraints & Preferences': 0.15,
  Done: 0.21,
  'In Progress': 0.06,
  Blocked: 0.08,
  'Key Decisions': 0.08,
  'Relevant Files': 0.12,
  'Next Steps': 0.04,
  'Critical Context': 0.09,
};

/** What comes first when there is room for a few lines only. */
const ESSENTIAL: readonly SectionName[] = [
  'Goal',
  'Constraints & Preferences',
  'Blocked',
  'Relevant Files',
  'Critical Context',
  'In Progress',
  'Done',
  'Next Steps',
  'Key Decisions',
];

/** Left-over room goes to what is new, then to what is carried along, then to what merely fills it. */
const RANK_BANDS = [2, 3, Number.POSITIVE_INFINITY] as const;

/** Nobody reads out of fewer tokens what a line was about. */
const MIN_LINE_TOKENS = 8;

/** Of the room, what the first line of a section may take at most. */
const FIRST_LINE_SHARE = 0.3;

/** What a bullet costs beside its text. */
const BULLET_TOKENS = 2;

/** Text that is certainly too long for the room is not weighed whole. */
const MAX_CHARS_PER_TOKEN = 8;

interface Line {
  readonly section: SectionName;
  readonly position: number;
  readonly text: string;
  readonly tokens: number;
}

/**
 * Choose what a summary of at most `maxTokens` says: the most important line of each section first, then each section
 * within its share, then what is left over goes round. Lines keep their order within a section.
 *
 * @param nothing - What an empty section says, where there is room for it.
 */
export function fitSections(candidates: Candidates, maxTokens: number, nothing: string): string {
  const bare = renderSections(EMPTY_SECTIONS);
  const room = maxTokens - estimateTextTokens(bare);
  if (room < MIN_LINE_TOKENS) return fitLine(ESSENTIAL.flatMap((name) => candidates[name])[0], maxTokens) ?? bare;
  const chosen = new Chooser(candidates, room).choose();
  return shrinkToFit(chosen, maxTokens, nothing);
}

class Chooser {
  readonly #queues: ReadonlyMap<SectionName, (Candidate & { readonly position: number })[]>;
  readonly #room: number;
  readonly #lines: Line[] = [];
  #left: number;

  constructor(candidates: Candidates, room: number) {
    this.#room = room;
    this.#left = room;
    this.#queues = new Map(
      SECTION_NAMES.map((name) => [
        name,
        candidates[name]
          .map((candidate, position) => ({ ...candidate, position }))
          .sort((a, b) => a.rank - b.rank || b.position - a.position)
          .reverse(), // taken from the end
      ]),
    );
  }

  /** Lines in the order in which they were chosen, most important first. */
  choose(): readonly Line[] {
    for (const name of ESSENTIAL) this.#takeFirst(name);
    for (const name of ESSENTIAL) this.#takeShare(name);
    for (const band of RANK_BANDS) this.#goRound(band);
    return this.#lines;
  }

  /** One line a section, again and again, as long as there are lines of that rank and room for them. */
  #goRound(maxRank: number): void {
    let isTaking = true;
    while (isTaking) {
      isTaking = false;
      for (const name of ESSENTIAL) {
        const rank = this.#queues.get(name)?.at(-1)?.rank ?? Number.POSITIVE_INFINITY;
        if (rank < maxRank) isTaking = this.#take(name, this.#left) || isTaking;
      }
    }
  }

  /** The first line of a section is shortened rather than left out. */
  #takeFirst(name: SectionName): void {
    const first = this.#queues.get(name)?.at(-1);
    if (first === undefined || first.rank >= 2) return;
    const allowance = Math.min(this.#left, Math.max(MIN_LINE_TOKENS, Math.floor(this.#room * FIRST_LINE_SHARE)));
    if (this.#take(name, allowance) || allowance < MIN_LINE_TOKENS) return;
    const text = fitLine(first, allowance - BULLET_TOKENS);
    this.#queues.get(name)?.pop();
    if (text !== undefined) this.#add(name, first.position, text);
  }

  #takeShare(name: SectionName): void {
    let share = Math.floor(this.#room * SHARES[name]) - this.#spentOn(name);
    while (share > 0) {
      const before = this.#left;
      if (!this.#take(name, Math.min(share, this.#left))) break;
      share -= before - this.#left;
    }
  }

  /** Take the next line of a section if it fits; those that never will are dropped on the way. */
  #take(name: SectionName, maxTokens: number): boolean {
    const queue = this.#queues.get(name) ?? [];
    for (let next = queue.at(-1); next !== undefined; next = queue.at(-1)) {
      const tokens = tokensOf(next.text, this.#left);
      if (tokens > maxTokens && tokens <= this.#left) return false;
      queue.pop();
      if (tokens > maxTokens) continue;
      this.#add(name, next.position, next.text);
      return true;
    }
    return false;
  }

  #add(section: SectionName, position: number, text: string): void {
    const tokens = tokensOf(text, Number.POSITIVE_INFINITY);
    this.#lines.push({ section, position, text, tokens });
    this.#left -= tokens;
  }

  #spentOn(name: SectionName): number {
    return this.#lines.reduce((spent, line) => (line.section === name ? spent + line.tokens : spent), 0);
  }
}

function tokensOf(text: string, room: number): number {
  if (text.length > room * MAX_CHARS_PER_TOKEN) return Number.POSITIVE_INFINITY;
  return estimateTextTokens(text) + BULLET_TOKENS;
}

/** A line cut to so many tokens; `undefined` where there is none. */
function fitLine(candidate: Candidate | undefined, maxTokens: number): string | undefined {
  if (candidate === undefined || maxTokens < 1) return undefined;
  let text = candidate.text;
  for (
    let tokens = estimateTextTokens(text);
    tokens > maxTokens && text.length > 1;
    tokens = estimateTextTokens(text)
  ) {
    text = clipText(text, Math.min(text.length - 1, Math.max(1, Math.floor((text.length * maxTokens) / tokens))));
  }
  return text;
}

/** Our sums of parts may be a little off: the whole is weighed, and the least important lines go until it fits. */
function shrinkToFit(chosen: readonly Line[], maxTokens: number, nothing: string): string {
  let lines = chosen;
  for (;;) {
    const sections = sectionsOf(lines);
    const full = renderSections(sections, nothing);
    if (estimateTextTokens(full) <= maxTokens) return full;
    const bare = renderSections(sections);
    const excessTokens = estimateTextTokens(bare) - maxTokens;
    if (excessTokens <= 0 || lines.length === 0) return bare;
    lines = withoutLast(lines, excessTokens);
  }
}

/** The lines without as many of the last ones as take that many tokens; at least one goes. */
function withoutLast(lines: readonly Line[], tokens: number): readonly Line[] {
  let freed = 0;
  let end = lines.length;
  while (end > 0 && freed < tokens) {
    end -= 1;
    freed += lines[end]?.tokens ?? 0;
  }
  return lines.slice(0, end);
}

function sectionsOf(lines: readonly Line[]): SummarySections {
  const sections = { ...EMPTY_SECTIONS };
  const ordered = lines.toSorted((left, right) => left.position - right.position);
  for (const name of SECTION_NAMES) {
    sections[name] = ordered.filter((line) => line.section === name).map((line) => line.text);
  }
  return sections;
}

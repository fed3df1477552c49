import type { StoredSummary } from '../store/lcm-store.ts';

/** What the summary message says. */
export interface RenderedSummaries {
  readonly text: string;
  /** Roots that did not fit, oldest first; one line names them. */
  readonly hidden: readonly StoredSummary[];
}

/** What is to be shown, and in how much. */
export interface SummariesToShow {
  /** What another engine had summarised before this one began; absent: nothing. */
  readonly inherited?: string | undefined;
  /** Oldest first. */
  readonly roots: readonly StoredSummary[];
  /** Room for the roots, in tokens. At least the newest one is shown. */
  readonly maxTokens: number;
}

/** In front of what is no summary of this engine. */
const INHERITED_LINE = '[earlier summary, not of this log]';
const HEADINGS = /^\[(sum_[0-9a-f]{12}) (?:leaf|condensed) #\d+-#\d+\]$/gm;
const HIDDEN = /^\[#\d+-#\d+: \d+ older summaries not shown, /;
const HINT =
  'What stands under a line with an id can be read word for word: lcm_grep finds it, lcm_expand unfolds the id.';
/** What a heading weighs, about, in tokens. */
const HEADING_TOKENS = 20;

/**
 * The text for the model: each summary under a line that the engine wrote, with its id and the numbers of the messages
 * that it stands for. From the newest backwards as many as fit; what does not fit is named in one line. The same
 * summaries give the same text: no times, no counters.
 */
export function renderSummaries({ inherited, roots, maxTokens }: SummariesToShow): RenderedSummaries {
  const firstShown = firstThatFits(roots, maxTokens);
  const hidden = roots.slice(0, firstShown);
  const blocks = [
    ...(inherited === undefined ? [] : [`${INHERITED_LINE}\n${inherited}`]),
    ...(hidden.length === 0 ? [] : [hiddenLine(hidden)]),
    ...roots.slice(firstShown).map((root) => `${headingOf(root)}\n${root.text}`),
    ...(roots.length === 0 ? [] : [HINT]),
  ];
  return { text: blocks.join('\n\n'), hidden };
}

/** Ids of the summaries that a text names in headings or elsewhere, each once. */
export function idsIn(text: string): readonly string[] {
  return [...new Set(text.match(/\bsum_[0-9a-f]{12}\b/g))];
}

/** Summaries that a text of {@link renderSummaries} shows, by the line in front of each. */
export function headingsIn(text: string): readonly { readonly id: string; readonly at: number }[] {
  return Array.from(text.matchAll(HEADINGS), ({ 1: id = '', index }) => ({ id, at: index }));
}

/** A text without the lines that {@link renderSummaries} puts around summaries, so that they do not pile up. */
export function withoutFrame(text: string): string {
  return text
    .split('\n')
    .filter((line) => line !== INHERITED_LINE && line !== HINT && !HIDDEN.test(line))
    .join('\n')
    .trim();
}

/** What summaries weigh when they are shown, each with its heading. */
export function shownTokens(roots: readonly StoredSummary[]): number {
  return roots.reduce((sum, { tokens }) => sum + tokens + HEADING_TOKENS, 0);
}

function firstThatFits(roots: readonly StoredSummary[], maxTokens: number): number {
  let room = maxTokens;
  for (let index = roots.length - 1; index >= 0; index -= 1) {
    room -= shownTokens(roots.slice(index, index + 1));
    if (room < 0) return Math.min(index + 1, roots.length - 1);
  }
  return 0;
}

function headingOf({ id, kind, firstDepth, lastDepth }: StoredSummary): string {
  return `[${id} ${kind} #${firstDepth}-#${lastDepth}]`;
}

function hiddenLine(hidden: readonly StoredSummary[]): string {
  const [first, last] = [hidden[0], hidden.at(-1)];
  if (first === undefined || last === undefined) return '';
  const ids = hidden.map(({ id }) => id);
  const named = ids.length <= 6 ? ids.join(' ') : `${ids.slice(0, 3).join(' ')} … ${ids.slice(-3).join(' ')}`;
  return `[#${first.firstDepth}-#${last.lastDepth}: ${hidden.length} older summaries not shown, ${named}; lcm_describe without an id lists all]`;
}

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
  /** Room for all of it, in tokens. At least the newest root is shown. */
  readonly maxTokens: number;
}

/** In front of what is no summary of this engine. */
const INHERITED_LINE = '[earlier summary, not of this log]';
const HEADING = /^\[(sum_[0-9a-f]{12}) (?:leaf|condensed) #\d+-#\d+\]$/m;
const HINT = 'Everything above can be read word for word: lcm_grep finds it, lcm_expand unfolds an id in brackets.';
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

/** Id of the first summary that a text of {@link renderSummaries} shows; nothing where another engine wrote it. */
export function firstIdIn(text: string): string | undefined {
  return HEADING.exec(text)?.[1];
}

/** What a text of {@link renderSummaries} holds of another engine's summary. */
export function inheritedIn(text: string): string | undefined {
  if (!text.startsWith(`${INHERITED_LINE}\n`)) return undefined;
  const behind = text.slice(INHERITED_LINE.length + 1);
  const end = behind.search(/\n\n\[(?:sum_[0-9a-f]{12} |#\d+-#\d+: )/);
  return end === -1 ? behind : behind.slice(0, end);
}

function firstThatFits(roots: readonly StoredSummary[], maxTokens: number): number {
  let room = maxTokens;
  for (let index = roots.length - 1; index >= 0; index -= 1) {
    room -= (roots[index]?.tokens ?? 0) + HEADING_TOKENS;
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

import type { StoredSummary, SummaryDetail } from '../store/lcm-store.ts';
import { untilAborted } from '../until-aborted.ts';
import { type DescribePlace, describeCursor, type ListPage, listPage, wrongDescribeCursor } from './describe-place.ts';
import type { RecallPlace } from './recall-id.ts';
import { messageId } from './recall-id.ts';
import { RECALLED_NOTE, recalled } from './recalled.ts';
import { onBoundary, pieceEnd, resultCapTokens, resultTokens } from './result-size.ts';
import { showTime } from './show-time.ts';
import { summaryLine, summaryTimes } from './summary-line.ts';
import type { ToolContext } from './tool-context.ts';

/** Room for the last line of an answer, in tokens. */
const FRAME_TOKENS = 80;
/** What is shown of a text however long the rest of the answer is, in tokens. */
const MIN_TEXT_TOKENS = 100;

/** What a summary is, what it was made of, and its text; behind the first page, the rest of one of the two. */
export async function describeSummary(
  summary: SummaryDetail,
  cursor: DescribePlace | undefined,
  place: RecallPlace,
): Promise<string> {
  const capTokens = resultCapTokens(place.context);
  const children = cursor?.part === 'text' ? undefined : listPage(summary.children, cursor?.at ?? 0, capTokens);
  const lines = [
    ...(cursor === undefined ? factLines(summary) : [summaryLine(summary)]),
    ...(children === undefined ? [] : await childLines(children, place)),
  ];
  const roomTokens = capTokens - resultTokens(place.context, lines.join('\n')) - FRAME_TOKENS;
  const text =
    cursor?.part === 'list'
      ? undefined
      : textPage(summary, { at: cursor?.at ?? 0, maxTokens: Math.max(MIN_TEXT_TOKENS, roomTokens), ...place });
  return [
    ...lines,
    ...(text === undefined ? [] : [RECALLED_NOTE, text.block]),
    `Next: ${nextStep(summary, text?.next, children?.next)}`,
  ].join('\n');
}

function factLines(summary: SummaryDetail): readonly string[] {
  const { id, kind, depth, level, firstEntry, lastEntry, firstDepth, lastDepth } = summary;
  return [
    `${id}: ${kind} summary, depth ${depth}, level ${level}, ${stateOf(summary)}`,
    `covers ${summary.entryCount} messages, #${firstDepth} to #${lastDepth} (${messageId(firstEntry)} to ${messageId(lastEntry)}), ${summaryTimes(summary)}`,
    `tokens: ${summary.tokens}, made of ${summary.sourceTokens}, at ${showTime(summary.createdAt)}`,
    `parents: ${summary.parents.join(' ') || 'none'}`,
  ];
}

function stateOf({ isRoot, isLive }: SummaryDetail): string {
  if (isRoot) return 'stands in the window';
  return isLive ? 'covered by another summary' : 'of an abandoned branch';
}

async function childLines(
  { items, range }: ListPage<string>,
  { store, signal }: RecallPlace,
): Promise<readonly string[]> {
  const children = await untilAborted(signal, Promise.all(items.map((id) => store.summary(id))));
  const known = children.filter((child): child is SummaryDetail => child !== undefined);
  return [`children: ${range}`, ...known.map(summaryLine)];
}

interface TextRequest {
  readonly at: number;
  readonly maxTokens: number;
  readonly context: ToolContext;
}

function textPage(
  { id, kind, text }: StoredSummary,
  { at, maxTokens, context }: TextRequest,
): { readonly block: string; readonly next: DescribePlace | undefined } {
  if (at > 0 && at >= text.length) throw wrongDescribeCursor(describeCursor({ part: 'text', at }));
  const from = onBoundary(text, at);
  const blockOf = (piece: string): string =>
    recalled(piece, { id, kind: `${kind} summary`, chars: `${from}-${from + piece.length} of ${text.length}` });
  const end = pieceEnd(text, { from, maxTokens, tokensOf: (piece) => resultTokens(context, blockOf(piece)) });
  const next = end < text.length ? ({ part: 'text', at: end } as const) : undefined;
  return { block: blockOf(text.slice(from, end)), next };
}

function nextStep({ id }: StoredSummary, ...rest: readonly (DescribePlace | undefined)[]): string {
  const more = rest.flatMap((place) =>
    place === undefined
      ? []
      : [`lcm_describe id="${id}" cursor="${describeCursor(place)}" for more of its ${place.part}`],
  );
  return [...more, `lcm_expand id="${id}" reads its messages.`].join('; ');
}

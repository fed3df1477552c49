import type { CacheStrategyName, Replay } from '@hermes-context/caching';
import { counted, figure } from '../sessions/counted.ts';
import { renderTable } from '../sessions/render-table.ts';
import { displayWidth, wrapText } from '../terminal/display-width.ts';
import { plainText } from '../terminal/plain-text.ts';
import { type CacheTarget, servedBy } from './cache-target.ts';
import { costTexts } from './cost-texts.ts';

/** A conversation, played by several strategies. */
export interface Simulation extends CacheTarget {
  readonly requests: number;
  readonly gapMinutes: number;
  /** With `none`, which the others are measured by. */
  readonly replays: ReadonlyMap<CacheStrategyName, Replay>;
  readonly missing: string | undefined;
  /** What else to know of it, one sentence each. */
  readonly notes: readonly string[];
}

/** A simulation as lines for a person, none wider than the terminal. Pure. */
export function renderSimulation(simulation: Simulation, columns: number): string {
  const { model, route, requests, gapMinutes, missing, prices, notes } = simulation;
  const pause = `${figure(gapMinutes)} min between an answer and the next message`;
  const sentences = [
    route.id === 'none' ? unknownRoute(simulation) : savingLine(simulation),
    ...divergenceLines(simulation),
    ...(missing === undefined ? [] : [missing]),
    `Tokens are estimated. Prices: ${prices.source}${prices.inputUsd === undefined ? '; cost in tokens of plain input' : ''}.`,
    ...notes.map((note) => `Note: ${note}`),
  ];
  const wrapped = (text: string): readonly string[] => wrapText(plainText(text), columns);
  return `${[
    ...wrapped(`${model}${servedBy(simulation)}, ${counted(requests, 'request')}, ${pause}`),
    '',
    ...billLines(simulation, columns),
    '',
    ...sentences.flatMap(wrapped),
  ].join('\n')}\n`;
}

/** As a table; where that does not fit, each strategy has lines of its own, since a figure that was cut would mislead. */
function billLines(simulation: Simulation, columns: number): readonly string[] {
  const { replays, prices } = simulation;
  const costs = costTexts([...replays.values()], prices.inputUsd === undefined ? 'input-tokens' : 'usd');
  const rows = [...replays].map(([name, each], index) => [
    name,
    figure(each.tokens.readTokens),
    figure(each.tokens.write5mTokens + each.tokens.write1hTokens),
    figure(each.tokens.uncachedTokens),
    costs[index] ?? '',
    percent(ofNone(each, simulation)),
  ]);
  const heads = ['Strategy', 'Read', 'Written', 'Uncached', 'Cost', 'Of none'] as const;
  const table = heads.map((head, index) => ({ head, align: index === 0 ? ('start' as const) : ('end' as const) }));
  const lines = renderTable(table, rows, Number.POSITIVE_INFINITY);
  return lines.every((line) => displayWidth(line) <= columns) ? lines : rows.flatMap((row) => narrow(row, columns));
}

function narrow([name, read, written, uncached, cost, share]: readonly string[], columns: number): readonly string[] {
  const tokens = `read ${read}, written ${written}, uncached ${uncached}`;
  return [`${name}: ${cost}, ${share} of none`, ...wrapText(tokens, columns - 2).map((line) => `  ${line}`)];
}

function unknownRoute({ provider }: Simulation): string {
  if (provider !== undefined) return `What ${provider} caches of this model is not known: nothing is read in any row.`;
  return 'Who serves this model is not known, nor what they cache: nothing is read in any row. Name them with --provider.';
}

/** The cheapest strategy, and what it saves against no caching (S-107). Of two that cost the same, the later one. */
function savingLine(simulation: Simulation): string {
  const others = [...simulation.replays].filter(([name]) => name !== 'none').toReversed();
  const [cheapest] = others.toSorted(([, left], [, right]) => left.costTokens - right.costTokens);
  if (cheapest === undefined) return 'Without caching nothing is saved.';
  const [name, replayed] = cheapest;
  const share = ofNone(replayed, simulation);
  if (share < 1) return `${name} saves ${percent(1 - share)} of the input cost against no caching.`;
  if (share > 1) return 'Caching costs more than it saves here: too little is sent twice.';
  return 'Caching changes nothing here: no prompt is long enough for it.';
}

function divergenceLines({ replays }: Simulation): readonly string[] {
  const found = replays.get('none')?.firstDivergence;
  if (found === undefined) return [];
  return [`Request ${figure(found.request + 1)} does not go on from the one before. ${found.difference.description}`];
}

/** A cost as a share of that without caching: 0.1 is a tenth. */
export function ofNone({ costTokens }: Replay, { replays }: Pick<Simulation, 'replays'>): number {
  const none = replays.get('none')?.costTokens ?? 0;
  return none === 0 ? 1 : costTokens / none;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

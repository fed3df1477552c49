import type { CacheStrategyName, Replay } from '@hermes-context/caching';
import { counted, figure } from '../sessions/counted.ts';
import { renderTable } from '../sessions/render-table.ts';
import { plainText } from '../terminal/plain-text.ts';
import type { CacheTarget } from './cache-target.ts';

/** A conversation, played by several strategies. */
export interface Simulation extends CacheTarget {
  readonly requests: number;
  readonly gapMinutes: number;
  readonly replays: ReadonlyMap<CacheStrategyName, Replay>;
  readonly missing: string | undefined;
}

const HEADS = [
  { head: 'Strategy' },
  { head: 'Read', align: 'end' },
  { head: 'Written', align: 'end' },
  { head: 'Uncached', align: 'end' },
  { head: 'Cost', align: 'end' },
  { head: 'Of none', align: 'end' },
] as const;

const NO_ROUTE =
  'Who serves this model is not known, nor what they cache: nothing is read in any row. Name them with --provider.';

/** A simulation as lines for a person. Pure. */
export function renderSimulation(simulation: Simulation, columns: number): string {
  const { model, route, requests, gapMinutes, replays, missing, prices } = simulation;
  const none = replays.get('none')?.costTokens ?? 0;
  const rows = [...replays].map(([name, each]) => rowOf(name, each, none));
  return `${[
    `${plainText(model)} via ${plainText(route.title)}, ${counted(requests, 'request')}, ${figure(gapMinutes)} min between an answer and the next message`,
    '',
    ...renderTable(HEADS, rows, columns),
    '',
    ...(route.id === 'none' ? [NO_ROUTE] : savingLines(replays, none)),
    ...divergenceLines(replays),
    ...(missing === undefined ? [] : [missing]),
    `Tokens are estimated. Prices: ${plainText(prices.source)}${prices.inputUsd === undefined ? '; cost in tokens of plain input' : ''}.`,
  ].join('\n')}\n`;
}

function rowOf(name: string, { tokens, costTokens, costUsd }: Replay, none: number): readonly string[] {
  const { readTokens, write5mTokens, write1hTokens, uncachedTokens } = tokens;
  return [
    name,
    figure(readTokens),
    figure(write5mTokens + write1hTokens),
    figure(uncachedTokens),
    costUsd === undefined ? figure(Math.round(costTokens)) : dollars(costUsd),
    percent(none === 0 ? 1 : costTokens / none),
  ];
}

/** The cheapest strategy, and what it saves against no caching (S-107). */
function savingLines(replays: Simulation['replays'], none: number): readonly string[] {
  const [cheapest] = [...replays].toSorted(([, left], [, right]) => left.costTokens - right.costTokens);
  if (cheapest === undefined || none === 0) return [];
  const [name, { costTokens }] = cheapest;
  if (name === 'none') return ['Caching costs more than it saves here: too little is sent twice.'];
  return [`${name} saves ${percent(1 - costTokens / none)} of the input cost against no caching.`];
}

function divergenceLines(replays: Simulation['replays']): readonly string[] {
  const found = [...replays.values()][0]?.firstDivergence;
  if (found === undefined) return [];
  return [
    `Request ${figure(found.request + 1)} does not go on from the one before. ${plainText(found.difference.description)}`,
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Cents matter for one conversation, and their hundredths for a short one. */
function dollars(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

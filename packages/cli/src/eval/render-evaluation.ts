import { type RunResult, type TranscriptEvaluation, totalKinds } from '@hermes-context/eval';
import { type Column, renderTable } from '../sessions/render-table.ts';

/** What a comparison is shown with. */
export interface ShownEvaluation {
  readonly windowTokens: number;
  readonly thresholdTokens: number;
  readonly evaluation: TranscriptEvaluation;
}

const COLUMNS: readonly Column[] = [
  { head: 'engine', min: 12 },
  { head: 'valid', align: 'end' },
  { head: 'rules kept', align: 'end' },
  { head: 'in the list', align: 'end' },
  { head: 'or found', align: 'end' },
  { head: 'files', align: 'end' },
  { head: 'leaks', align: 'end' },
  { head: 'cost', align: 'end' },
  { head: 'compactions', align: 'end' },
];

/** A table of what engines made of a conversation, and which of them to use. Pure. */
export function renderEvaluation(
  { windowTokens, thresholdTokens, evaluation }: ShownEvaluation,
  columns: number,
): string {
  const { tokens, items, results, recommendation } = evaluation;
  const found = Object.entries(items).map(([kind, count]) => `${count} × ${kind}`);
  const none = costOf(results.find(({ row }) => row === 'none'));
  const over = results.filter(({ overWindow }) => overWindow > 0).map(({ row }) => row);
  const lines = [
    `${figure(tokens)} tokens, in a window of ${figure(windowTokens)}; a compaction is due at ${figure(thresholdTokens)}.`,
    `What should survive: ${found.length === 0 ? 'nothing was found' : found.join(', ')}.`,
    '',
    ...renderTable(
      COLUMNS,
      results.map((result) => cellsOf(result, none)),
      columns,
    ),
    '',
    ...(over.length === 0 ? [] : [`Larger than the window at times: ${over.join(', ')}.`]),
    ...(recommendation === undefined
      ? ['No engine ends and fits this window.']
      : [`Use ${recommendation.row}. ${recommendation.reasons.join(' ')}`]),
    'What should survive was found by simple recognisers, summaries were extracted without a model, and cost is that of',
    'prompts and summaries by the rules of Anthropic’s cache, as a multiple of sending everything.',
  ];
  return `${lines.join('\n')}\n`;
}

function cellsOf(result: RunResult, none: number | undefined): readonly string[] {
  const { row, validity, constraints, artifacts, leaks, compactions, can, kinds } = result;
  const { kept, reachable, of } = totalKinds(kinds);
  const cost = costOf(result);
  const { found, claimed, expected } = artifacts;
  return [
    row,
    share(validity.requests.hits, validity.requests.of),
    share(constraints.hits, constraints.of),
    share(kept, of),
    can.reach ? share(kept + reachable, of) : '–',
    expected === 0 ? '–' : ((2 * found) / Math.max(1, claimed + expected)).toFixed(2),
    can.summarise ? String(leaks.length) : '–',
    none === undefined || cost === undefined ? '–' : `${(cost / none).toFixed(2)}×`,
    String(compactions),
  ];
}

function costOf(result: RunResult | undefined): number | undefined {
  return result?.costs.anthropic?.busy?.costTokens;
}

function share(hits: number, of: number): string {
  return of === 0 ? '–' : `${Math.floor((100 * hits) / of)} %`;
}

function figure(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

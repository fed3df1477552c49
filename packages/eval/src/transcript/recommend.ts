import { type RunResult, totalKinds } from '../replay/run-result.ts';
import { percent } from '../report/format.ts';
import { costOf } from '../report/sum-up.ts';

/** Which row to use for a conversation, and why. */
export interface Recommendation {
  readonly row: string;
  readonly variant: string;
  /** One sentence each, the weightiest first. */
  readonly reasons: readonly string[];
}

/** Rows that keep as much as the best but for this share are taken for equal, and the cheapest of them wins. */
const RETENTION_TOLERANCE = 0.02;

/**
 * The row that does best: of those that end and stay inside the window, the most valid; of those, the ones that keep most of
 * the user's rules word for word; of those, the ones that keep or can reach most; of those, the cheapest. Undefined where no
 * row ends and fits.
 */
export function recommend(results: readonly RunResult[]): Recommendation | undefined {
  const usable = results.filter(({ ends, overWindow }) => ends && overWindow === 0);
  const valid = best(usable, validOf, 0);
  const bound = best(valid, boundOf, 0);
  const retained = best(bound, retainedOf, RETENTION_TOLERANCE);
  const [winner] = best(retained, (result) => -(costOf(result, USUAL_COST) ?? 0), 0);
  if (winner === undefined) return undefined;
  const { row, variant, validity, constraints } = winner;
  const { kept, reachable, of } = totalKinds(winner.kinds);
  const reasons = [
    `${percent(validity.requests)} of its requests are valid everywhere.`,
    `${percent(constraints)} of the goal and the rules stay word for word.`,
    `${percent({ hits: kept + reachable, of })} of what matters is kept or can be reached.`,
    ...(retained.length > 1 ? [`It is the cheapest of ${retained.length} that keep as much.`] : []),
  ];
  return { row, variant, reasons };
}

const USUAL_COST = { rules: 'anthropic', profile: 'busy' } as const;

function best(
  results: readonly RunResult[],
  score: (result: RunResult) => number,
  tolerance: number,
): readonly RunResult[] {
  const most = Math.max(...results.map(score));
  return results.filter((result) => score(result) >= most - tolerance);
}

function validOf({ validity: { requests } }: RunResult): number {
  return requests.of === 0 ? 1 : requests.hits / requests.of;
}

function boundOf({ constraints: { hits, of } }: RunResult): number {
  return of === 0 ? 1 : hits / of;
}

function retainedOf({ kinds }: RunResult): number {
  const { kept, reachable, of } = totalKinds(kinds);
  return of === 0 ? 1 : (kept + reachable) / of;
}

import { type ArtifactCounts, artifactF1 } from '../metrics/artifacts.ts';
import { type CacheRules, type IdleProfile, summarizerCost } from '../metrics/cost.ts';
import { addShares, NO_SHARE, type Share } from '../metrics/share.ts';
import { type RunResult, totalKinds } from '../replay/run-result.ts';

/** Several runs of one row, added up. */
export interface Sum {
  readonly row: string;
  readonly variant: string;
  readonly version: string;
  readonly can: RunResult['can'];
  readonly runs: readonly RunResult[];
  readonly valid: Share;
  readonly kept: Share;
  readonly keptOrReachable: Share;
  readonly shown: Share;
  readonly constraints: Share;
  readonly f1: number | undefined;
  readonly stale: number;
  readonly leaks: number;
  readonly promoted: number;
  readonly compactions: number;
  readonly ends: Share;
  readonly tokensSent: number;
}

/** The runs by row, in the order in which rows first occur. */
export function sumUpRows(results: readonly RunResult[]): readonly Sum[] {
  const byRow = Map.groupBy(results, ({ row, variant }) => JSON.stringify([row, variant]));
  return [...byRow.values()].map(sumUp);
}

function sumUp(runs: readonly RunResult[]): Sum {
  const [first] = runs;
  if (first === undefined) throw new Error('unreachable: a group has at least one run');
  const { row, variant, version, can } = first;
  const kinds = runs.map((run) => totalKinds(run.kinds));
  const count = (of: (run: RunResult) => number): number => runs.reduce((sum, run) => sum + of(run), 0);
  const share = (of: (run: RunResult) => Share): Share => runs.map(of).reduce(addShares, NO_SHARE);
  const items = kinds.reduce((sum, { of }) => sum + of, 0);
  const kept = kinds.reduce((sum, each) => sum + each.kept, 0);
  const reachable = kinds.reduce((sum, each) => sum + each.reachable, 0);
  return {
    ...{ row, variant, version, can, runs },
    valid: share(({ validity }) => validity.requests),
    kept: { hits: kept, of: items },
    keptOrReachable: { hits: kept + reachable, of: items },
    shown: share((run) => run.shown),
    constraints: share((run) => run.constraints),
    f1: artifactF1(runs.map(({ artifacts }) => artifacts).reduce(addArtifacts)),
    stale: count((run) => run.stale.length),
    leaks: count((run) => run.leaks.length),
    promoted: count((run) => run.promoted.length),
    compactions: count((run) => run.compactions),
    ends: { hits: runs.filter(({ ends }) => ends).length, of: runs.length },
    tokensSent: count((run) => run.tokensSent),
  };
}

function addArtifacts(left: ArtifactCounts, right: ArtifactCounts): ArtifactCounts {
  return {
    found: left.found + right.found,
    claimed: left.claimed + right.claimed,
    expected: left.expected + right.expected,
  };
}

/** How a cost is asked for. */
export interface CostQuestion {
  readonly rules: CacheRules;
  readonly profile: IdleProfile;
}

/** What a run costs, its summaries included, in tokens of plain input; undefined where it was not simulated. */
export function costOf({ costs, summarizer }: RunResult, { rules, profile }: CostQuestion): number | undefined {
  const prompts = costs[rules]?.[profile]?.costTokens;
  if (prompts === undefined) return undefined;
  return prompts + summarizerCost(summarizer.inputTokens, summarizer.outputTokens);
}

/**
 * What runs cost beside the runs of `none` on the same conversations, as a factor. Undefined where one of the runs has no
 * counterpart or was not simulated.
 */
export function costFactor(
  runs: readonly RunResult[],
  all: readonly RunResult[],
  question: CostQuestion,
): number | undefined {
  const nameOf = ({ family, size, seed }: RunResult): string => `${family} ${size} ${seed}`;
  const plain = new Map(all.filter(({ row }) => row === 'none').map((run) => [nameOf(run), costOf(run, question)]));
  let own = 0;
  let none = 0;
  for (const run of runs) {
    const cost = costOf(run, question);
    const beside = plain.get(nameOf(run));
    if (cost === undefined || beside === undefined) return undefined;
    own += cost;
    none += beside;
  }
  return none === 0 ? undefined : own / none;
}

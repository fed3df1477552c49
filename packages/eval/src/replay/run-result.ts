import type { ArtifactCounts } from '../metrics/artifacts.ts';
import type { CacheRules, IdleProfile, SimulatedCost } from '../metrics/cost.ts';
import type { Share } from '../metrics/share.ts';
import type { Validity } from '../metrics/validity.ts';
import type { BenchRow } from '../row.ts';
import type { ItemKind } from '../trajectory.ts';

/** Which conversation was led through which row. */
export interface RunSubject {
  readonly row: string;
  readonly variant: BenchRow['variant'];
  readonly version: string;
  readonly can: BenchRow['can'];
  readonly family: string;
  readonly size: string;
  readonly seed: number;
  /** The stand-in that wrote summaries, such as `extract`. */
  readonly standIn: string;
}

/** Items of one kind at the end. */
export interface KindCounts {
  readonly kept: number;
  readonly reachable: number;
  readonly of: number;
}

/** What became of the history where the summarizer failed. */
export type FaultVerdict =
  /** Every item is kept or reachable. */
  | 'intact'
  /** Goals, constraints and approvals are kept word for word; something else is lost. */
  | 'degraded'
  | 'lost';

/** What was measured when a conversation was led through a row. All but `timing` is the same on every run. */
export interface RunResult extends RunSubject {
  readonly validity: Validity;
  readonly kinds: Readonly<Record<string, KindCounts>>;
  /** Items that are neither kept nor reachable at the end, such as `constraint-2`. */
  readonly lost: readonly string[];
  /** Of the items that should survive: how many stood in what the summarizer was given. */
  readonly shown: Share;
  /** Goals, constraints and approvals word for word: over all checks, behind each compaction and at the end. */
  readonly constraints: Share;
  readonly constraintsAtEnd: Share;
  /** Those that were missing at one of these checks. */
  readonly constraintsMissed: readonly string[];
  readonly artifacts: ArtifactCounts;
  /** Ids of what was shown as current though it was not, of leaked secrets, of orders passed on: at any time. */
  readonly stale: readonly string[];
  readonly leaks: readonly string[];
  readonly promoted: readonly string[];
  readonly requests: number;
  readonly tokensSent: number;
  readonly compactions: number;
  readonly maxCompactionsPerRequest: number;
  /** Requests that were larger than the window. */
  readonly overWindow: number;
  /** Every request was answered, with a bounded number of compactions each. */
  readonly ends: boolean;
  readonly summarizer: { readonly calls: number; readonly inputTokens: number; readonly outputTokens: number };
  /** Prompts, by whose rules they were billed and how busy the user was. Without the summarizer's calls. */
  readonly costs: Readonly<Partial<Record<CacheRules, Readonly<Partial<Record<IdleProfile, SimulatedCost>>>>>>;
  /** Whether a second compaction right behind one changed nothing; unknown where the row has no compaction by hand. */
  readonly isIdempotent?: boolean;
  /** Whether undoing brought back the list in front of the newest compaction, by its hash. */
  readonly isUndone?: boolean;
  /** Kept or reachable behind the first, second … compaction by hand. */
  readonly retention: readonly Share[];
  readonly verdict: FaultVerdict;
  /** What the row said, and what it threw. */
  readonly problems: readonly string[];
  readonly timing: { readonly ms: number };
}

/** Counts of all kinds together. */
export function totalKinds(kinds: RunResult['kinds'], only?: ReadonlySet<ItemKind>): KindCounts {
  let total: KindCounts = { kept: 0, reachable: 0, of: 0 };
  for (const [kind, { kept, reachable, of }] of Object.entries(kinds)) {
    if (only !== undefined && ![...only].some((each) => each === kind)) continue;
    total = { kept: total.kept + kept, reachable: total.reachable + reachable, of: total.of + of };
  }
  return total;
}

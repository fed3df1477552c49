import { generateTrajectory } from '../generate/generate-trajectory.ts';
import { replayRow } from '../replay/replay-row.ts';
import type { RunResult } from '../replay/run-result.ts';
import type { BenchRow } from '../row.ts';
import { FAULTS, type StandInKind } from '../stand-in/stand-in-reply.ts';
import { startStandIn } from '../stand-in/start-stand-in.ts';
import { FAMILIES, type Family, type Size, type Trajectory, WINDOWS } from '../trajectory.ts';

/** What is to be measured. */
export interface BenchPlan {
  readonly rows: readonly BenchRow[];
  /** Default: all eight. */
  readonly families?: readonly Family[];
  /** Default: all three. The largest takes most of the time. */
  readonly sizes?: readonly Size[];
  /** Default 1. Another one makes other conversations, with other figures. */
  readonly seed?: number;
  /** Whether summarizers that fail are tried too, on the smallest coding conversation. Default true. */
  readonly hasFaults?: boolean;
}

/** How it is measured. */
export interface PlanOptions {
  /** A clock for timings, in milliseconds: nothing else depends on it. */
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  /** Told in front of each run. */
  readonly onRun?: (run: PlannedRun) => void;
}

/** One run of a plan. */
export interface PlannedRun {
  /** From 1 on, of how many. */
  readonly index: number;
  readonly of: number;
  readonly row: string;
  readonly conversation: string;
}

interface Run {
  readonly row: BenchRow;
  readonly family: Family;
  readonly size: Size;
  readonly standIn: StandInKind;
  readonly compactsByHand: boolean;
  readonly allCosts: boolean;
}

/** Size at which compactions by hand and all rules of costs are looked at: it has several compactions, and is quick. */
const MIDDLE: Size = '64k';
const FAULTY = { family: 'coding', size: '8k' } as const;

/**
 * Lead the conversations of a plan through its rows, one run after the other.
 *
 * @returns What `renderReport` takes, the same on each run but for timings.
 * @throws The signal's reason, when it aborts.
 */
export async function runPlan(plan: BenchPlan, { nowMs, signal, onRun }: PlanOptions): Promise<readonly RunResult[]> {
  const { seed = 1 } = plan;
  const runs = runsOf(plan);
  const results: RunResult[] = [];
  let known: { readonly name: string; readonly trajectory: Trajectory } | undefined;
  for (const [index, { row, family, size, standIn: kind, ...rest }] of runs.entries()) {
    signal.throwIfAborted();
    const name = `${family} ${size}`;
    if (known?.name !== name) known = { name, trajectory: generateTrajectory(family, size, seed) };
    onRun?.({ index: index + 1, of: runs.length, row: row.name, conversation: name });
    const model = { name: 'bench', contextTokens: WINDOWS[size].windowTokens };
    const standIn = await startStandIn(kind);
    try {
      results.push(
        await replayRow(row, known.trajectory, { ...WINDOWS[size], ...rest, model, standIn, nowMs, signal }),
      );
    } finally {
      await standIn.close();
    }
  }
  return results;
}

/** Runs of the same conversation stand side by side: it is made once. */
function runsOf({
  rows,
  families = FAMILIES,
  sizes = ['8k', '64k', '400k'],
  hasFaults = true,
}: BenchPlan): readonly Run[] {
  return families.flatMap((family) =>
    sizes.flatMap((size) => {
      const base = { family, size, standIn: 'extract', compactsByHand: false, allCosts: size === MIDDLE } as const;
      const isFaulty = hasFaults && family === FAULTY.family && size === FAULTY.size;
      return rows.flatMap((row): readonly Run[] => [
        { ...base, row },
        ...(size === MIDDLE ? [{ ...base, row, compactsByHand: true, allCosts: false }] : []),
        ...(isFaulty && row.can.summarise ? FAULTS.map((standIn) => ({ ...base, row, standIn })) : []),
      ]);
    }),
  );
}

import type { CompressOutcome, Messages } from '@hermes-context/contract';
import { lineageOf } from './lineage.ts';
import { mergeChanges } from './merge-changes.ts';
import { changeBy } from './part-change.ts';

/** The outcome of one engine, with more for the user to know; the same outcome when there is nothing more. */
export function withWarnings(
  outcome: CompressOutcome,
  request: Messages,
  warnings: readonly string[],
): CompressOutcome {
  if (warnings.length === 0) return outcome;
  switch (outcome.kind) {
    case 'unchanged':
      return { ...outcome, warnings: [...warnings, ...(outcome.warnings ?? [])] };
    case 'compressed': {
      const { report } = outcome;
      if (report === undefined)
        return mergeChanges(request, [changeBy(undefined, lineageOf(request), outcome)], warnings);
      return { ...outcome, report: { ...report, warnings: [...warnings, ...report.warnings] } };
    }
  }
}

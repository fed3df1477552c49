import type { Share } from '../metrics/share.ts';
import type { RunResult } from '../replay/run-result.ts';
import { percent } from './format.ts';

/**
 * What our own rows promise in every run, and did not hold: one sentence each, with what reproduces it; empty where all is
 * well. Constraints are asked for word for word only where the summarizer works.
 */
export function failedGates(results: readonly RunResult[]): readonly string[] {
  return results.flatMap((result) => {
    const { row, variant, family, size, seed, standIn } = result;
    const where = `${row} (${variant}), ${family} ${size}, seed ${seed}, ${standIn}`;
    return faultsOf(result).map((fault) => `${where}: ${fault}`);
  });
}

function faultsOf(result: RunResult): readonly string[] {
  const { validity, constraints, standIn, ends, leaks, promoted, isUndone } = result;
  const faults: readonly (readonly [isFault: boolean, text: string])[] = [
    [isLess(validity.requests), `${percent(validity.requests)} of its requests are valid.`],
    [
      standIn === 'extract' && isLess(constraints),
      `${percent(constraints)} of goals, constraints and approvals are kept.`,
    ],
    [!ends, 'it does not end.'],
    [leaks.length > 0, `it leaks ${leaks.join(', ')}.`],
    [promoted.length > 0, `it passes ${promoted.join(', ')} on as an order.`],
    [isUndone === false, 'undoing does not bring back the list that stood there.'],
  ];
  return faults.filter(([isFault]) => isFault).map(([, text]) => text);
}

function isLess({ hits, of }: Share): boolean {
  return hits < of;
}

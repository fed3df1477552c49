import type { CompressReport, Messages, Repair } from '@hermes-context/contract';

/**
 * Translate a report on the repaired list into indices of the file: the only list its reader has.
 * A message that the repair changed or put in counts as the place of the next one that it did not.
 */
export function inFileIndices(
  report: CompressReport,
  lists: { readonly file: Messages; readonly repaired: Messages },
): CompressReport {
  const { file, repaired } = lists;
  if (file === repaired) return report;
  const toFile = placesInFile(file, repaired);
  const at = (index: number): number => toFile[index] ?? file.length;
  return {
    ...report,
    covered: report.covered.map(at),
    carried: report.carried.map(at),
    rewritten: report.rewritten.map(at),
    repairs: report.repairs.map((repair): Repair => ({ ...repair, index: at(repair.index) })),
    boundaries: { headEnd: at(report.boundaries.headEnd), tailStart: at(report.boundaries.tailStart) },
  };
}

function placesInFile(file: Messages, repaired: Messages): readonly number[] {
  const places = new Map(file.map((message, index) => [message, index]));
  const found: number[] = [];
  let next = file.length;
  for (let index = repaired.length - 1; index >= 0; index -= 1) {
    const message = repaired[index];
    next = (message === undefined ? undefined : places.get(message)) ?? next;
    found[index] = next;
  }
  return found;
}

import type { Io } from '../io.ts';

/** Narrower, and no line would say anything. */
const MIN_COLUMNS = 40;

/**
 * How wide lines may be: as `COLUMNS` says, or the terminal that standard output is. Neither: it is a pipe or a file, and
 * nothing is cut.
 */
export function terminalColumns({ env }: Pick<Io, 'env'>): number {
  const asked = /^[1-9]\d{0,3}$/.test(env['COLUMNS'] ?? '') ? Number(env['COLUMNS']) : undefined;
  const { isTTY, columns } = process.stdout;
  const found = asked ?? (isTTY === true && columns > 0 ? columns : Number.POSITIVE_INFINITY);
  return Math.max(MIN_COLUMNS, found);
}

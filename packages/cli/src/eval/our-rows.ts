import { type BenchRow, noneRow, truncateOldestRow } from '@hermes-context/eval';
import { UsageError } from '../usage-error.ts';
import { engineRow, type RowParts } from './engine-row.ts';
import type { RowEngine } from './eval-config.ts';

/** Engines that are compared where nobody names any: what comes with the program, alone and in a row. */
const OUR_ENGINES: readonly RowEngine[] = [
  { engine: 'compressor' },
  { engine: 'lcm' },
  { engine: 'keep-turns' },
  { engine: 'pipeline', stages: ['keep-turns', 'compressor'] },
];

/**
 * The rows of a comparison: sending everything, dropping the oldest, and engines in a host.
 *
 * @param names - Engines, separated by commas; several with a plus between them are a pipeline. Absent: ours.
 * @throws UsageError for an empty name.
 */
export function rowsFor(names: string | undefined, parts: RowParts): readonly BenchRow[] {
  const engines = names === undefined ? OUR_ENGINES : names.split(',').map(rowEngine);
  return [noneRow, truncateOldestRow, ...engines.map((engine) => engineRow(engine, parts))];
}

function rowEngine(text: string): RowEngine {
  const stages = text.split('+').map((stage) => stage.trim());
  const [engine = ''] = stages;
  if (stages.includes(''))
    throw new UsageError({
      what: 'An engine without a name is asked for.',
      why: `--engines has an empty name in "${text}".`,
      fix: 'Name engines with commas between them, such as --engines compressor,lcm or --engines keep-turns+compressor.',
    });
  return stages.length === 1 ? { engine } : { engine: 'pipeline', stages };
}

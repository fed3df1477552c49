import { closestName } from '@hermes-context/messages';
import { clipText, SHOWN_COLUMNS } from '../terminal/display-width.ts';
import { plainText } from '../terminal/plain-text.ts';
import { UsageError } from '../usage-error.ts';
import { type DoctorReport, type Examination, makeReport } from './doctor-report.ts';
import { examineEngine } from './examine-engines.ts';
import { examineGeneral } from './examine-general.ts';
import { examineSetup } from './examine-setup.ts';
import type { OpenInventory } from './open-inventory.ts';

/** Plug-ins that are tried at once: one that hangs keeps only its own place waiting. */
const CONCURRENCY = 4;

/** What to examine. */
export interface DoctorRequest {
  readonly opened: OpenInventory;
  /** One plug-in, in all its places; everything when it is left out. */
  readonly name?: string;
  /** Told of each plug-in before it is tried. */
  readonly onStart: (name: string, place: { readonly index: number; readonly count: number }) => void;
}

/**
 * Load every plug-in in a process of its own, and explain what is wrong with it and with the set-up. With a name: that
 * plug-in alone, and even where it would not be run otherwise. Writes nothing.
 *
 * @throws UsageError when nothing has the name.
 */
export async function examinePlugins({ opened, name, onStart }: DoctorRequest): Promise<DoctorReport> {
  const { engines, general } = opened.inventory;
  const isNamed = name !== undefined;
  const tasks = [
    ...engines.map((entry) => ({ name: entry.name, run: () => examineEngine({ entry, opened, isNamed }) })),
    ...general.map((entry) => ({ name: entry.name, run: () => examineGeneral(entry, isNamed) })),
  ].filter((task) => !isNamed || task.name === name);
  if (tasks.length === 0) throw nothingNamed(name ?? '', opened);
  const plugins: Examination[] = [];
  for (let start = 0; start < tasks.length; start += CONCURRENCY) {
    const together = tasks.slice(start, start + CONCURRENCY);
    const done = together.map(async (task, offset) => {
      onStart(task.name, { index: start + offset, count: tasks.length });
      return task.run();
    });
    plugins.push(...(await Promise.all(done)));
  }
  return makeReport({ plugins, setup: isNamed ? { faults: [], notes: [] } : await examineSetup(opened) });
}

function nothingNamed(name: string, { inventory }: OpenInventory): UsageError {
  const names = Array.from(new Set([...inventory.engines, ...inventory.general].map((entry) => entry.name)));
  const meant = closestName(name, names);
  return new UsageError({
    what: `There is no plug-in "${clipText(plainText(name), SHOWN_COLUMNS)}".`,
    why: `These were found: ${names.join(', ')}.`,
    fix:
      meant === undefined
        ? 'Run hermes plugins doctor without a name to examine them all.'
        : `Did you mean "${meant}"? Run: hermes plugins doctor ${meant}`,
  });
}

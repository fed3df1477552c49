import { createProgress } from '../compress/progress.ts';
import type { Io } from '../io.ts';
import { examinePlugins } from '../plugins-menu/examine-plugins.ts';
import { openInventory } from '../plugins-menu/open-inventory.ts';
import { renderDoctor } from '../plugins-menu/render-doctor.ts';
import { EXIT_OK } from '../print-error.ts';
import { clipText } from '../terminal/display-width.ts';
import type { PluginsFlags } from './plugins-list.ts';

/** A fault was found. */
const EXIT_FAULTY = 1;

/** Narrower than any terminal, so that the line can be taken away again. */
const PROGRESS_COLUMNS = 60;

/**
 * `hermes plugins doctor [NAME]`: load every plug-in in isolation, enabled or not, and explain each fault. Not loaded
 * are plug-ins that `plugins.disabled` names and engines of the project, unless NAME does. With `--json` one
 * `DoctorReport`. @returns 0 without a fault, 1 with one.
 *
 * @throws ContextHostError when the configuration cannot be used, or nothing has the name.
 */
export async function runPluginsDoctor(name: string | undefined, { json }: PluginsFlags, io: Io): Promise<number> {
  const progress = createProgress(io);
  progress.show('looking for plug-ins');
  const opened = await openInventory(io);
  const report = await examinePlugins({
    opened,
    ...(name === undefined ? {} : { name }),
    onStart: (plugin, { index, count }) =>
      progress.show(clipText(`examining ${plugin} (${index + 1} of ${count})`, PROGRESS_COLUMNS)),
  }).finally(() => {
    progress.end();
    opened.open.dispose();
  });
  io.out(json === true ? `${JSON.stringify(report, null, 2)}\n` : renderDoctor(report));
  return report.ok ? EXIT_OK : EXIT_FAULTY;
}

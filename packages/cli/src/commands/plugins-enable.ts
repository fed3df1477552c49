import type { Io } from '../io.ts';
import { checkGeneral } from '../plugins-menu/check-general.ts';
import { openInventory } from '../plugins-menu/open-inventory.ts';
import { describeNames, describeSwitch, type PluginSwitch } from '../plugins-menu/plugin-switch.ts';
import { switchGeneral } from '../plugins-menu/switch-general.ts';
import { EXIT_OK } from '../print-error.ts';
import type { PluginsFlags } from './plugins-list.ts';

/**
 * `hermes plugins enable NAME`: check a general plug-in, then add it to `plugins.enabled` and take it out of
 * `plugins.disabled`. With `--json` one `PluginSwitch`. @returns The exit code.
 *
 * @throws ContextHostError when there is none of the name or it cannot be used, or the file cannot be written; nothing was.
 */
export async function runPluginsEnable(plugin: string, { json }: PluginsFlags, io: Io): Promise<number> {
  const opened = await openInventory(io);
  opened.open.dispose();
  const check = await checkGeneral(plugin, opened);
  if (check.kind === 'refused') throw check.error;
  const { engines, commands, events } = check.names;
  const written = await switchGeneral([{ plugin, to: 'on' }], opened);
  const { warnings } = check;
  const done: PluginSwitch = { plugin, isEnabled: true, ...written, engines, commands, events, warnings };
  if (json === true) {
    io.out(`${JSON.stringify(done, null, 2)}\n`);
    return EXIT_OK;
  }
  io.out(`${describeSwitch(done)}\n`);
  for (const sentence of describeNames(check.names)) io.out(`${sentence}\n`);
  for (const warning of warnings) io.err(`hermes: ${warning}\n`);
  return EXIT_OK;
}

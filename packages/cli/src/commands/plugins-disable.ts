import { isEngineName } from '@hermes-context/core';
import type { Io } from '../io.ts';
import { explainAbsent, findGeneral, ofPythonAgent, switchOff } from '../plugins-menu/check-general.ts';
import { type OpenInventory, openInventory } from '../plugins-menu/open-inventory.ts';
import { describeSwitch, type PluginSwitch } from '../plugins-menu/plugin-switch.ts';
import { switchGeneral } from '../plugins-menu/switch-general.ts';
import { EXIT_OK } from '../print-error.ts';
import type { PluginsFlags } from './plugins-list.ts';

/**
 * `hermes plugins disable NAME`: take a general plug-in out of `plugins.enabled` and add it to `plugins.disabled`, which
 * wins. It need not be there. With `--json` one `PluginSwitch`. @returns The exit code.
 *
 * @throws ContextHostError when the name is an engine's or can be none, or the file cannot be written; nothing was.
 */
export async function runPluginsDisable(plugin: string, { json }: PluginsFlags, io: Io): Promise<number> {
  const opened = await openInventory(io);
  opened.open.dispose();
  refuseOthers(plugin, opened);
  const written = await switchGeneral([switchOff(plugin, opened)], opened);
  const done: PluginSwitch = {
    plugin,
    isEnabled: false,
    ...written,
    engines: [],
    commands: [],
    events: [],
    warnings: warningsOf(plugin, opened),
  };
  if (json === true) {
    io.out(`${JSON.stringify(done, null, 2)}\n`);
    return EXIT_OK;
  }
  io.out(`${describeSwitch(done)}\n`);
  for (const warning of done.warnings) io.err(`hermes: ${warning}\n`);
  return EXIT_OK;
}

/** What stands in `plugins.enabled` may always be taken out, whatever it is. */
function refuseOthers(plugin: string, opened: OpenInventory): void {
  const entry = findGeneral(plugin, opened);
  if (entry?.health === 'python') throw ofPythonAgent(plugin);
  if (entry !== undefined || opened.loaded.config.plugins.enabled.includes(plugin)) return;
  const isEngine = opened.inventory.engines.some(({ name }) => name === plugin);
  if (isEngine || !isEngineName(plugin)) throw explainAbsent(plugin, opened);
}

function warningsOf(plugin: string, opened: OpenInventory): readonly string[] {
  const entry = findGeneral(plugin, opened);
  if (entry === undefined) return [`There is no general plug-in "${plugin}"; the entry waits for one.`];
  const { engine } = opened.inventory.current;
  return entry.engines.includes(engine)
    ? [`It brought the engine ${engine}, which context.engine names: until another is chosen, compressor runs.`]
    : [];
}

import type { Io } from '../io.ts';
import { checkEngine } from '../plugins-menu/check-engine.ts';
import { openInventory } from '../plugins-menu/open-inventory.ts';
import { describeChoice, writeEngine } from '../plugins-menu/write-engine.ts';
import { EXIT_OK } from '../print-error.ts';
import type { PluginsFlags } from './plugins-list.ts';

/**
 * `hermes plugins use ENGINE`: check an engine, then write its name as `context.engine` into the user's file. With
 * `--json` one `EngineChoice`. @returns The exit code.
 *
 * @throws ContextHostError when the engine is unknown or cannot be used, or the file cannot be written; nothing was.
 */
export async function runPluginsUse(name: string, { json }: PluginsFlags, io: Io): Promise<number> {
  const opened = await openInventory(io);
  opened.open.dispose();
  const check = await checkEngine(name, opened);
  if (check.kind === 'refused') throw check.error;
  const choice = await writeEngine(name, opened, check.warnings);
  if (json === true) {
    io.out(`${JSON.stringify(choice, null, 2)}\n`);
    return EXIT_OK;
  }
  io.out(`${describeChoice(choice).join('\n')}\n`);
  for (const warning of choice.warnings) io.err(`hermes: ${warning}\n`);
  return EXIT_OK;
}

import type { Io } from '../io.ts';
import { openInventory } from '../plugins-menu/open-inventory.ts';
import { renderInventory } from '../plugins-menu/render-inventory.ts';
import { EXIT_OK } from '../print-error.ts';

/** The flags that all `hermes plugins` commands share. */
export interface PluginsFlags {
  readonly json?: boolean;
}

/** `hermes plugins list`: every plug-in there is. With `--json` one `PluginInventory`. @returns The exit code. */
export async function runPluginsList({ json }: PluginsFlags, io: Io): Promise<number> {
  const { inventory, open } = await openInventory(io);
  open.dispose();
  if (json === true) {
    io.out(`${JSON.stringify(inventory, null, 2)}\n`);
    return EXIT_OK;
  }
  for (const warning of inventory.warnings) io.err(`hermes: ${warning}\n`);
  io.out(renderInventory(inventory));
  return EXIT_OK;
}

import type { Io } from '../io.ts';
import { watchInterruption } from '../plugins-menu/interruption.ts';
import type { ScreenEnd } from '../plugins-menu/menu-parts.ts';
import { openInventory } from '../plugins-menu/open-inventory.ts';
import { openPrompts, type Prompts } from '../plugins-menu/prompts.ts';
import { runMenu } from '../plugins-menu/run-menu.ts';
import { EXIT_INTERRUPTED, EXIT_OK } from '../print-error.ts';
import { findTerminal } from '../terminal/find-terminal.ts';
import { UsageError } from '../usage-error.ts';
import { type PluginsFlags, runPluginsList } from './plugins-list.ts';

/**
 * `hermes plugins`: choose an engine and switch plug-ins in a menu. With `--json` the same as `hermes plugins list`.
 *
 * @returns 0 when it was left, with a choice or without; 130 when it was stopped with Ctrl-C. Then nothing was written.
 * @throws UsageError without a terminal; ContextHostError when the configuration cannot be used or written.
 */
export async function runPluginsMenu(flags: PluginsFlags, io: Io): Promise<number> {
  if (flags.json === true) return runPluginsList(flags, io);
  const found = findTerminal(io.env);
  if (found.kind === 'none') throw noTerminal(found.why);
  const opened = await openInventory(io);
  const interruption = watchInterruption(found.terminal);
  try {
    const prompts = await openPrompts(found.terminal, interruption);
    return finish(await runMenu({ opened, prompts, interruption, io }), prompts);
  } finally {
    interruption.dispose();
    opened.open.dispose();
  }
}

function noTerminal(why: string): UsageError {
  return new UsageError({
    what: 'hermes plugins is a menu, and cannot be shown here.',
    why,
    fix: 'Without it: hermes plugins list, hermes plugins use ENGINE, hermes plugins enable NAME, hermes plugins disable NAME. All take --json.',
  });
}

function finish(end: ScreenEnd, prompts: Prompts): number {
  switch (end) {
    case 'done':
      prompts.close('Done.');
      return EXIT_OK;
    case 'back':
      prompts.close('Nothing was changed.');
      return EXIT_OK;
    case 'interrupted':
      prompts.close('Stopped. Nothing was changed.');
      return EXIT_INTERRUPTED;
  }
}

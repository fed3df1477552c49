import { runEngineScreen } from './engine-screen.ts';
import { switchable } from './general-options.ts';
import { runGeneralScreen } from './general-screen.ts';
import type { MenuParts, ScreenEnd } from './menu-parts.ts';
import { tableOptions } from './option-table.ts';

/** The menu, from its first screen on. Writes what is chosen in it, and nothing else. */
export async function runMenu(parts: MenuParts): Promise<ScreenEnd> {
  const { prompts, opened } = parts;
  const { general, current } = opened.inventory;
  const plugins = switchable(general);
  const enabledCount = plugins.filter(({ status }) => status === 'enabled').length;
  const enabled = plugins.length === 0 ? 'none' : `${enabledCount} of ${plugins.length} enabled`;
  const options = tableOptions([
    {
      value: 'general',
      cells: ['General Plugins', enabled],
      about: 'commands, listeners, engines of their own',
      path: '',
    },
    { value: 'provider', cells: ['Provider Plugins', `context engine: ${current.engine}`], about: '', path: '' },
  ]);
  let start = 'general';
  prompts.open('hermes plugins');
  for (;;) {
    const answer = await prompts.ask({ message: 'What do you want to set up?', options, start });
    if (answer.kind !== 'chosen') return answer.kind;
    start = answer.value;
    const end = await (start === 'general' ? runGeneralScreen(parts) : runProviderScreen(parts));
    if (end !== 'back') return end;
  }
}

async function runProviderScreen(parts: MenuParts): Promise<ScreenEnd> {
  const { engine } = parts.opened.inventory.current;
  const about = 'what keeps a conversation inside the window';
  const options = tableOptions([{ value: 'engine', cells: ['Context Engine', engine], about, path: '' }]);
  for (;;) {
    const answer = await parts.prompts.ask({ message: 'Provider Plugins', options });
    if (answer.kind !== 'chosen') return answer.kind;
    const end = await runEngineScreen(parts);
    if (end !== 'back') return end;
  }
}

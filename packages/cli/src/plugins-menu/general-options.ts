import { clipText, displayWidth } from '../terminal/display-width.ts';
import type { GeneralEntry } from './general-entries.ts';
import { rootText } from './place-text.ts';
import type { MenuOption } from './prompts.ts';
import { healthText } from './render-inventory.ts';

/** The plug-ins that can be switched: not those of the Python agent, nor folders that another one hides. Pure. */
export function switchable(entries: readonly GeneralEntry[]): readonly GeneralEntry[] {
  return entries.filter(({ health }) => health !== 'python' && health !== 'shadowed');
}

/** Plug-ins as lines of a menu, by their name: name, version, place and health; what is chosen is listed by that, too. Pure. */
export function generalOptions(entries: readonly GeneralEntry[]): readonly MenuOption[] {
  return entries.map((entry) => {
    const label = (columns: number): string => clipText(labelOf(entry), columns - HINT_FRAME - 1);
    const about = entry.problem?.why ?? entry.description ?? '';
    return {
      value: entry.name,
      label,
      hint: (columns) => clipText(about, columns - displayWidth(label(columns)) - HINT_FRAME),
    };
  });
}

/** What a hint adds to its line: a space and brackets. */
const HINT_FRAME = 3;

function labelOf({ name, version, root, health, status }: GeneralEntry): string {
  // The mark in front tells enabled from not; only what wins over it needs a word.
  const standing = health === 'ok' && status === 'disabled' ? 'disabled' : healthText(health);
  return [name, version ?? '', rootText(root), standing].filter((word) => word !== '').join(' · ');
}

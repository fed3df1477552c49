import { describeEngineSource } from '@hermes-context/core';
import type { EngineEntry } from './engine-entries.ts';
import { tableOptions } from './option-table.ts';
import { pathText, placeText } from './place-text.ts';
import type { MenuOption } from './prompts.ts';
import { healthText } from './render-inventory.ts';

/** The engines as lines of a menu, by their index: name, version, place and health; at the cursor what it is, and where. Pure. */
export function engineOptions(entries: readonly EngineEntry[]): readonly MenuOption[] {
  return tableOptions(
    entries.map((entry, index) => {
      const { name, version, isCurrent, health } = entry;
      const standing = [isCurrent ? 'current' : '', healthText(health)].filter((word) => word !== '').join(', ');
      const cells = [name, version ?? '-', placeText(entry), standing];
      return { value: String(index), cells, about: aboutOf(entry), path: pathText(entry) };
    }),
  );
}

function aboutOf({ health, problem, shadowedBy, description }: EngineEntry): string {
  if (problem !== null) return problem.why;
  if (shadowedBy !== null) return `Not used: ${describeEngineSource(shadowedBy)} is.`;
  if (health === 'python') return 'The Python agent loads it.';
  return description ?? '';
}

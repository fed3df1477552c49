import type { Io } from '../io.ts';
import type { Interruption } from './interruption.ts';
import type { OpenInventory } from './open-inventory.ts';
import type { Prompts } from './prompts.ts';

/** What a screen of the menu works with. */
export interface MenuParts {
  readonly opened: OpenInventory;
  readonly prompts: Prompts;
  readonly interruption: Interruption;
  readonly io: Io;
}

/** How a screen was left: `done` when something was decided, so that the menu ends. */
export type ScreenEnd = 'done' | 'back' | 'interrupted';

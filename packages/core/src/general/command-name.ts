import { ENGINE_NAME_RULE, isEngineName } from '../engine-name.ts';

/** Slash commands of a chat that no plug-in may take. */
export const BUILT_IN_COMMAND_NAMES: readonly string[] = [
  'compress',
  'context',
  'help',
  'model',
  'new',
  'quit',
  'redo',
  'status',
  'undo',
];

/** What a command's name must be, to follow "It must be". The same as for engines. */
export const COMMAND_NAME_RULE = ENGINE_NAME_RULE;

/** The name under which a command is known: lower case, without the "/" in front, "-" for spaces. It may still be none. */
export function toCommandName(name: string): string {
  return name.trim().toLowerCase().replace(/^\//, '').replace(/\s/g, '-');
}

export function isCommandName(name: string): boolean {
  return isEngineName(name);
}

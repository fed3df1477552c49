import type { ContextEnginePlugin, EngineCommand } from '@hermes-context/contract';
import { readField } from './read-field.ts';

/** The commands of an engine that can be used, and what is wrong with the others, a sentence each. */
export interface ReadCommands {
  readonly commands: readonly EngineCommand[];
  readonly faults: readonly string[];
}

const COMMAND_NAME = /^[a-z][a-z0-9-]{0,31}$/;

/** Look at what an engine offers, without running any of it. Never throws, whatever a stranger put there. */
export function readCommands(plugin: ContextEnginePlugin): ReadCommands {
  const engine = plugin.name;
  const list = readField(plugin, 'commands') ?? [];
  if (!Array.isArray(list))
    return { commands: [], faults: [`The engine "${engine}" offers commands that are no list.`] };
  const commands: EngineCommand[] = [];
  const faults: string[] = [];
  for (const [index, command] of list.entries()) {
    const problem = problemOf(command, commands);
    if (isCommand(command, problem)) commands.push(command);
    else faults.push(`Command ${index + 1} of the engine "${engine}" was left out: ${problem}`);
  }
  return { commands, faults };
}

function isCommand(_value: unknown, problem: string | undefined): _value is EngineCommand {
  return problem === undefined;
}

function problemOf(value: unknown, before: readonly EngineCommand[]): string | undefined {
  const name = readField(value, 'name');
  if (typeof name !== 'string' || !COMMAND_NAME.test(name) || name === 'help')
    return 'its name must be 1 to 32 lower-case letters, digits and "-", begin with a letter, and not be "help".';
  if (before.some((other) => other.name === name)) return `there is a command "${name}" before it.`;
  const summary = readField(value, 'summary');
  if (typeof summary !== 'string' || summary.trim() === '') return 'its summary must be a text that is not empty.';
  if (typeof readField(value, 'usage') !== 'string') return 'its usage must be a text.';
  if (!isTexts(readField(value, 'details') ?? [])) return 'its details must be a list of texts, or absent.';
  return typeof readField(value, 'run') === 'function' ? undefined : 'its run must be a function.';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

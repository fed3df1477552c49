import type { ContextEnginePlugin, EngineCommand } from '@hermes-context/contract';
import { closestName } from '@hermes-context/messages';
import { quoteArgument } from '../engine/shell-words.ts';
import type { Io } from '../io.ts';
import { noticeText } from '../plug-ins/notice-text.ts';
import { EXIT_OK, EXIT_USAGE } from '../print-error.ts';
import { plainText } from '../terminal/plain-text.ts';
import { UsageError } from '../usage-error.ts';
import { callCommand } from './call-command.ts';
import { type FirstWord, findCommandEngine } from './find-command-engine.ts';
import { readCommands } from './read-commands.ts';
import { renderCommand, renderCommands } from './render-help.ts';
import { splitWords } from './split-words.ts';

/** A command line whose first word is none of our commands. */
export interface UnknownCommandLine extends FirstWord {
  /** What stands behind the first word. */
  readonly words: readonly string[];
}

/**
 * `hermes ENGINE COMMAND`: run a command that an engine brought. @returns The exit code; nothing where the first word is
 * no engine's name.
 *
 * @throws UsageError for a command that the engine has not, and what is wrong with its plug-in or the configuration.
 */
export async function runEngineCommand(line: UnknownCommandLine, io: Io): Promise<number | undefined> {
  const engine = await findCommandEngine(line, io);
  if (engine === undefined) return undefined;
  const { plugin } = engine.resolution;
  const { commands, faults } = readCommands(plugin);
  const notices = engine.notice === undefined ? faults : [noticeText(engine.notice), ...faults];
  for (const notice of notices) io.err(`hermes: ${plainText(notice)}\n`);
  if (commands.length === 0) throw noCommands(plugin);
  const [name = '', ...words] = line.words;
  const command = commands.find((each) => each.name === name);
  if (command !== undefined) {
    const asked = splitWords(words);
    if (!asked.help) return callCommand(command, { ...engine, asked, io });
    io.out(renderCommand(plugin.name, command));
    return EXIT_OK;
  }
  return listCommands(line.words, { plugin, commands, io });
}

/** What there is, for whoever named no command. @throws UsageError for one that there is not. */
function listCommands(
  words: readonly string[],
  {
    plugin,
    commands,
    io,
  }: { readonly plugin: ContextEnginePlugin; readonly commands: readonly EngineCommand[]; readonly io: Io },
): number {
  const { args, help } = splitWords(words);
  const [name = 'help'] = args;
  if (name !== 'help' && !help) throw unknownCommand(plugin.name, name, commands);
  const text = renderCommands(plugin, commands);
  // Told nothing, it answers as any other group of commands does.
  const isAsked = help || args.length > 0;
  if (isAsked) io.out(text);
  else io.err(text);
  return isAsked ? EXIT_OK : EXIT_USAGE;
}

function noCommands({ name }: ContextEnginePlugin): UsageError {
  return new UsageError({
    what: `The engine "${name}" has no commands.`,
    why: 'The first word names an engine here, and an engine may bring commands of its own; this one does not.',
    fix: `See hermes --help. To use the engine: hermes plugins use ${name}`,
  });
}

function unknownCommand(engine: string, name: string, commands: readonly EngineCommand[]): UsageError {
  const names = commands.map((command) => command.name);
  const meant = closestName(name, names);
  return new UsageError({
    what: `The engine "${engine}" has no command ${quoteArgument(name)}.`,
    why: `It has ${names.join(', ')}.`,
    fix:
      meant === undefined
        ? `See hermes ${engine} --help.`
        : `Did you mean ${meant}? See hermes ${engine} ${meant} --help.`,
  });
}

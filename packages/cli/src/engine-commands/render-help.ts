import type { ContextEnginePlugin, EngineCommand } from '@hermes-context/contract';
import { plainText } from '../terminal/plain-text.ts';
import { terminalText } from './terminal-text.ts';

/** The commands of an engine, a line each. */
export function renderCommands(
  { name, description }: Pick<ContextEnginePlugin, 'name' | 'description'>,
  commands: readonly EngineCommand[],
): string {
  const calls = commands.map((command) => callOf(command));
  const width = Math.max(0, ...calls.map((call) => call.length));
  return terminalText(
    [
      `Usage: hermes ${name} COMMAND`,
      '',
      plainText(description),
      '',
      'Commands:',
      ...commands.map(({ summary }, index) => `  ${(calls[index] ?? '').padEnd(width)}  ${plainText(summary)}`),
      '',
      `With --json each prints one JSON value. More about one: hermes ${name} COMMAND --help`,
    ].join('\n'),
  );
}

/** What one command does, and its options. */
export function renderCommand(engine: string, command: EngineCommand): string {
  const { summary, details = [] } = command;
  return terminalText(
    [
      `Usage: hermes ${engine} ${callOf(command)} [--json]`,
      '',
      plainText(summary),
      ...(details.length === 0 ? [] : ['', ...details]),
    ].join('\n'),
  );
}

function callOf({ name, usage }: EngineCommand): string {
  return plainText(`${name} ${usage}`);
}

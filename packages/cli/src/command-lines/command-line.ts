import type { Command } from 'commander';
import type { Io } from '../io.ts';

/** What a group of commands is added to. Its code is imported when one of them runs: `hermes --help` loads none of it. */
export interface CommandLine {
  readonly program: Command;
  readonly io: Io;
  /** Takes the exit code of the command that ran. */
  readonly done: (exitCode: number) => void;
}

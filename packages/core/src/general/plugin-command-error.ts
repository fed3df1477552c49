import { ContextHostError } from '@hermes-context/contract';

/** A slash command of a general plug-in failed. The conversation is as it was. */
export class PluginCommandError extends ContextHostError {
  override readonly name = 'PluginCommandError';
  readonly code = 'CTX_PLUGIN_COMMAND_FAILED';
  readonly plugin: string;
  /** Without the "/". */
  readonly command: string;

  constructor({ plugin, command, problem, cause }: PluginCommandFailure) {
    super({
      what: `The command /${command} of plug-in "${plugin}" failed.`,
      why: problem,
      fix: `Report it to its author, or run: hermes plugins disable ${plugin}`,
      cause,
    });
    this.plugin = plugin;
    this.command = command;
  }
}

/** Which command failed, and how. */
export interface PluginCommandFailure {
  readonly plugin: string;
  readonly command: string;
  /** In a whole sentence. */
  readonly problem: string;
  readonly cause?: unknown;
}

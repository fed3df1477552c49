import { ContextHostError } from '@hermes-context/contract';

/** Who wants a command's name. */
export interface CommandClaim {
  /** Name of the plug-in. */
  readonly plugin: string;
  /** Its folder, absolute. */
  readonly folder: string;
}

/** Which command is contested, and by whom. */
export interface DuplicateCommand {
  /** Without the "/". */
  readonly command: string;
  /** Two or more, by name of the plug-in. */
  readonly claims: readonly CommandClaim[];
}

/** Several plug-ins registered a slash command of one name. None of them gets it, whoever came first. */
export class DuplicateCommandError extends ContextHostError {
  override readonly name = 'DuplicateCommandError';
  readonly code = 'CTX_COMMAND_DUPLICATE';
  readonly facts: DuplicateCommand;

  constructor(facts: DuplicateCommand) {
    const { command, claims } = facts;
    const claimants = claims.map(({ plugin, folder }) => `${plugin} (${folder})`);
    super({
      what: `The command /${command} is registered by ${claims.length} plug-ins, so none of them has it.`,
      why: `${claimants.slice(0, -1).join(', ')} and ${claimants.at(-1)} both want it, and a name means one command.`,
      fix: `Keep one of them: ${claims.map(({ plugin }) => `hermes plugins disable ${plugin}`).join(', or ')}`,
    });
    this.facts = facts;
  }
}

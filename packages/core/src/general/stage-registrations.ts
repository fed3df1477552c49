import type { ContextHostError, Explanation, Log, PluginContext, SlashCommand } from '@hermes-context/contract';
import { checkForRegistration } from '../check-for-registration.ts';
import { describeCause } from '../describe-cause.ts';
import { quoteName } from '../engine-name.ts';
import type { EngineOrigin, RegisteredEngine } from '../engine-registry.ts';
import type { EngineSource } from '../engine-source.ts';
import { readField } from '../read-field.ts';
import { BUILT_IN_COMMAND_NAMES, COMMAND_NAME_RULE, isCommandName, toCommandName } from './command-name.ts';
import { PluginContextClosedError } from './plugin-context-closed-error.ts';
import { RegistrationError } from './registration-error.ts';

/** What is told of a plug-in before it registers. */
export interface StageParts {
  readonly name: string;
  /** The plug-in's folder, absolute. */
  readonly folder: string;
  readonly log: Log;
  readonly dataDir: string;
}

/** A listener that waits for its event. */
export interface StagedListener {
  readonly event: string;
  readonly listener: (payload: Readonly<Record<string, unknown>>) => unknown;
  /** Whether the plug-in has taken it back. */
  isOff: boolean;
  /** The way off the bus, once it is on it. */
  stop?: () => void;
}

/** What one plug-in registered. None of it is in force yet. */
export interface Registrations {
  readonly engines: readonly RegisteredEngine[];
  /** Under the names that they will be known by. */
  readonly commands: readonly SlashCommand[];
  readonly listeners: readonly StagedListener[];
}

/** The counter at which a plug-in registers. */
export interface RegistrationStage extends Registrations {
  readonly context: PluginContext;
  /** What was refused, in order. The plug-in may have caught the errors; they count all the same. */
  readonly refusals: readonly ContextHostError[];
  /** From here on the context throws. */
  close(): void;
}

/** The name under which an engine that a plug-in registers is filed. */
export function originOf({ name, folder }: Pick<StageParts, 'name' | 'folder'>): EngineOrigin {
  return { source: `${name} (${folder})`, plugin: name };
}

/** Take down what one plug-in registers, checked on the spot, without putting any of it into force. */
export function stageRegistrations(parts: StageParts): RegistrationStage {
  const { name, log, dataDir } = parts;
  const engines: RegisteredEngine[] = [];
  const commands: SlashCommand[] = [];
  const listeners: StagedListener[] = [];
  const refusals: ContextHostError[] = [];
  let isClosed = false;
  const open = (method: string): void => {
    if (isClosed) throw new PluginContextClosedError({ plugin: name, method });
  };
  const accept = <Value>(checked: Checked<Value>): Value => {
    if (checked.kind === 'accepted') return checked.value;
    refusals.push(checked.error);
    throw checked.error;
  };
  const context: PluginContext = Object.freeze({
    name,
    log,
    dataDir,
    registerContextEngine(plugin) {
      open('registerContextEngine');
      engines.push(accept(checkEngine(plugin, parts, engines)));
    },
    registerCommand(command) {
      open('registerCommand');
      commands.push(accept(checkCommand(command, parts, commands)));
    },
    on(event, listener) {
      open('on');
      const staged = accept(checkListener(event, listener, name));
      listeners.push(staged);
      return () => {
        staged.isOff = true;
        staged.stop?.();
      };
    },
  } satisfies PluginContext);
  const close = (): void => {
    isClosed = true;
  };
  return { context, engines, commands, listeners, refusals, close };
}

type Checked<Value> =
  | { readonly kind: 'accepted'; readonly value: Value }
  | { readonly kind: 'refused'; readonly error: ContextHostError };

function checkEngine(
  plugin: unknown,
  parts: StageParts,
  before: readonly RegisteredEngine[],
): Checked<RegisteredEngine> {
  const source: EngineSource = { kind: 'registered', ...originOf(parts) };
  const checked = checkForRegistration(plugin, source);
  if (checked.kind === 'refused') return checked;
  const engine = checked.engine.plugin.name;
  if (!before.some((each) => each.plugin.name === engine)) return { kind: 'accepted', value: checked.engine };
  return refused(parts.name, {
    what: `It registers the engine "${engine}" twice.`,
    why: 'A name means one engine.',
    fix: 'Register it once, or give the two different names.',
  });
}

function checkCommand(
  command: unknown,
  { name: plugin }: StageParts,
  before: readonly SlashCommand[],
): Checked<SlashCommand> {
  const [given, description, run] = ['name', 'description', 'run'].map((field) => readField(command, field));
  if (typeof given !== 'string' || typeof description !== 'string' || !isRun(run)) {
    return refused(plugin, {
      what: 'It registers a command that is none.',
      why: 'A command has a name and a description, both texts, and a function run.',
      fix: "Write: context.registerCommand({ name: 'notes', description: 'Shows the notes.', run: async () => '…' })",
    });
  }
  const name = toCommandName(given);
  const problem = findNameProblem(name, given, before);
  if (problem !== undefined) return refused(plugin, problem);
  // Called on the command itself, so that `this` in it is what its author expects.
  return { kind: 'accepted', value: { name, description, run: (args, call) => run.call(command, args, call) } };
}

function findNameProblem(name: string, given: string, before: readonly SlashCommand[]): Explanation | undefined {
  const fix = 'Give the command another name.';
  if (!isCommandName(name)) {
    return {
      what: `It registers a command named ${quoteName(given)}.`,
      why: `A name must be ${COMMAND_NAME_RULE}.`,
      fix,
    };
  }
  if (BUILT_IN_COMMAND_NAMES.includes(name)) {
    return { what: `It registers the command /${name}.`, why: 'That is a command of the host, which keeps it.', fix };
  }
  if (!before.some((each) => each.name === name)) return undefined;
  return { what: `It registers the command /${name} twice.`, why: 'A name means one command.', fix };
}

function isRun(value: unknown): value is SlashCommand['run'] {
  return typeof value === 'function';
}

function checkListener(event: unknown, listener: unknown, plugin: string): Checked<StagedListener> {
  if (typeof event === 'string' && event !== '' && isListener(listener)) {
    return { kind: 'accepted', value: { event, listener, isOff: false } };
  }
  return refused(plugin, {
    what: `It listens to ${typeof event === 'string' ? quoteName(event) : describeCause(event)} in vain.`,
    why: 'on takes the name of an event and a function.',
    fix: "Write: context.on('session:compress', (payload) => { … })",
  });
}

function isListener(value: unknown): value is StagedListener['listener'] {
  return typeof value === 'function';
}

function refused(plugin: string, explanation: Explanation): Extract<Checked<never>, { kind: 'refused' }> {
  return { kind: 'refused', error: new RegistrationError({ plugin, ...explanation }) };
}

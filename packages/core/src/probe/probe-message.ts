import type { Incompatibility } from '../incompatible-plugin-error.ts';
import { isPluginKind, type PluginKind } from '../plugin-kind.ts';
import type { PluginLoadFailure } from '../plugin-load-error.ts';
import { readField } from '../read-field.ts';

/** What a process is told to try. */
export interface ProbeTask {
  /** The plug-in's own name, or its folder's. */
  readonly name: string;
  /** The plug-in's own folder, absolute. */
  readonly folder: string;
  readonly kind: PluginKind;
  /** How long each step may take, in milliseconds. */
  readonly timeoutMs: number;
  /** A folder for what `register` writes. */
  readonly dataDir: string;
  /** When the process ends itself at the latest, in milliseconds. */
  readonly lifeMs: number;
}

/** A step of a probe. */
export type ProbeStep = 'import' | 'register';

/** Names of what a general plug-in registered. */
export interface ProbedNames {
  readonly engines: readonly string[];
  readonly commands: readonly string[];
  readonly events: readonly string[];
}

/** What the process tells. Errors cross as the facts that they are made of. Narrow on `kind`. */
export type ProbeMessage =
  | { readonly kind: 'step'; readonly step: ProbeStep }
  | { readonly kind: 'sound'; readonly names: ProbedNames }
  | { readonly kind: 'faulty'; readonly facts: Omit<PluginLoadFailure, 'cause'> }
  | { readonly kind: 'incompatible'; readonly facts: Incompatibility };

/** A task as the process finds it. */
export function isProbeTask(value: unknown): value is ProbeTask {
  return (
    ['name', 'folder', 'dataDir'].every((field) => typeof readField(value, field) === 'string') &&
    ['timeoutMs', 'lifeMs'].every((field) => typeof readField(value, field) === 'number') &&
    isPluginKind(readField(value, 'kind'))
  );
}

/** A message as it comes out of the process, in which a stranger's code runs too. */
export function isProbeMessage(value: unknown): value is ProbeMessage {
  switch (readField(value, 'kind')) {
    case 'step':
      return ['import', 'register'].some((step) => step === readField(value, 'step'));
    case 'sound':
      return NAME_LISTS.every((list) => Array.isArray(readField(readField(value, 'names'), list)));
    case 'faulty':
    case 'incompatible':
      return typeof readField(readField(value, 'facts'), 'plugin') === 'string';
    default:
      return false;
  }
}

const NAME_LISTS = ['engines', 'commands', 'events'] as const;

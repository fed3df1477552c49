import type { ContextHostError } from '@hermes-context/contract';
import {
  type GeneralPluginRecord,
  PluginNameError,
  PluginNotFoundError,
  type PluginRootKind,
} from '@hermes-context/core';
import { plainText } from '../terminal/plain-text.ts';
import { type Problem, toProblem } from './problem.ts';

/** What the config says of a general plug-in: `disabled` is never loaded, `off` only needs to be enabled. */
export type GeneralStatus = 'enabled' | 'disabled' | 'off';

/** How a general plug-in is. Only an enabled one was run; of the others no more is known than their manifest. */
export type GeneralHealth =
  | 'ok'
  /** It is there and cannot be used; `problem` says why. */
  | 'broken'
  /** A folder of the same name in a place before this one is used instead: `shadowedBy`. */
  | 'shadowed'
  /** It belongs to the Python agent, which shares the home and its config. */
  | 'python'
  /** `plugins.enabled` names it, and it is nowhere. */
  | 'not-found';

/** One general plug-in in one place. All texts are one line, fit for a terminal. */
export interface GeneralEntry {
  readonly name: string;
  /** Absolute; `null` for one that is nowhere. */
  readonly folder: string | null;
  /** Whose folder it lies in; `null` for one that is nowhere. */
  readonly root: PluginRootKind | null;
  readonly version: string | null;
  readonly description: string | null;
  readonly status: GeneralStatus;
  readonly health: GeneralHealth;
  /** `null` unless `broken` or `not-found`. */
  readonly problem: Problem | null;
  readonly shadowedBy: string | null;
  /** What it registered, contested names included. Empty unless it is enabled and works. */
  readonly engines: readonly string[];
  readonly commands: readonly string[];
  readonly events: readonly string[];
  /** Names that it does not get because another plug-in wants them too. */
  readonly conflicts: readonly Problem[];
}

/** What the list of general plug-ins is made from. */
export interface GeneralParts {
  readonly records: readonly GeneralPluginRecord[];
  readonly notices: readonly ContextHostError[];
  /** `plugins.disabled`. */
  readonly disabled: readonly string[];
}

/** The Python agent's engines are engines here, too. */
const ENGINES_CATEGORY = 'context_engine/';

/** Every general plug-in there is, by name, then what is enabled and nowhere. Pure. */
export function listGeneralPlugins({ records, notices, disabled }: GeneralParts): readonly GeneralEntry[] {
  const own = records.filter(({ name }) => !name.startsWith(ENGINES_CATEGORY));
  return [...own.map((record) => recordEntry(record, disabled)), ...notices.flatMap(absentEntry)];
}

const NOTHING = { problem: null, shadowedBy: null, engines: [], commands: [], events: [], conflicts: [] } as const;

function recordEntry(record: GeneralPluginRecord, disabled: readonly string[]): GeneralEntry {
  const { name, folder, root, manifest } = record;
  return {
    name: plainText(name),
    folder,
    root: root.kind,
    version: manifest === undefined ? null : plainText(manifest.version),
    description: manifest === undefined ? null : plainText(manifest.description),
    status: statusOf(record, disabled),
    ...standingOf(record),
  };
}

function statusOf({ name, isEnabled }: GeneralPluginRecord, disabled: readonly string[]): GeneralStatus {
  if (isEnabled) return 'enabled';
  return disabled.includes(name) ? 'disabled' : 'off';
}

type Standing = Omit<GeneralEntry, 'name' | 'folder' | 'root' | 'version' | 'description' | 'status'>;

function standingOf({ state }: GeneralPluginRecord): Standing {
  switch (state.kind) {
    case 'loaded': {
      const { engines, commands, events, conflicts } = state;
      return { ...NOTHING, health: 'ok', engines, commands, events, conflicts: conflicts.map(toProblem) };
    }
    case 'broken':
      return { ...NOTHING, health: 'broken', problem: toProblem(state.error) };
    case 'off':
      return { ...NOTHING, health: 'ok' };
    case 'shadowed':
      return { ...NOTHING, health: 'shadowed', shadowedBy: state.by };
    case 'python':
      return { ...NOTHING, health: 'python' };
  }
}

function absentEntry(notice: ContextHostError): readonly GeneralEntry[] {
  if (!(notice instanceof PluginNotFoundError) && !(notice instanceof PluginNameError)) return [];
  const nowhere = { folder: null, root: null, version: null, description: null } as const;
  return [
    {
      ...NOTHING,
      ...nowhere,
      name: plainText(notice.requested),
      status: 'enabled',
      health: 'not-found',
      problem: toProblem(notice),
    },
  ];
}

import { type ConfigEdit, editConfigFile } from '@hermes-context/config';
import type { OpenInventory } from './open-inventory.ts';

/** What is to become of a plug-in. */
export interface Switch {
  readonly plugin: string;
  /** `on`: loaded from now on. `off`: not, whatever comes. `forgotten`: no entry names it any more. */
  readonly to: 'on' | 'off' | 'forgotten';
}

/** What was written. */
export interface SwitchResult {
  readonly outcome: 'written' | 'unchanged';
  /** The user's file. */
  readonly file: string;
  /** `plugins.enabled` and `plugins.disabled` as they are now. */
  readonly enabled: readonly string[];
  readonly disabled: readonly string[];
}

/**
 * Write switches into `plugins.enabled` and `plugins.disabled` of the user's file, in one edit. Entries of other
 * plug-ins stay as they are. Check what is switched on first.
 *
 * @throws ContextHostError when the file cannot be edited; it is as it was then.
 */
export async function switchGeneral(switches: readonly Switch[], { loaded }: OpenInventory): Promise<SwitchResult> {
  const { plugins } = loaded.config;
  if (isAsWanted(plugins, switches)) return { outcome: 'unchanged', file: loaded.files.user, ...plugins };
  // Decided under the lock: another process may switch another plug-in at the same moment.
  const update = (key: keyof PluginLists): ConfigEdit => ({
    kind: 'update',
    path: ['plugins', key],
    change: (before) => filled(withSwitches({ enabled: [], disabled: [], [key]: namesIn(before) }, switches)[key]),
  });
  const edited = await editConfigFile({ file: loaded.files.user, edits: [update('enabled'), update('disabled')] });
  const [enabled, disabled] = edited.changes.map(({ after }) => namesIn(after));
  return { outcome: edited.kind, file: edited.file, enabled: enabled ?? [], disabled: disabled ?? [] };
}

function isAsWanted(lists: PluginLists, switches: readonly Switch[]): boolean {
  const wanted = withSwitches(lists, switches);
  return isSameList(lists.enabled, wanted.enabled) && isSameList(lists.disabled, wanted.disabled);
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

/** The names of a list in a file; none where it is absent, or no list. */
function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** An empty list is as good as none, and takes a line. */
function filled(list: readonly string[]): readonly string[] | undefined {
  return list.length === 0 ? undefined : list;
}

type PluginLists = Pick<SwitchResult, 'enabled' | 'disabled'>;

/** The lists after some switches; entries of other plug-ins stay as they are, in their order. Pure. */
export function withSwitches(lists: PluginLists, switches: readonly Switch[]): PluginLists {
  const named = (state: Switch['to']) => switches.filter(({ to }) => to === state).map(({ plugin }) => plugin);
  const [on, off, forgotten] = [named('on'), named('off'), named('forgotten')];
  return {
    enabled: withEntries(lists.enabled, { added: on, removed: [...off, ...forgotten] }),
    disabled: withEntries(lists.disabled, { added: off, removed: [...on, ...forgotten] }),
  };
}

function withEntries(
  list: readonly string[],
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): readonly string[] {
  const kept = list.filter((name) => !removed.includes(name));
  return [...kept, ...added.filter((name) => !kept.includes(name))];
}

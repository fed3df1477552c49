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
  const { enabled, disabled } = withSwitches(plugins, switches);
  const edits = [...listEdit('enabled', plugins.enabled, enabled), ...listEdit('disabled', plugins.disabled, disabled)];
  const file = loaded.files.user;
  if (edits.length === 0) return { outcome: 'unchanged', file, enabled, disabled };
  const edited = await editConfigFile({ file, edits });
  return { outcome: edited.kind, file: edited.file, enabled, disabled };
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

function listEdit(
  key: 'enabled' | 'disabled',
  before: readonly string[],
  after: readonly string[],
): readonly ConfigEdit[] {
  if (before.length === after.length && before.every((name, index) => name === after[index])) return [];
  const path = ['plugins', key];
  return [after.length === 0 ? { kind: 'unset', path } : { kind: 'set', path, value: after }];
}

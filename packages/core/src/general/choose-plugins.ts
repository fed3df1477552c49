import type { ContextHostError } from '@hermes-context/contract';
import { isEngineName } from '../engine-name.ts';
import type { PluginDiscovery, PluginFolder } from '../list-plugin-folders.ts';
import type { GeneralPluginRecord, GeneralPluginState } from './general-plugin.ts';
import { PluginNameError } from './plugin-name-error.ts';
import { PluginNotFoundError } from './plugin-not-found-error.ts';

/** What the config asks for. */
export interface PluginChoice {
  /** What lies in the folders: see `discoverGeneralPlugins`. */
  readonly folders: PluginDiscovery;
  /** `plugins.enabled`. */
  readonly enabled: readonly string[];
  /** `plugins.disabled`, which wins. Default: none. */
  readonly disabled?: readonly string[];
  /** Names of engines, so that one in `plugins.enabled` is told where it belongs. Default: none. */
  readonly engineNames?: readonly string[];
}

/** A folder, with its state unless it is to be loaded. */
export type ChosenPlugin = Omit<GeneralPluginRecord, 'state'> & { readonly state: GeneralPluginState | undefined };

/** Decide of each folder whether it is to be loaded; by name, then in the order of their roots. Pure. */
export function choosePlugins({ folders, enabled, disabled = [] }: PluginChoice): readonly ChosenPlugin[] {
  const byName = Map.groupBy(folders.folders, ({ name }) => name);
  const names = Array.from(byName.keys()).toSorted();
  return names.flatMap((name) => {
    const each = byName.get(name) ?? [];
    const first = each.find(({ state }) => state.kind !== 'python');
    return each.map((folder) => {
      const isEnabled = folder === first && enabled.includes(name) && !disabled.includes(name);
      const off = disabled.includes(name) ? 'disabled' : 'not-enabled';
      return chosen(folder, { isEnabled, off, first: first?.folder ?? folder.folder });
    });
  });
}

function chosen(
  { name, folder, root, state }: PluginFolder,
  {
    isEnabled,
    off,
    first,
  }: { readonly isEnabled: boolean; readonly off: 'not-enabled' | 'disabled'; readonly first: string },
): ChosenPlugin {
  const place = { name, folder, root, isEnabled };
  if (state.kind === 'python') return { ...place, state: { kind: 'python' } };
  const record = state.kind === 'described' ? { ...place, manifest: state.manifest } : place;
  if (first !== folder) return { ...record, state: { kind: 'shadowed', by: first } };
  if (state.kind === 'broken') return { ...record, state: { kind: 'broken', error: state.error } };
  return { ...record, state: isEnabled ? undefined : { kind: 'off', why: off } };
}

/** What to say of the names in `plugins.enabled` that no folder has, by name. Pure. */
export function findMissing({
  folders,
  enabled,
  disabled = [],
  engineNames = [],
}: PluginChoice): readonly ContextHostError[] {
  const known = new Set(folders.folders.map(({ name }) => name));
  const available = folders.folders.flatMap(({ name, state }) => (state.kind === 'described' ? [name] : []));
  const searched = folders.roots.map(({ path }) => path);
  return Array.from(new Set(enabled))
    .filter((name) => !known.has(name) && !disabled.includes(name))
    .toSorted()
    .map((requested) =>
      isEngineName(requested)
        ? new PluginNotFoundError({ requested, available, searched, isEngine: engineNames.includes(requested) })
        : new PluginNameError({ requested, available }),
    );
}

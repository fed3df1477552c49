/** What a plug-in's folder is for, as `kind` in `plugin.yaml` says. */
export type PluginKind =
  /** It exports one engine, as `contextEngine`. The default below `plugins/context_engine/`. */
  | 'context_engine'
  /** It exports `register`. The default in `$HERMES_HOME/plugins/`. */
  | 'general';

/** The export that the entry of each kind must have. */
export const EXPORT_NAMES = { context_engine: 'contextEngine', general: 'register' } as const;

/** The kind as the subject of a sentence. */
export function kindName(kind: PluginKind): string {
  return kind === 'general' ? 'Plug-in' : 'Context engine';
}

export function isPluginKind(value: unknown): value is PluginKind {
  return value === 'context_engine' || value === 'general';
}

import type { PluginKind } from './plugin-kind.ts';
import type { PluginLoadFailure } from './plugin-load-error.ts';

type Explained = Pick<PluginLoadFailure, 'reason' | 'problem' | 'fix'>;

/** What to say of a folder whose `plugin.yaml` declares another kind than its place has. Pure. */
export function explainMisplaced(name: string, declared: PluginKind): Explained {
  const problem =
    declared === 'general'
      ? 'Its plugin.yaml says kind: general, and this is a place for context engines.'
      : 'Its plugin.yaml says kind: context_engine, and this is a place for general plug-ins.';
  return { reason: 'misplaced', problem, fix: `${whereItBelongs(name, declared)}.` };
}

/** Where a folder of that kind belongs, and how it is switched on then; to go into a sentence. */
export function whereItBelongs(name: string, kind: PluginKind): string {
  return kind === 'general'
    ? `Move the folder to $HERMES_HOME/plugins/${name}, then run: hermes plugins enable ${name}`
    : `Move the folder to $HERMES_HOME/plugins/context_engine/${name}, then run: hermes plugins use ${name}`;
}

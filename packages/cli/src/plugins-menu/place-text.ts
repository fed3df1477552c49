import type { PluginRootKind } from '@hermes-context/core';
import type { EngineEntry } from './engine-entries.ts';

/** Whose folder it is, in a word or two. */
const ROOT_WORDS: Readonly<Record<PluginRootKind, string>> = {
  project: 'this project',
  home: 'your home',
  configured: 'plugins.paths',
  bundled: 'bundled',
};

/** Whose folder a plug-in lies in; nothing for one that is nowhere. */
export function rootText(root: PluginRootKind | null): string {
  return root === null ? '' : ROOT_WORDS[root];
}

/** Where an engine comes from, short enough for a column. */
export function placeText({ source }: Pick<EngineEntry, 'source'>): string {
  if (source === null) return '';
  switch (source.kind) {
    case 'built-in':
      return 'built-in';
    case 'folder':
      return ROOT_WORDS[source.root];
    case 'registered':
      return source.plugin === undefined ? 'registered' : `by ${source.plugin}`;
    case 'stages':
      return 'context.stages';
  }
}

/** Where exactly an engine lies, or who brought it; nothing where there is no more to say. */
export function pathText({ source }: Pick<EngineEntry, 'source'>): string {
  if (source === null) return '';
  switch (source.kind) {
    case 'built-in':
      return '';
    case 'folder':
      return source.folder;
    case 'registered':
      return source.source;
    case 'stages':
      return source.stages.join(' → ');
  }
}

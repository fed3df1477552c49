/** Whose folder of plug-ins it is; searched in this order. */
export type PluginRootKind =
  /** `plugins/context_engine/` of the project. */
  | 'project'
  /** `$HERMES_HOME/plugins/context_engine/`. */
  | 'home'
  /** An entry of `plugins.paths`. */
  | 'configured'
  /** What the host ships. */
  | 'bundled';

/** Where an engine came from. Narrow on `kind`. */
export type EngineSource =
  | { readonly kind: 'built-in' }
  | {
      readonly kind: 'folder';
      /** The plug-in's own folder, absolute. */
      readonly folder: string;
      readonly root: PluginRootKind;
    }
  | {
      readonly kind: 'registered';
      /** Who registered it, as they named themselves: a package, a module, a plug-in and its folder. */
      readonly source: string;
      /** Name of the general plug-in that did; absent for others. `hermes plugins disable` takes it. */
      readonly plugin?: string;
    }
  | {
      readonly kind: 'stages';
      /** Names of the engines that run one after another, from `context.stages`. */
      readonly stages: readonly string[];
    };

/** The source as a phrase for a person, such as `the folder /srv/app/plugins/context_engine/lcm (project)`. */
export function describeEngineSource(source: EngineSource): string {
  switch (source.kind) {
    case 'built-in':
      return 'the built-in engine';
    case 'folder':
      return `the folder ${source.folder} (${source.root})`;
    case 'registered':
      return `the registration by ${source.source}`;
    case 'stages':
      return `context.stages (${source.stages.join(', ')})`;
  }
}

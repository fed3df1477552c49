import type { Options, PublicExplorer } from 'cosmiconfig';
import * as cosmiconfigExplorer from 'cosmiconfig/dist/Explorer.js';

/** A loader's answer, under the name of the file that it is about. */
export type LoadText<Loaded> = (file: string, text: string) => Loaded;

/** Finds and reads config files; see {@link createExplorer}. */
export interface ConfigExplorer<Loaded> {
  /** Read one file. Rejects with the error of the file system. */
  load(file: string): Promise<Loaded>;
  /** The first of `places` in `folder` that can be read; `undefined` when there is none. */
  findIn(
    folder: string,
    places: readonly string[],
  ): Promise<{ readonly file: string; readonly loaded: Loaded } | undefined>;
}

type ExplorerOptions = Options & { readonly moduleName: string; readonly metaConfigFilePath: null };
type ExplorerClass = new (options: ExplorerOptions) => Pick<PublicExplorer, 'load' | 'search'>;

// `cosmiconfig()` itself looks into the working directory for a configuration of its own, and so
// runs `.config/config.js` of whatever checkout it is called in. The class behind it does not; its
// types are not published. Read in version 10.0.1, which is pinned.
const Explorer: ExplorerClass = Reflect.get(cosmiconfigExplorer, 'Explorer');

/**
 * An explorer whose every file goes through `loadText`, an empty one as `''`. It stays in the
 * folder it is given: climbing is the caller's, who knows where to stop.
 */
export function createExplorer<Loaded>(loadText: LoadText<Loaded>): ConfigExplorer<Loaded> {
  const resultOf = (result: Awaited<ReturnType<PublicExplorer['search']>>): Loaded =>
    result?.isEmpty ? loadText(result.filepath, '') : result?.config;
  return {
    load: async (file) => resultOf(await new Explorer(optionsFor([], loadText)).load(file)),
    findIn: async (folder, places) => {
      const result = await new Explorer(optionsFor(places, loadText)).search(folder);
      return result === null ? undefined : { file: result.filepath, loaded: resultOf(result) };
    },
  };
}

function optionsFor<Loaded>(places: readonly string[], loadText: LoadText<Loaded>): ExplorerOptions {
  return {
    moduleName: 'hermes-context',
    searchPlaces: [...places],
    searchStrategy: 'none',
    // An empty file is one that says "the defaults here", not one to pass over.
    ignoreEmptySearchPlaces: false,
    loaders: { '.yaml': loadText, '.yml': loadText },
    transform: (result) => result,
    cache: false,
    metaConfigFilePath: null,
    mergeImportArrays: false,
    mergeSearchPlaces: false,
  };
}

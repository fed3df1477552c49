const isSource = import.meta.url.endsWith('.ts');

/** Where a script of this package is that another process or thread runs, given its source: in a build, what was made of it. */
export function siblingScript(source: URL): URL {
  return isSource ? source : new URL(source.href.replace(/\.ts$/, '.js'));
}

/** What a Node that runs such a script must be told: in a checkout, to find the sources of the other packages. */
export const SIBLING_OPTIONS: readonly string[] = isSource ? ['--conditions=@hermes-context/source'] : [];

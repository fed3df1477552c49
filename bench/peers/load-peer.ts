/**
 * Those exports of a peer that an adapter needs, found and checked at run time: the project type-checks, and
 * everything else in it runs, without the peers. `Shape` is the adapter's own reading of the peer's types.
 * @throws Error when the module has no function or class of a name: then the adapter is for another version.
 */
export async function loadPeer<Shape extends object>(
  specifier: string,
  names: readonly (keyof Shape & string)[],
): Promise<Shape> {
  const loaded: unknown = await import(/* @vite-ignore */ specifier);
  if (isObject(loaded) && hasFunctions<Shape>(loaded, names)) return loaded;
  throw new Error(`${specifier} does not have all of ${names.join(', ')}; the adapter is for another version of it.`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function hasFunctions<Shape extends object>(loaded: object, names: readonly (keyof Shape & string)[]): loaded is Shape {
  const all = new Map<string, unknown>(Object.entries(loaded));
  return names.every((name) => typeof all.get(name) === 'function');
}

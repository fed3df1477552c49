import { closestName } from '@hermes-context/messages';
import { formatKeyPath, type ParsedKeyPath, parseKeyPath } from './key-path.ts';
import type { LoadedConfig, ValueSource } from './load-config.ts';
import { canonicalPath } from './settle-model.ts';
import { suggestKey } from './suggest-key.ts';

/** What came of asking for a value. Narrow on `kind`. */
export type ValueLookup =
  | {
      readonly kind: 'value';
      readonly path: string;
      readonly value: unknown;
      /** The value to be shown: a reference to the environment, and not what it stands for. */
      readonly shown: unknown;
      readonly source: ValueSource;
    }
  | {
      readonly kind: 'unknown-key';
      readonly path: string;
      /** One sentence for a person. */
      readonly reason: string;
      /** The path that was probably meant; `undefined` when nothing is near. */
      readonly suggestion: string | undefined;
    }
  | { readonly kind: 'invalid-path'; readonly problem: Extract<ParsedKeyPath, { kind: 'invalid' }> };

/**
 * The value at a path such as `compression.threshold` or `compression.model_thresholds."glm-5.2"`,
 * with its source. A section answers with all its values; a key of another program with what the
 * file says.
 */
export function getValue(loaded: LoadedConfig, path: string): ValueLookup {
  const parsed = parseKeyPath(path);
  if (parsed.kind === 'invalid') return { kind: 'invalid-path', problem: parsed };
  const segments = canonicalPath(parsed.segments);
  const found = lookUp(loaded.config, segments) ?? lookUp(loaded.written, segments);
  if (found !== undefined) {
    const shown = lookUp(loaded.shown, segments) ?? found;
    const source = loaded.sourceOf(segments);
    return { kind: 'value', path: formatKeyPath(segments), value: found.value, shown: shown.value, source };
  }
  return {
    kind: 'unknown-key',
    path: formatKeyPath(segments),
    reason: 'No setting of this name exists, and no file has a line for it.',
    suggestion: suggestWritten(loaded, segments) ?? suggestOther(segments),
  };
}

/** Wrapped, since a value may be `undefined`'s neighbour `null`. */
function lookUp(root: unknown, path: readonly string[]): { readonly value: unknown } | undefined {
  let value = root;
  for (const key of path) {
    if (!isMap(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return { value };
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A key that a file has at the place where the path left the tree: misspelt, or with a dot and without its quotes. */
function suggestWritten({ config, written }: LoadedConfig, path: readonly string[]): string | undefined {
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const parent = path.slice(0, depth);
    const names = [config, written].flatMap((root) => namesAt(root, parent));
    if (names.length === 0) continue;
    const rest = path.slice(depth).join('.');
    const meant = names.includes(rest) ? rest : depth === path.length - 1 ? closestName(rest, names) : undefined;
    return meant === undefined ? undefined : formatKeyPath([...parent, meant]);
  }
  return undefined;
}

function namesAt(root: unknown, path: readonly string[]): readonly string[] {
  const found = lookUp(root, path)?.value;
  return isMap(found) ? Object.keys(found) : [];
}

function suggestOther(path: readonly string[]): string | undefined {
  const meant = suggestKey(path);
  return meant === formatKeyPath(path) ? undefined : meant;
}

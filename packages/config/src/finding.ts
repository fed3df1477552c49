import type { Place } from './config-node.ts';
import { type ConfigFinding, formatPlace } from './config-problem.ts';
import { formatKeyPath } from './key-path.ts';

/** What {@link findingAt} needs to know. */
export interface FindingParts<Code extends string> {
  readonly code: Code;
  readonly path: readonly string[];
  readonly place: Place;
  readonly value?: unknown;
  /** What follows the key in the first sentence, up to its place, such as `is 50`. */
  readonly what: string;
  /** A further half sentence behind the place, such as `; 0.8 is used`. */
  readonly effect?: string;
  readonly rule: string;
  readonly fix: string;
}

/** A problem or a warning about one key. */
export function findingAt<Code extends string>(parts: FindingParts<Code>): ConfigFinding<Code> {
  const { code, path, place, value, what, effect = '', rule, fix } = parts;
  const { file, line, column } = place;
  const key = formatKeyPath(path);
  return {
    code,
    file,
    line,
    column,
    path: key,
    value,
    what: `${key} ${what} in ${formatPlace(place)}${effect}.`,
    rule,
    fix,
  };
}

import type { Place } from './place.ts';
import { TranscriptShapeError } from './transcript-shape-error.ts';

/**
 * Deepest nesting that is accepted, in levels. Far above any message in use, and far below where serialisers run out
 * of stack.
 */
const MAX_NESTING_LEVELS = 1_000;

interface OpenNode {
  readonly node: object;
  readonly level: number;
}

/**
 * Freeze a value and all it holds. What is frozen already is taken to be frozen to its bottom.
 *
 * @param place - Where the value stands, for the error.
 * @throws TranscriptShapeError for nesting deeper than a thousand levels.
 */
export function freezeDeeply<Value>(value: Value, place: Place): Value {
  // A stack of its own: the value comes from a file, and recursion would let the file choose the depth.
  const open: OpenNode[] = [];
  pushUnfrozen(open, value, 1);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, level } = next;
    if (level > MAX_NESTING_LEVELS) throw tooDeep(place);
    Object.freeze(node);
    for (const child of Object.values(node)) pushUnfrozen(open, child, level + 1);
  }
  return value;
}

function pushUnfrozen(open: OpenNode[], value: unknown, level: number): void {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) open.push({ node: value, level });
}

function tooDeep(place: Place): TranscriptShapeError {
  return new TranscriptShapeError({
    place,
    found: `nested deeper than ${MAX_NESTING_LEVELS} levels`,
    expected: `at most ${MAX_NESTING_LEVELS} levels of lists and objects`,
    fix: 'Write the deep value as JSON text, in a string.',
  });
}

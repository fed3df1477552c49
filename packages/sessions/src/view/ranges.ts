import type { SequenceRange } from '../sequence-range.ts';

/** Ranges one after another. As a set: ascending and apart. As a list: in the order of the list. */
export type Ranges = readonly SequenceRange[];

/** Sequences in their order, put together where they follow on. */
export function rangesOf(sequences: Iterable<number>): Ranges {
  const ranges: SequenceRange[] = [];
  for (const sequence of sequences) add(ranges, { from: sequence, to: sequence + 1 });
  return ranges;
}

/** Several lists of ranges, one behind the other. */
export function concat(...lists: readonly Ranges[]): Ranges {
  const ranges: SequenceRange[] = [];
  for (const list of lists) for (const range of list) add(ranges, range);
  return ranges;
}

/** All sequences above `after` and up to `last`, as ranges: one or none. */
export function span(after: number, last: number): Ranges {
  return last > after ? [{ from: after + 1, to: last + 1 }] : [];
}

/** The same sequences as a set. */
export function toSet(ranges: Ranges): Ranges {
  return concat(ranges.toSorted((one, other) => one.from - other.from));
}

/** What is in one of the sets. */
export function union(...sets: readonly Ranges[]): Ranges {
  const ranges: SequenceRange[] = [];
  for (const range of sets.flat().toSorted((one, other) => one.from - other.from)) {
    const last = ranges.at(-1);
    if (last !== undefined && range.from <= last.to) {
      ranges[ranges.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    } else ranges.push(range);
  }
  return ranges;
}

/** What is in the first set and not in the second. */
export function subtract(set: Ranges, taken: Ranges): Ranges {
  const ranges: SequenceRange[] = [];
  for (const { from, to } of set) {
    let start = from;
    for (let index = placeOf(taken, from); (taken[index]?.from ?? to) < to; index += 1) {
      const hole = taken[index] ?? { from: to, to };
      add(ranges, { from: start, to: hole.from });
      start = hole.to;
    }
    add(ranges, { from: start, to });
  }
  return ranges;
}

/** The part of a list or set above a sequence, in its order. */
export function above(ranges: Ranges, sequence: number): Ranges {
  return ranges
    .filter(({ to }) => to > sequence + 1)
    .map(({ from, to }) => ({ from: Math.max(from, sequence + 1), to }));
}

/** How many sequences there are. */
export function sizeOf(ranges: Ranges): number {
  return ranges.reduce((total, { from, to }) => total + to - from, 0);
}

/** Whether a set holds a sequence; looks at few of many ranges. */
export function holds(set: Ranges, sequence: number): boolean {
  const range = set[placeOf(set, sequence)];
  return range !== undefined && range.from <= sequence;
}

/** Each sequence, in order. */
export function* sequencesOf(ranges: Ranges): Generator<number> {
  for (const { from, to } of ranges) for (let sequence = from; sequence < to; sequence += 1) yield sequence;
}

function add(ranges: SequenceRange[], { from, to }: SequenceRange): void {
  if (from >= to) return;
  const last = ranges.at(-1);
  if (last?.to === from) ranges[ranges.length - 1] = { from: last.from, to };
  else ranges.push({ from, to });
}

/** Index of the first range of a set that ends behind a sequence; the length of the set if none does. */
function placeOf(set: Ranges, sequence: number): number {
  let low = 0;
  let high = set.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((set[middle]?.to ?? 0) > sequence) high = middle;
    else low = middle + 1;
  }
  return low;
}

import { findPlaces, type Lineage } from './lineage.ts';
import type { Compressed } from './read-answer.ts';

/** One engine's part in a compaction: the list it got, what it answered, the list after. */
export interface PartChange {
  /** How warnings speak of the engine; `undefined` where there is only one. */
  readonly name: string | undefined;
  readonly before: Lineage;
  readonly outcome: Compressed;
  /** For each message after its index before. */
  readonly places: readonly (number | undefined)[];
  readonly after: Lineage;
}

/** The change that an engine made to the list it was given. */
export function changeBy(name: string | undefined, before: Lineage, outcome: Compressed): PartChange {
  const { messages, report } = outcome;
  const places = findPlaces(before.messages, messages, report);
  const origins = places.map((place) => (place === undefined ? undefined : before.origins[place]));
  return { name, before, outcome, places, after: { messages, origins } };
}

import type { JsonSpan } from '@hermes-context/messages';
import type { Place } from '../place.ts';
import type { WireObject } from '../wire-value.ts';

/** Where one member of the root object stands. */
export interface MemberSpan {
  /** Index of the opening quote of the key. */
  readonly keyStart: number;
  readonly value: JsonSpan;
}

/** A file, parsed, with the place of everything that is written back byte for byte. */
export interface TranscriptDocument {
  /** The file as it was, byte order mark included. */
  readonly text: string;
  readonly container: 'array' | 'object' | 'jsonl';
  /** Messages or items, as parsed. */
  readonly elements: readonly unknown[];
  /** Where each element stands in the text. None where `input` is a plain string, which has one element without a place. */
  readonly spans: readonly JsonSpan[];
  /** Where the list of elements stands, brackets included; the whole text for JSON Lines. */
  readonly list: JsonSpan;
  /** The root object; absent for the other containers. */
  readonly root?: WireObject;
  /** Which key of the root holds the list; absent for the other containers. */
  readonly listKey?: 'messages' | 'input';
  /** Members of the root object, by key. Empty for the other containers. */
  readonly members: ReadonlyMap<string, MemberSpan>;
  /** Where an element stands, for an error. */
  placeOf(index: number): Place;
}

import type { Messages } from '@hermes-context/contract';
import type { WirePiece } from './document/write-document.ts';
import type { Notes } from './notes.ts';
import type { Place } from './place.ts';
import type { WireObject } from './wire-value.ts';

/** What a format's reader gets: elements of a list, and the object around them where there is one. */
export interface WireSource {
  readonly elements: readonly unknown[];
  readonly root?: WireObject;
  /** Where an element stands, for an error. */
  placeOf(index: number): Place;
  /** Where something is noted that had to be changed on the way in. */
  readonly notes: Notes;
}

/** A half-open range of indices. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Which elements became which messages. */
export interface WireLink {
  readonly elements: Range;
  readonly messages: Range;
}

/** What became of a source. */
export interface WireReading {
  readonly messages: Messages;
  /** In order, without gaps in between; what came from the object around the list has none. */
  readonly links: readonly WireLink[];
}

/** What a format's writer gets. */
export interface WireTarget {
  /** The conversation to write: messages that were read, as the same objects or changed, and new ones. */
  readonly messages: Messages;
  readonly reading: WireReading;
  readonly elements: readonly unknown[];
  readonly root?: WireObject;
}

/** A new list of elements, and what changes in the object around it. */
export interface WireChange {
  readonly pieces: readonly WirePiece[];
  readonly members: ReadonlyMap<string, unknown>;
}

/** One format of transcripts: the way in, and the way back. */
export interface WireFormat {
  /** @throws TranscriptShapeError for an element that is no message of this format. */
  read(source: WireSource): WireReading;
  write(target: WireTarget): WireChange;
}

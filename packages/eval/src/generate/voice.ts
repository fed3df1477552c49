import type { ContentPart } from '@hermes-context/contract';
import type { Random } from '../random.ts';
import type { Draft } from './draft.ts';
import type { Fill, WordLists } from './writer.ts';

/** A text and what somebody would search for it: `first try|second try`. The probe stands in `[[ ]]`, or is the whole text. */
export type Said = readonly [text: string, words: string];

/** Two texts, of which the later one takes back the value of the first. */
export type Changed = readonly [first: string, then: string, words: string];

/** A request, which is the probe, and the report that it was done. */
export type Finished = readonly [request: string, report: string, words: string];

/** A call that somebody runs, what it prints, and what would be searched. */
export type Ran = readonly [command: string, output: string, words: string];

/** Stretches of conversation without anything planted, of which a family is mostly made. */
export type Episode = (draft: Draft, fill: Fill, bulk: number) => void;

/** How one family talks, and about what. All texts are templates, see `scene`. */
export interface Voice {
  readonly system: string;
  readonly lists: WordLists;
  /** What a user says around the sentence that matters, and what the model says to it. */
  readonly asides: readonly string[];
  readonly acknowledgements: readonly string[];
  readonly questions: readonly string[];
  readonly goals: readonly Said[];
  readonly constraints: readonly Said[];
  readonly approvals: readonly Said[];
  readonly preferences: readonly Said[];
  readonly decisions: readonly Said[];
  readonly opens: readonly Said[];
  readonly identifiers: readonly Said[];
  readonly numbers: readonly Said[];
  readonly superseded: readonly Changed[];
  readonly finished: readonly Finished[];
  readonly commands: readonly Ran[];
  readonly errors: readonly Ran[];
  /** Files that the model creates: path, content. */
  readonly files: readonly Said[];
  readonly episode: Episode;
  /** What stands around a planted line in what a tool prints. Default: nothing. */
  readonly around?: (random: Random, line: string) => string;
  /** What a user's message has beside its text, such as a picture. Default: nothing. */
  readonly attach?: (random: Random) => readonly ContentPart[];
  /** How a conversation ends: what the user asks last. */
  readonly closing: string;
}

import type { SectionName } from '../summary-sections.ts';

/** Something a section could say. Lists of them are in the order of the output. */
export interface Candidate {
  readonly text: string;
  /** What is kept when room is short: the lower, the sooner. 0 to 1 is essential, from 2 on is carried along, from 3 on fills left-over room. */
  readonly rank: number;
}

/** What each section could say. */
export type Candidates = Readonly<Record<SectionName, readonly Candidate[]>>;

/** Rank by age, from 0 for the newest to just below 1 for the oldest. */
export function ageOf(index: number, length: number): number {
  return length <= 1 ? 0 : (length - 1 - index) / length;
}

import { type Ledger, renderLedger } from '@hermes-context/messages';
import { ageOf, type Candidate } from './candidates.ts';
import { findRoot, relativeTo } from './root-folder.ts';
import { fill } from './words.ts';
import type { Words } from './words-shape.ts';

/** What was only read is named after what was changed. */
const CHANGED_RANK = 0.1;
const ONLY_READ_RANK = 0.5;

const ROOT_RANK = 0.05;
const LEFT_OUT_RANK = 2;

/** What a ledger's lines are made with. */
export interface FileStyle {
  readonly words: Words;
  /** Lines on files by another hand, from the summary before. */
  readonly other: readonly string[];
}

/** Files with what was done to them and how often, newest first, below the folder that most of them are in. */
export function fileCandidates(ledger: Ledger, { words, other }: FileStyle): readonly Candidate[] {
  const root = findRoot(ledger.files.map(({ path }) => path));
  const files = ledger.files.map((entry) => ({ ...entry, path: relativeTo(root, entry.path) }));
  const newestFirst = files.toReversed();
  const lines = renderLedger({ ...ledger, files }, words).files.map((text, index): Candidate => {
    const entry = newestFirst[index];
    if (entry === undefined) return { text, rank: LEFT_OUT_RANK };
    const rank = entry.newest === 'read' ? ONLY_READ_RANK : CHANGED_RANK;
    return { text, rank: rank + ageOf(files.length - 1 - index, files.length) };
  });
  const rootLine = root === undefined ? [] : [{ text: fill(words.root, { path: root }), rank: ROOT_RANK }];
  const carried = other.map((text, index) => ({ text, rank: 2 + ageOf(index, other.length) }));
  return [...rootLine, ...lines, ...carried];
}

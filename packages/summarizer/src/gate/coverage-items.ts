import { type ErrorEntry, type FileEntry, ledgerOfCalls } from '@hermes-context/messages';
import type { AssessedTurn } from '../extract/extract-context.ts';
import { IdentifierCounter } from '../extract/identifiers.ts';

/** Something that no model can guess, and how much its loss would hurt. */
export interface CoverageItem {
  readonly kind: 'paths' | 'identifiers' | 'errors';
  readonly text: string;
  readonly weight: number;
}

/** A summary has room for so many of a kind: one a number of tokens, within bounds. */
const TOKENS_PER_ITEM = 60;
const MIN_ITEMS = 4;
const MAX_ITEMS = 24;

/** What an old thing counts beside the newest. */
const OLD_SHARE = 0.3;

const CHANGED_FACTOR = 2;
const ERROR_FACTOR = 2;

// As in an extract: what was asked for or concluded counts more than what scrolled by, and that not at all if once.
const USER_WEIGHT = 5;
const ASSISTANT_WEIGHT = 4;
const RESULT_WEIGHT = 1;
const TELLING_WEIGHT = 5;

const RESULT_CHARS = 1_000;
const SAID_CHARS = 4_000;

/** The heaviest items of a conversation, of each kind as many as a summary of that size has room for. */
export function coverageItems(turns: readonly AssessedTurn[], maxTokens: number): readonly CoverageItem[] {
  const count = Math.min(MAX_ITEMS, Math.max(MIN_ITEMS, Math.floor(maxTokens / TOKENS_PER_ITEM)));
  const calls = turns.flatMap(({ steps }) => steps.filter((step) => step.kind === 'call'));
  const ledger = ledgerOfCalls(calls.map(({ tool, uses, result }) => ({ tool, uses, answer: result })));
  const files = ledger.files.filter(({ newest }) => newest !== 'deleted');
  const errors = ledger.errors.filter(({ isResolved }) => !isResolved);
  const items = [files.map(itemOfFile), identifiersOf(turns), errors.map(itemOfError)];
  return items.flatMap((each) => each.toSorted((left, right) => right.weight - left.weight).slice(0, count));
}

function itemOfFile(entry: FileEntry, index: number, { length }: readonly FileEntry[]): CoverageItem {
  const times = Object.values(entry.counts).reduce((total, count) => total + count, 0);
  const factor = entry.newest === 'read' ? 1 : CHANGED_FACTOR;
  return { kind: 'paths', text: entry.to ?? entry.path, weight: factor * weightOf(times, (index + 1) / length) };
}

function itemOfError({ line, count }: ErrorEntry, index: number, { length }: readonly ErrorEntry[]): CoverageItem {
  return { kind: 'errors', text: line, weight: ERROR_FACTOR * weightOf(count, (index + 1) / length) };
}

function identifiersOf(turns: readonly AssessedTurn[]): readonly CoverageItem[] {
  const counter = new IdentifierCounter();
  let position = 0;
  const add = (text: string, weight: number): void => {
    position += 1;
    counter.add(text, weight);
  };
  for (const { request = '', steps } of turns) {
    add(request.slice(0, SAID_CHARS), USER_WEIGHT);
    for (const step of steps) {
      if (step.kind === 'said') add(step.text.slice(0, SAID_CHARS), ASSISTANT_WEIGHT);
      else add((step.result ?? '').slice(0, RESULT_CHARS), RESULT_WEIGHT);
    }
  }
  const telling = counter.identifiers.filter(({ weight }) => weight >= TELLING_WEIGHT);
  return telling.map(({ text, weight, lastSeen }) => ({
    kind: 'identifiers',
    text,
    weight: weightOf(weight / TELLING_WEIGHT, lastSeen / position),
  }));
}

/** By repetition, with less and less gain, and by recency, from 0 for the oldest to 1 for the newest. */
function weightOf(times: number, recency: number): number {
  return (1 + Math.log2(Math.max(1, times))) * (OLD_SHARE + (1 - OLD_SHARE) * recency);
}

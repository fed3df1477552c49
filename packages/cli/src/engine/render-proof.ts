import type { CheckResult } from '@hermes-context/testing/checks';
import { plainText } from '../terminal/plain-text.ts';
import type { PromiseState, Proof, ProvenPromise } from './proof.ts';
import { conversationLines, wrapText } from './report-text.ts';

/** What the report does not know of itself. */
export interface ProofView {
  /** The command without what chooses promises, runs and seed. */
  readonly command: string;
  /** Colours a word; gives it back as it is where no colour belongs. */
  readonly paint: (colour: 'green' | 'red' | 'yellow' | 'bold', text: string) => string;
}

const STATES = {
  holds: ['ok', 'green'],
  broken: ['BROKEN', 'red'],
  unproven: ['not proven', 'yellow'],
} as const satisfies Record<PromiseState, readonly [word: string, colour: string]>;

/** The report for a person: one line a promise, then what was found against those that are broken. */
export function renderProof(proof: Proof, view: ProofView): string {
  const { engine, version, runs, seed, promises, ms } = proof;
  const head = `${engine} ${version}: ${figure(runs)} conversations a check, seed ${seed}, ${seconds(ms)}`;
  const lines = promises.map((promise) => promiseLine(promise, view));
  const conversations = new Map<string, string>();
  const faults = promises
    .filter(({ ok }) => !ok)
    .flatMap((promise) => ['', ...explain(promise, { proof, view, conversations })]);
  return `${[plainText(head), '', ...lines, ...faults, '', verdict(promises)].join('\n')}\n`;
}

function promiseLine({ id, title, state, checks, checkCount, runs, ms }: ProvenPromise, { paint }: ProofView): string {
  const [word, colour] = STATES[state];
  const made = checks.length === checkCount ? `${checkCount}` : `${checks.length} of ${checkCount}`;
  const counts = [`${made} checks`.padStart(14), `${figure(runs)} runs`.padStart(11), seconds(ms).padStart(8)];
  return `${id}  ${title.padEnd(9)} ${paint(colour, word.padEnd(11))}${counts.join('  ')}`;
}

function verdict(promises: readonly ProvenPromise[]): string {
  const named = (state: PromiseState): string =>
    promises
      .filter((each) => each.state === state)
      .map(({ id }) => id)
      .join(', ');
  const [broken, unproven] = [named('broken'), named('unproven')];
  if (broken === '' && unproven === '') return promises.length === 8 ? 'All promises hold.' : 'They hold.';
  return [
    ...(broken === '' ? [] : [`Broken: ${broken}.`]),
    ...(unproven === '' ? [] : [`Not proven: ${unproven}.`]),
  ].join(' ');
}

interface Context {
  readonly proof: Proof;
  readonly view: ProofView;
  /** The promise under which a conversation was shown, by its JSON: one conversation often breaks several. */
  readonly conversations: Map<string, string>;
}

function explain(promise: ProvenPromise, context: Context): readonly string[] {
  const { id, title, docs, checks, detail = '' } = promise;
  const { proof, view } = context;
  const failed = checks.filter(({ ok }) => !ok);
  const [shown, ...others] = failed.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  if (shown === undefined) return [view.paint('bold', `${id} ${title} is not proven`), ...section('why', [detail])];
  const { seed = proof.seed, lookedAt = id } = shown;
  const also = others.map((each) => `it ${each.title}`);
  const again = `${view.command} --promise ${lookedAt} --runs ${proof.runs} --seed ${seed}`;
  return [
    view.paint('bold', `${id} ${title} is broken`),
    ...section('check', [`it ${shown.title}`]),
    ...section('what', notesOf(shown)),
    ...conversationOf(shown, id, context),
    ...section('also', also),
    `  again  ${plainText(again)}`,
    ...section('page', [docs]),
  ];
}

function conversationOf({ counterexample }: CheckResult, id: string, { conversations }: Context): readonly string[] {
  if (counterexample === undefined) return [];
  const key = JSON.stringify(counterexample);
  const before = conversations.get(key);
  if (before !== undefined) return [`  conversation: the same as for ${before}`];
  conversations.set(key, id);
  return ['  conversation', ...conversationLines(counterexample)];
}

/** What the check found, without its advice for those who call it from code. */
function notesOf({ detail = '' }: CheckResult): readonly string[] {
  return detail.split('\n').filter((line) => !line.startsWith('found in run '));
}

/** A failure without a conversation comes last: there is less to see in it. */
function sizeOf({ counterexample }: CheckResult): number {
  return counterexample === undefined ? Number.POSITIVE_INFINITY : JSON.stringify(counterexample).length;
}

const LABEL_CHARS = 9;

/** Lines behind a label, or none where there is nothing to say. */
function section(label: string, texts: readonly string[]): readonly string[] {
  const lines = texts.flatMap((text) => wrapText(plainText(text), LABEL_CHARS));
  return lines.map(
    (line, index) => `${index === 0 ? `  ${label}`.padEnd(LABEL_CHARS) : ' '.repeat(LABEL_CHARS)}${line}`,
  );
}

function figure(value: number): string {
  return value.toLocaleString('en-US');
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

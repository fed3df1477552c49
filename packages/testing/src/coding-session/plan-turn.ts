import { needleOf } from './needles.ts';
import { type Seeded, seeded } from './seeded.ts';
import { newCode, sourcePath } from './tool-output.ts';
import { FINDINGS, NOUNS, OPENERS, REQUESTS, VERBS } from './vocabulary.ts';

/** A call that the model makes in a turn. */
export interface PlannedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, string>>;
}

/** One answer of the model that calls tools, in parallel where there are several. */
export interface PlannedStep {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls: readonly PlannedCall[];
}

/** Everything that the model does with one message of the user's: one to three rounds of tools, then words. */
export interface TurnPlan {
  readonly steps: readonly PlannedStep[];
  readonly answer: string;
}

/** Share of the files that the model looks for in vain. */
const MISSING_RATIO = 0.08;
const PARALLEL_RATIO = 0.35;
const TEXT_RATIO = 0.5;
const REASONING_RATIO = 0.15;
const PASTED_LOG_RATIO = 0.15;

/** Where a file that the model looks for is never found. */
export const REMOVED_FOLDER = 'src/removed/';

/** What the user says in a turn. The number in front tells the turn. */
export function userMessageOf(seed: number, turn: number): string {
  const random = seeded(seed, 'user', turn);
  const needle = needleOf(seed, turn);
  const lines = [`Task #${turn}: ${filled(random, random.pick(REQUESTS))}`];
  if (needle?.from === 'user') lines.push(`The settings of this one are in ${needle.text}; keep that path.`);
  if (random.next() < PASTED_LOG_RATIO) lines.push('This is what I see:', ...pastedLog(random));
  return lines.join('\n');
}

/** What the model does in a turn. */
export function planTurn(seed: number, turn: number): TurnPlan {
  const random = seeded(seed, 'plan', turn);
  const needle = needleOf(seed, turn);
  const extra = needle?.from === 'tool' ? [search(incidentQuery(turn))] : [];
  const steps = [
    planStep(random, [...explore(random), ...extra]),
    planStep(random, change(random)),
    planStep(random, [{ name: 'run_tests', input: { pattern: sourcePath(random) } }]),
  ];
  const findings = Array.from({ length: 1 + random.below(3) }, () => filled(random, random.pick(FINDINGS)));
  if (needle?.from === 'assistant') findings.push(`The old settings are kept in ${needle.text}.`);
  return { steps: steps.slice(0, 1 + random.below(steps.length)), answer: `Task ${turn}. ${findings.join(' ')}` };
}

/** The search whose result holds the needle of a turn. */
export function incidentQuery(turn: number): string {
  return `incident of task ${turn}`;
}

function planStep(random: Seeded, calls: readonly PlannedCall[]): PlannedStep {
  return {
    ...(random.next() < TEXT_RATIO ? { text: random.pick(OPENERS) } : {}),
    ...(random.next() < REASONING_RATIO ? { reasoning: `The ${random.pick(NOUNS)} looks suspicious; check it.` } : {}),
    calls,
  };
}

function explore(random: Seeded): readonly PlannedCall[] {
  if (random.next() < PARALLEL_RATIO) {
    return [readFile(random), readFile(random), search(random.pick(VERBS))];
  }
  const folder = sourcePath(random).replace(/\/[^/]*$/, '');
  return [random.pick([readFile(random), { name: 'list_dir', input: { path: folder } }, search(random.pick(NOUNS))])];
}

function change(random: Seeded): readonly PlannedCall[] {
  const write = { name: 'write_file', input: { path: sourcePath(random), content: newCode(random) } };
  return random.next() < PARALLEL_RATIO ? [readFile(random), write] : [write];
}

function search(query: string): PlannedCall {
  return { name: 'search', input: { query } };
}

function readFile(random: Seeded): PlannedCall {
  const path = sourcePath(random);
  const isMissing = random.next() < MISSING_RATIO;
  return { name: 'read_file', input: { path: isMissing ? path.replace('src/', REMOVED_FOLDER) : path } };
}

function pastedLog(random: Seeded): readonly string[] {
  return Array.from(
    { length: 6 + random.below(20) },
    (_, line) =>
      `2026-12-01T09:${String(10 + line)}:00Z WARN ${random.pick(NOUNS)} retry ${random.below(9)} of ${sourcePath(random)}`,
  );
}

function filled(random: Seeded, sentence: string): string {
  return sentence.replaceAll('{noun}', random.pick(NOUNS)).replaceAll('{verb}', random.pick(VERBS));
}

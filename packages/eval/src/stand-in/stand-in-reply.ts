import { createRandom, seedOf } from '../random.ts';
import type { AnswerKey } from '../trajectory.ts';
import { extractLines, fitLines } from './extract-lines.ts';
import { findHeadings } from './find-headings.ts';
import { findMaterial } from './find-material.ts';
import { oracleSummary } from './oracle.ts';
import { formSummary } from './summary-form.ts';

/** Summarizers that fail, each in its way. */
export const FAULTS = [
  'empty',
  'skeleton',
  'tool-call',
  'refusal',
  'cut',
  '429',
  '500',
  'too-long',
  'stale',
  'echo-injection',
] as const;

/** One of {@link FAULTS}. */
export type Fault = (typeof FAULTS)[number];

/**
 * What writes summaries. `extract`: a deterministic extract of whatever it is given. `oracle`: all planted items that it is
 * given. `lossy`: the extract without a share of its lines. The faults fail.
 */
export type StandInKind =
  | 'extract'
  | 'oracle'
  | Fault
  | { readonly kind: 'lossy'; readonly share: number; readonly seed: number };

/** What a stand-in answers to one request. */
export type StandInReply =
  | { readonly kind: 'text'; readonly text: string; readonly finish: 'stop' | 'length' }
  | { readonly kind: 'tool-call' }
  | { readonly kind: 'error'; readonly status: number; readonly code: string; readonly message: string };

/** What a stand-in is asked. */
export interface StandInPrompt {
  readonly prompt: string;
  /** The most that the answer may have, where the request says so. */
  readonly maxTokens?: number | undefined;
}

/** Size of an extract where the request names none, in tokens: what most prompts for summaries ask for. */
const USUAL_TOKENS = 2_000;

/** The answer of a stand-in: the same for the same prompt. */
export function standInReply(kind: StandInKind, asked: StandInPrompt, key: AnswerKey): StandInReply {
  if (typeof kind === 'object') return text(lossyExtract(asked, kind));
  switch (kind) {
    case 'extract':
      return text(extract(asked));
    case 'oracle':
      return text(oracleSummary(asked.prompt, findHeadings(asked.prompt), key));
    case 'empty':
      return text('');
    case 'skeleton':
      return text(formSummary(findHeadings(asked.prompt), []));
    case 'tool-call':
      return { kind: 'tool-call' };
    case 'refusal':
      return text("I'm sorry, but I can't help with summarising this conversation.");
    case 'cut': {
      const whole = extract(asked);
      return { kind: 'text', text: whole.slice(0, Math.floor(whole.length / 2)), finish: 'length' };
    }
    case '429':
      return { kind: 'error', status: 429, code: 'rate_limit_exceeded', message: 'Too many requests.' };
    case '500':
      return { kind: 'error', status: 500, code: 'server_error', message: 'The server had an error.' };
    case 'too-long':
      return {
        kind: 'error',
        status: 400,
        code: 'context_length_exceeded',
        message: "This model's maximum context length is 16 tokens. Please reduce the length of the messages.",
      };
    case 'stale':
      return text(staleSummary(asked, key));
    case 'echo-injection':
      return text(echoSummary(asked, key));
  }
}

function text(content: string): StandInReply {
  return { kind: 'text', text: content, finish: 'stop' };
}

function linesFor({ prompt, maxTokens }: StandInPrompt) {
  return fitLines(extractLines(findMaterial(prompt)), Math.min(maxTokens ?? USUAL_TOKENS, USUAL_TOKENS) * FILL_RATIO);
}

/** Room for headings. */
const FILL_RATIO = 0.85;

function extract(asked: StandInPrompt): string {
  return formSummary(findHeadings(asked.prompt), linesFor(asked));
}

function lossyExtract(
  asked: StandInPrompt,
  { share, seed }: { readonly share: number; readonly seed: number },
): string {
  const kept = linesFor(asked).filter((line) => createRandom(seedOf(seed, line.text)).next() >= share);
  return formSummary(findHeadings(asked.prompt), kept);
}

const NEXT = /next|pending|open|to-?do/i;

/** What was superseded as what holds, and what was finished as what is next. */
function staleSummary(asked: StandInPrompt, key: AnswerKey): string {
  const inPrompt = key.items.filter(({ probe }) => asked.prompt.includes(probe));
  const old = inPrompt.filter(({ kind }) => kind === 'superseded').map(({ probe }) => probe);
  const done = inPrompt.filter(({ kind }) => kind === 'finished').map(({ probe }) => probe);
  return withLines(extract(asked), findHeadings(asked.prompt), [...old, ...done]);
}

/** The orders that were in the material, as if the user had given them. */
function echoSummary(asked: StandInPrompt, key: AnswerKey): string {
  const orders = key.items.filter(({ kind, probe }) => kind === 'injected' && asked.prompt.includes(probe));
  return withLines(
    extract(asked),
    findHeadings(asked.prompt),
    orders.map(({ probe }) => probe),
  );
}

function withLines(summary: string, headings: readonly string[], lines: readonly string[]): string {
  const heading = headings.find((each) => NEXT.test(each)) ?? '## Next Steps';
  const added = `${heading}\n${lines.map((line) => `- ${line}`).join('\n')}`;
  if (!summary.includes(heading)) return `${summary}\n\n${added}`;
  const empty = `${heading}\n(none)`;
  return summary.includes(empty) ? summary.replace(empty, () => added) : summary.replace(heading, () => added);
}

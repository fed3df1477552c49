import Table from 'cli-table3';
import type { CompressResult } from './describe-result.ts';

/** What the result does not know of itself. */
export interface RenderOptions {
  /** The file that was read, as a person names it. */
  readonly file: string;
  /** Where the messages were written, `-` for standard output; `undefined` when nothing was. */
  readonly out: string | undefined;
  /** Whether nothing was written because of `--dry-run`. Default false: the reader is told how to write the messages. */
  readonly isDryRun?: boolean;
}

/** What a person reads after `hermes compress`: what happened, by phase and by category, and what to know about it. */
export function renderResult(result: CompressResult, { file, out, isDryRun = false }: RenderOptions): string {
  const { engine, model, thresholdTokens } = result;
  const threshold = thresholdTokens === null ? '' : `, threshold ${figure(thresholdTokens)}`;
  const lines = [
    `${file}: ${counted(result.before.messages, 'message')} (${result.format})`,
    `Engine ${engine}, window ${counted(model.contextTokens, 'token')}${threshold}${assumed(model)}`,
    '',
    phaseTable(result),
    '',
    categoryTable(result),
    '',
    ...verdict(result),
    ...notes(result),
    destination(out, isDryRun),
  ];
  return `${lines.join('\n')}\n`;
}

function destination(out: string | undefined, isDryRun: boolean): string {
  if (isDryRun) return 'Dry run: nothing was written.';
  if (out === undefined) return 'Nothing was written. --out FILE writes the messages.';
  return `Written to ${out === '-' ? 'standard output' : out}.`;
}

function assumed({ source }: CompressResult['model']): string {
  return source.startsWith('assumed') ? ' (window assumed; --context-length or --model sets it)' : '';
}

const PHASE_NAMES = { read: 'As read', repaired: 'Repaired', pruned: 'Pruned', compressed: 'Result' } as const;

function phaseTable({ phases, repairs, pruned, outcome, summary, before }: CompressResult): string {
  const notes = {
    read: '',
    repaired: repairs.length === 0 ? 'nothing to repair' : counted(repairs.length, 'repair'),
    pruned: `${counted(pruned.results, 'tool result')} cleared`,
    compressed: outcome === 'unchanged' ? 'unchanged' : summaryNote(summary),
  };
  const rows = phases.map(({ phase, messages, tokens }) => [
    PHASE_NAMES[phase],
    figure(messages),
    figure(tokens),
    share(tokens, before.tokens),
    notes[phase],
  ]);
  return table(['', 'Messages', 'Tokens', '', ''], rows);
}

function summaryNote(summary: CompressResult['summary']): string {
  if (summary === null) return 'shortened without a summary';
  return `${summary.source === 'model' ? "model's" : 'extracted'} summary of ${counted(summary.tokens, 'token')}`;
}

const CATEGORY_NAMES = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  reasoning: 'Reasoning',
  toolOutput: 'Tool output',
  arguments: 'Arguments',
  images: 'Images',
} as const;

function categoryTable({ categories: { before, after } }: CompressResult): string {
  const names = Object.entries(CATEGORY_NAMES);
  const keys: readonly (keyof typeof CATEGORY_NAMES)[] = [
    'system',
    'user',
    'assistant',
    'reasoning',
    'toolOutput',
    'arguments',
    'images',
  ];
  const rows = keys
    .filter((key) => before[key] > 0 || after[key] > 0)
    .map((key) => [
      new Map<string, string>(names).get(key) ?? key,
      figure(before[key]),
      figure(after[key]),
      share(after[key], before[key]),
    ]);
  return table(['Tokens by category', 'Before', 'After', ''], rows);
}

/** Without borders and colours: the same in a terminal, a pipe and a mail. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const none = {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
  };
  const lines = new Table({
    chars: {
      ...none,
      'bottom-right': '',
      left: '',
      'left-mid': '',
      mid: '',
      'mid-mid': '',
      right: '',
      'right-mid': '',
      middle: '  ',
    },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: head.map((_, index) => (index === 0 || index === 4 ? 'left' : 'right')),
  });
  lines.push([...head], ...rows.map((row) => [...row]));
  const text: string = lines.toString();
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function verdict({ outcome, reason, before, after, valid }: CompressResult): readonly string[] {
  const violations = valid.openai.length + valid.anthropic.length;
  const validity =
    violations === 0
      ? 'Valid for OpenAI and Anthropic.'
      : `${counted(violations, 'violation')} ${violations === 1 ? 'remains' : 'remain'}; see --json.`;
  if (outcome === 'unchanged') return [`Unchanged: ${reason ?? ''}`, validity];
  const saved = `${figure(before.tokens)} → ${counted(after.tokens, 'token')}, ${share(after.tokens, before.tokens)} left.`;
  return [`Compressed: ${saved} ${validity}`, ...(reason === undefined ? [] : [reason])];
}

const MAX_LISTED_REPAIRS = 5;

function notes({ repairs, warnings }: CompressResult): readonly string[] {
  const listed = repairs.slice(0, MAX_LISTED_REPAIRS).map(({ index, detail }) => `  message ${index}: ${detail}`);
  const rest = repairs.length - listed.length;
  return [
    ...(listed.length > 0 ? ['Repairs, by message of the file, counted from 0:'] : []),
    ...listed,
    ...(rest > 0 ? [`  … and ${counted(rest, 'more repair')}; --json lists them all.`] : []),
    ...warnings.map((warning) => `Note: ${warning}`),
  ];
}

function counted(count: number, singular: string): string {
  return `${figure(count)} ${singular}${count === 1 ? '' : 's'}`;
}

function figure(value: number): string {
  return value.toLocaleString('en-US');
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.round((part / whole) * 100)} %`;
}

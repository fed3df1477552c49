import Table from 'cli-table3';
import type { CompressResult } from './describe-result.ts';

/** What a person reads after `hermes compress`: what happened, by phase and by category, and what to know about it. */
export function renderResult(
  result: CompressResult,
  { file, out }: { readonly file: string; readonly out: string | undefined },
): string {
  const { engine, model, thresholdTokens } = result;
  const threshold = thresholdTokens === null ? '' : `, threshold ${figure(thresholdTokens)}`;
  const lines = [
    `${file}: ${figure(result.before.messages)} messages (${result.format})`,
    `Engine ${engine}, window ${figure(model.contextTokens)} tokens${threshold}${assumed(model)}`,
    '',
    phaseTable(result),
    '',
    categoryTable(result),
    '',
    ...verdict(result),
    ...notes(result),
    ...(out === undefined ? ['Nothing was written. --out FILE writes the messages.'] : [`Written to ${out}.`]),
  ];
  return `${lines.join('\n')}\n`;
}

function assumed({ source }: CompressResult['model']): string {
  return source.startsWith('assumed') ? ' (window assumed; --context-length or --model sets it)' : '';
}

const PHASE_NAMES = { read: 'As read', repaired: 'Repaired', pruned: 'Pruned', compressed: 'Result' } as const;

function phaseTable({ phases, repairs, pruned, outcome, summary, before }: CompressResult): string {
  const notes = {
    read: '',
    repaired: repairs.length === 0 ? 'nothing to repair' : `${repairs.length} repairs`,
    pruned: `${figure(pruned.results)} tool results cleared`,
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
  return `${summary.source === 'model' ? "model's" : 'extracted'} summary of ${figure(summary.tokens)} tokens`;
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
    violations === 0 ? 'Valid for OpenAI and Anthropic.' : `${violations} violations remain; see --json.`;
  if (outcome === 'unchanged') return [`Unchanged: ${reason ?? ''}`, validity];
  const saved = `${figure(before.tokens)} → ${figure(after.tokens)} tokens, ${share(after.tokens, before.tokens)} left.`;
  return [`Compressed: ${saved} ${validity}`, ...(reason === undefined ? [] : [reason])];
}

const MAX_LISTED_REPAIRS = 5;

function notes({ repairs, warnings }: CompressResult): readonly string[] {
  const listed = repairs
    .slice(0, MAX_LISTED_REPAIRS)
    .map(({ index, detail }) => `Repair at message ${index}: ${detail}`);
  const rest = repairs.length - listed.length;
  return [
    ...listed,
    ...(rest > 0 ? [`… and ${rest} more repairs; --json lists them all.`] : []),
    ...warnings.map((warning) => `Note: ${warning}`),
  ];
}

function figure(value: number): string {
  return value.toLocaleString('en-US');
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.round((part / whole) * 100)} %`;
}

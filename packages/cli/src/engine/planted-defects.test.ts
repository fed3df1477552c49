import type { PromiseId } from '@hermes-context/testing/checks';
import { describe, expect, it } from 'vitest';
import { type Edit, engineFolder, proofOf } from './engine-folder.fixture.ts';

const TIMEOUT_MS = 120_000; // a process for each, on a machine that may have much else to do

const edit = (file: string, from: string, to: string): Edit => ({ file: `src/${file}.ts`, from, to });

/** One slip each, of the kind that an author makes in an engine that was sound before. */
const DEFECTS: readonly (readonly [name: string, promise: PromiseId, edit: Edit])[] = [
  [
    'drops the last message',
    'P2',
    edit('compress-messages', 'messages.slice(tailStart),', 'messages.slice(tailStart, -1),'),
  ],
  [
    'cuts between a call and its results',
    'P1',
    edit(
      'plan-compaction',
      'const groups = groupMessages(messages);',
      'const groups = messages.map((_, start) => ({ start, end: start + 1 }));',
    ),
  ],
  ['forgets what a person said last', 'P2', edit('plan-compaction', 'new Set([...pins, newestUser])', 'new Set(pins)')],
  ['forgets pins', 'P2', edit('plan-compaction', 'new Set([...pins, newestUser])', 'new Set([newestUser])')],
  ['lets a user follow a user', 'P1', edit('join-segments', "[[], ['assistant'], ['user']]", '[[]]')],
  [
    'gives the summary a role that no provider knows',
    'P1',
    edit(
      'compress-messages',
      "[{ role: 'user', content: formatSummary",
      "[{ role: 'summary' as 'user', content: formatSummary",
    ),
  ],
  [
    'edits what it is given',
    'P5',
    edit(
      'compress-messages',
      '  const after = assemble(',
      '  (messages as Messages[number][]).sort(() => 0).pop();\n  const after = assemble(',
    ),
  ],
  [
    'hands on copies',
    'P5',
    edit(
      'compress-messages',
      'messages.slice(tailStart),',
      'messages.slice(tailStart).map((message) => ({ ...message })),',
    ),
  ],
  [
    'answers at random',
    'P5',
    edit(
      'compress-messages',
      'content: formatSummary(summary.text)',
      'content: formatSummary(summary.text + String(Math.random()))',
    ),
  ],
  [
    'remembers other sessions',
    'P5',
    edit(
      'compress-messages',
      'const fresh = plan.fresh.flatMap((index) => messages[index] ?? []);',
      'const fresh = plan.fresh.flatMap((index) => messages[index] ?? []);\n  seen.push(...fresh);',
    ),
  ],
  [
    'claims to have compressed what it left alone',
    'P3',
    edit(
      'compress-messages',
      "return { kind: 'unchanged', reason: pins.length > 0 ? 'pinned' : 'nothing-to-compress', detail };",
      "return { kind: 'compressed', messages };",
    ),
  ],
  [
    'makes do without a summary when it is aborted',
    'P7',
    edit(
      'compress-messages',
      'await summarise(summaryRequest(request, steps));\n  signal.throwIfAborted();',
      "await summarise(summaryRequest(request, steps)).catch(() => ({ kind: 'summary', text: '…', source: 'model', attempts: [], warnings: [] }) as const);",
    ),
  ],
  [
    'never comes back where something is pinned',
    'P3',
    edit('compress-messages', '  const after = assemble(', '  while (pins.length > 0);\n  const after = assemble('),
  ],
  [
    'hides that there is no summary',
    'P4',
    edit(
      'compress-messages',
      "if (summary.kind === 'failed') return { kind: 'unchanged', reason: 'summary-failed', detail: summary.detail };",
      "if (summary.kind === 'failed') return { kind: 'unchanged', reason: 'nothing-to-compress' };",
    ),
  ],
  [
    'logs what was said',
    'P8',
    edit(
      'summarising-engine',
      "log.info('compress', { outcome: outcome.kind,",
      "log.info('compress', { text: JSON.stringify(messages.at(-1)), outcome: outcome.kind,",
    ),
  ],
  [
    'reports nothing of what is gone',
    'P2',
    edit('compress-messages', '    covered,\n    boundaries', '    covered: [],\n    boundaries'),
  ],
  [
    'looks through the history for every message of it',
    'P6',
    edit(
      'plan-compaction',
      '|| isSystem(messages[index]);',
      '|| messages.filter(isSystem).includes(messages[index] as Message);',
    ),
  ],
];

describe('a generated engine with one defect', { timeout: TIMEOUT_MS }, () => {
  it.each(DEFECTS)('that %s breaks %s', async (_name, promise, defect) => {
    const proof = await proofOf(engineFolder('demo', [defect]), { promises: [promise], runs: 60, silenceMs: 5_000 });
    expect(proof.promises).toContainEqual(expect.objectContaining({ id: promise, state: 'broken' }));
  });
});

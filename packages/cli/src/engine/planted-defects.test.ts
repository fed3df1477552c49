import { loadPluginFolder } from '@hermes-context/core';
import { contextEngineChecks, type PromiseId, reportOnEngine } from '@hermes-context/testing/checks';
import { describe, expect, it } from 'vitest';
import { type Edit, engineFolder } from './engine-folder.fixture.ts';

const edit = (file: string, from: string, to: string): Edit => ({ file: `src/${file}.ts`, from, to });

/** A slip each, of the kind that an author makes in an engine that was sound before. */
const DEFECTS: readonly (readonly [name: string, promise: PromiseId, edits: readonly Edit[]])[] = [
  [
    'drops the newest',
    'P2',
    [edit('compress-messages', 'messages.slice(tailStart),', 'messages.slice(tailStart, -1),')],
  ],
  ['forgets pins', 'P2', [edit('plan-compaction', 'new Set([...pins, newestUser])', 'new Set([newestUser])')]],
  [
    'reports nothing of what is gone',
    'P2',
    [edit('compress-messages', '    covered,\n    boundaries', '    covered: [],\n    boundaries')],
  ],
  [
    'cuts between a call and its results',
    'P1',
    [
      edit(
        'plan-compaction',
        'const groups = groupMessages(messages);',
        'const groups = messages.map((_, start) => ({ start, end: start + 1 }));',
      ),
    ],
  ],
  ['lets a user follow a user', 'P1', [edit('join-segments', "[[], ['assistant'], ['user']]", '[[]]')]],
  [
    'edits what it is given',
    'P5',
    [
      edit(
        'compress-messages',
        '  const after = assemble(',
        '  (messages as Messages[number][]).pop();\n  const after = assemble(',
      ),
    ],
  ],
  [
    'remembers what another session said',
    'P5',
    [
      edit('compress-messages', '/** What it takes', 'let seen: Messages = [];\n\n/** What it takes'),
      edit(
        'compress-messages',
        'const fresh = plan.fresh.flatMap((index) => messages[index] ?? []);',
        'const fresh = [...seen, ...plan.fresh.flatMap((index) => messages[index] ?? [])];\n  seen = fresh;',
      ),
    ],
  ],
  [
    'claims to have compressed what it left alone',
    'P3',
    [
      edit(
        'compress-messages',
        "return { kind: 'unchanged', reason: pins.length > 0 ? 'pinned' : 'nothing-to-compress', detail };",
        "return { kind: 'compressed', messages };",
      ),
    ],
  ],
  [
    'hides that there is no summary',
    'P4',
    [edit('compress-messages', "reason: 'summary-failed', detail: summary.detail", "reason: 'nothing-to-compress'")],
  ],
  [
    'looks through the history for every message of it',
    'P6',
    [
      edit(
        'plan-compaction',
        'covered.filter((index) => !isOurs(messages[index]));',
        'covered.filter((index) => !isOurs(messages[index]) && messages.every(({ role }) => role));',
      ),
    ],
  ],
  [
    'makes do without a summary when it is aborted',
    'P7',
    [
      edit('compress-messages', '  signal.throwIfAborted();\n', ''),
      edit(
        'compress-messages',
        'await summarise(summaryRequest(request, steps));',
        "await summarise(summaryRequest(request, steps)).catch(() => ({ kind: 'summary', text: '…', source: 'model', attempts: [], warnings: [] }) as const);",
      ),
    ],
  ],
  [
    'logs what was said',
    'P8',
    [edit('summarising-engine', "log.info('compress', {", "log.info('compress', { text: JSON.stringify(messages),")],
  ],
];

/** Time shows what else the machine does, and a defect that squares it takes long; how often a message is read is counted. */
const TIMED = /^takes no longer per message/;

// In this process and with the first conversation that is found: none of these ends the process, and how a proof
// outlives an engine and shrinks what it finds is shown elsewhere.
async function brokenPromises(folder: string, promise: PromiseId): Promise<readonly PromiseId[]> {
  const loaded = await loadPluginFolder(folder);
  if (loaded.kind === 'failed') throw loaded.error;
  const { plugin } = loaded;
  const options = plugin.parseOptions({});
  const checks = contextEngineChecks.filter((check) => check.promise === promise && !TIMED.test(check.title));
  const only = checks.map(({ title }) => title);
  const report = await reportOnEngine(
    { name: plugin.name, create: (services) => plugin.create(options, services) },
    { only, numRuns: 20, seed: 7, shrink: false },
  );
  return report.promises.filter(({ ok }) => !ok).map(({ id }) => id);
}

describe('a generated engine with one defect', () => {
  it.each(DEFECTS)('that %s breaks %s', async (_name, promise, edits) => {
    expect(await brokenPromises(engineFolder('demo', edits), promise)).toEqual([promise]);
  });
});

import type { Messages } from '@hermes-context/contract';
import type { BenchRow, RowRequest, RowSetup } from '@hermes-context/eval';
import { estimateMessagesTokens } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { batchesOf, conversation } from './conversation.fixture.ts';
import { benchRows } from './index.ts';
import { findPeerProblem } from './installed-peers.ts';
import { type SummarizerStub, startSummarizer } from './summarizer.fixture.ts';

const problem = findPeerProblem();
if (problem !== undefined) process.stderr.write(`skipped: ${problem}\n`);
const rows = await benchRows();

function setupFor({ baseUrl }: { readonly baseUrl: string }, thresholdTokens = 2_000): RowSetup {
  const windowTokens = 4_000;
  return {
    windowTokens,
    thresholdTokens,
    model: { name: 'stand-in', contextTokens: windowTokens },
    summarizer: { baseUrl, model: 'stand-in' },
    countTokens: estimateMessagesTokens,
    signal: new AbortController().signal,
  };
}

async function lead(row: BenchRow, setup: RowSetup, messages: Messages = conversation): Promise<RowRequest[]> {
  const session = await row.open(setup);
  const requests: RowRequest[] = [];
  for (const added of batchesOf(messages)) requests.push(await session.next(added));
  await session.close();
  return requests;
}

function rowOf(name: string, variant: BenchRow['variant']): BenchRow {
  const row = rows.find((candidate) => candidate.name === name && candidate.variant === variant);
  if (row === undefined) throw new Error(`there is no row ${name}, ${variant}`);
  return row;
}

it('gives no rows, and the reason, when a peer is missing', { skip: problem === undefined }, async () => {
  const reasons: string[] = [];
  expect(await benchRows((reason) => reasons.push(reason))).toEqual([]);
  expect(reasons).toEqual([expect.stringContaining('node bench/peers/install.mjs')]);
});

describe.skipIf(problem !== undefined)('the rows of the peers', () => {
  it('are one for each name and variant, each with a pin', () => {
    expect(new Set(rows.map(({ name, variant }) => `${name}, ${variant}`)).size).toBe(rows.length);
    for (const { version } of rows) expect(version).toMatch(/^[@a-z/]+ \d+\.\d+\.\d+$/);
  });

  it.each(rows.map((row) => [row.name, row.variant, row] as const))(
    '%s (%s) answers each request with a list whose kept messages are our own',
    async (_name, _variant, row) => {
      await using stub = await startSummarizer();
      const requests = await lead(row, setupFor(stub));
      expect(requests.flatMap(({ problems }) => problems)).toEqual([]);
      const words = new Set(conversation.map((message) => JSON.stringify(message)));
      const own = new Set(conversation);
      for (const { messages } of requests) {
        expect(messages.length).toBeGreaterThan(0);
        // What says the same as one of ours is ours: nothing was kept by way of a copy.
        expect(messages.filter((message) => words.has(JSON.stringify(message)) && !own.has(message))).toEqual([]);
      }
      const last = requests.at(-1)?.messages ?? [];
      expect(last.some((message) => own.has(message))).toBe(true);
    },
  );

  it('makes Mastra’s refusal a problem and sends the list as it stood', async () => {
    const requests = await lead(rowOf('mastra TokenLimiterProcessor', 'default'), setupFor({ baseUrl: '' }, 5));
    expect(requests.at(-1)?.problems).toEqual([expect.stringContaining('exceed token limit')]);
    expect(requests.at(-1)?.messages).toHaveLength(conversation.length - 1);
  });

  it('records that trimMessages left nothing behind a budget without a user’s message', async () => {
    const long: Messages = conversation.filter(({ role }, at) => at < 2 || role !== 'user');
    const requests = await lead(rowOf('langchain trimMessages', 'tuned'), setupFor({ baseUrl: '' }, 600), long);
    expect(requests.at(-1)?.messages).toEqual([]);
    expect(requests.at(-1)?.problems).toEqual(['The answer held 1 undefined in the place of messages.']);
  });

  it.each([
    ['an error', { status: 500, content: 'down' }, 'Error generating summary'],
    ['an empty reply', { status: 200, content: '' }, 'History was replaced by: ""'],
  ] as const)('records that summarizationMiddleware replaced history after %s', async (_case, answer, expected) => {
    await using stub: SummarizerStub = await startSummarizer();
    stub.answer = answer;
    const requests = await lead(rowOf('langchain summarizationMiddleware', 'default'), setupFor(stub));
    expect(requests.flatMap(({ problems }) => problems).join(' ')).toContain(expected);
  });

  it('summarises at once where a user asks for it', async () => {
    await using stub = await startSummarizer();
    const session = await rowOf('langchain summarizationMiddleware', 'default').open(setupFor(stub, 1_000_000));
    await session.next(conversation);
    const request = await session.compactNow?.();
    expect(request).toMatchObject({ compactions: 1, problems: [] });
    expect(request?.messages[0]).toBe(conversation[0]);
    expect(request?.messages[1]?.content).toContain('Parts 0 to 5 are fine.');
    await session.next(conversation);
    await session.compactNow?.();
    expect(stub.asked).toHaveLength(2);
    expect(stub.connectionCount).toBe(2);
  });
});

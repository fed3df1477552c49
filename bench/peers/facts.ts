// What the peers do with one small conversation, as facts and not as a verdict:
//   node bench/peers/facts.ts [TOKENS]    of about so many tokens; without a number, the one of the tests
// Needs the build of the packages and the peers (`node bench/peers/install.mjs`); else it says so and ends with 2.
import type { Message, Messages } from '@hermes-context/contract';
import type { BenchRow, RowRequest } from '@hermes-context/eval';
import { estimateMessagesTokens, validateOpenAiChat } from '@hermes-context/messages';
import { batchesOf, conversation } from './conversation.fixture.ts';
import { benchRows } from './index.ts';
import { startSummarizer } from './summarizer.fixture.ts';

const [ownTokens, wantedTokens = ownTokens] = [
  estimateMessagesTokens(conversation),
  Number(process.argv[2]) || undefined,
];

/** The conversation again and again, each time with ids of its own, until it is long enough. */
function grow(): Messages {
  const [system, ...rest] = conversation;
  const times = Math.max(1, Math.round((wantedTokens ?? ownTokens) / ownTokens));
  const rounds = Array.from({ length: times }, (_, round) =>
    rest.map((message): Message => JSON.parse(JSON.stringify(message).replaceAll('"call_', `"call_${round}_`))),
  );
  return system === undefined ? rounds.flat() : [system, ...rounds.flat()];
}

const messages = grow();
const ownRules = new Set<string>(validateOpenAiChat(messages).map(({ rule }) => rule));
const windowTokens = Math.round(estimateMessagesTokens(messages) / 2);
const thresholdTokens = Math.round(windowTokens * 0.75);

async function lead(row: BenchRow, baseUrl: string): Promise<{ readonly requests: RowRequest[]; readonly ms: number }> {
  const session = await row.open({
    windowTokens,
    thresholdTokens,
    model: { name: 'stand-in', contextTokens: windowTokens },
    summarizer: { baseUrl, model: 'stand-in' },
    countTokens: estimateMessagesTokens,
    signal: new AbortController().signal,
  });
  const requests: RowRequest[] = [];
  const started = performance.now();
  for (const added of batchesOf(messages)) requests.push(await session.next(added));
  const ms = performance.now() - started;
  await session.close();
  return { requests, ms };
}

/** Rules that the request breaks, but those that the conversation breaks by itself. */
function faultsOf(request: RowRequest): string[] {
  return validateOpenAiChat(request.messages).flatMap(({ rule }) => (ownRules.has(rule) ? [] : [rule]));
}

function describe(row: BenchRow, { requests, ms }: { readonly requests: RowRequest[]; readonly ms: number }): string[] {
  const broken = requests.map(faultsOf).filter(({ length }) => length > 0);
  const rules = [...new Set(broken.flat())].join(', ');
  const last = requests.at(-1)?.messages ?? [];
  const [hasGoal, hasNewest] = [messages[1], messages.findLast(({ role }) => role === 'tool')].map(
    (message) => message !== undefined && last.includes(message),
  );
  const problems = [...new Set(requests.flatMap((request) => request.problems))];
  return [
    `${row.name} (${row.variant}, ${row.version})`,
    `  ${requests.length} requests in ${ms.toFixed(0)} ms, ${requests.reduce((sum, { compactions }) => sum + compactions, 0)} rewrites`,
    `  requests that OpenAI would refuse: ${broken.length}${rules === '' ? '' : ` (${rules})`}`,
    `  in the last request: ${last.length} of ${messages.length} messages, ${estimateMessagesTokens(last)} tokens at a threshold of ${thresholdTokens};`,
    `  first request of the user ${hasGoal ? 'there' : 'gone'}, newest result ${hasNewest ? 'there' : 'gone'}`,
    ...problems.map((problem) => `  problem: ${problem}`),
  ];
}

const rows = await benchRows((reason) => process.stderr.write(`facts: ${reason}\n`));
if (rows.length === 0) process.exitCode = 2;
await using stub = await startSummarizer();
for (const row of rows) process.stdout.write(`${describe(row, await lead(row, stub.baseUrl)).join('\n')}\n`);

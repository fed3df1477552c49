import { readFile } from 'node:fs/promises';
import type { ContextEngine, Messages } from '@hermes-context/contract';
import type { ShadowReport } from '@hermes-context/core';
import { estimateMessagesTokens, repairMessages, validateOpenAiChat } from '@hermes-context/messages';
import { readTranscript } from '@hermes-context/providers';
import { bySessionKind, pruneThenSummarise, summariseOrForget, tryBeside } from './compositions.ts';
import { makeEngine } from './load-engines.ts';

const TRANSCRIPT = new URL('../../transcripts/claude-code-emoji-350.json', import.meta.url);

/** What one engine, composed or not, made of the conversation. */
export interface Row {
  readonly engine: string;
  readonly messages: number;
  readonly tokens: number;
  /** What a provider would refuse in the result. */
  readonly faults: number;
  /** What the user is told. */
  readonly notes: readonly string[];
}

/** What came of all of them, and of the candidate that ran beside one. */
export interface Results {
  readonly before: Omit<Row, 'engine' | 'notes'>;
  readonly rows: readonly Row[];
  readonly beside: ShadowReport;
}

/** Run each composition on the same recorded conversation. */
export async function runCompositions(): Promise<Results> {
  const messages = await readConversation();
  const { promise: beside, resolve } = Promise.withResolvers<ShadowReport>();
  const rows = [
    await run('keep-turns', await makeEngine('keep-turns', { options: { keep_turns: 5 } }), { messages }),
    await run('minimal-engine', await makeEngine('minimal-engine'), { messages }),
    await run('pipeline(clear-results, minimal-engine)', await pruneThenSummarise(), { messages }),
    await run('fallback(minimal-engine, keep-turns)', await summariseOrForget(), { messages }),
    await run('route, for a cron job', await bySessionKind('cron'), { messages }),
    await run('shadow(keep-turns, minimal-engine)', await tryBeside(resolve), { messages, until: beside }),
  ];
  return { before: measure(messages), rows, beside: await beside };
}

async function readConversation(): Promise<Messages> {
  const transcript = readTranscript(await readFile(TRANSCRIPT, 'utf8'));
  return repairMessages(transcript.messages).messages;
}

/** One session: a compaction, and its end, once what goes on in the background is done. */
async function run(
  engine: string,
  composed: ContextEngine,
  { messages, until }: { readonly messages: Messages; readonly until?: Promise<unknown> },
): Promise<Row> {
  const { signal } = new AbortController();
  const promptTokens = estimateMessagesTokens(messages);
  const outcome = await composed.compress({ messages, promptTokens, signal });
  await until;
  await composed.dispose?.();
  if (outcome.kind === 'unchanged') throw new Error(`${engine}: ${outcome.reason} ${outcome.detail ?? ''}`);
  return { engine, ...measure(outcome.messages), notes: outcome.report?.warnings ?? [] };
}

function measure(messages: Messages): Omit<Row, 'engine' | 'notes'> {
  const faults = validateOpenAiChat(messages).length;
  return { messages: messages.length, tokens: estimateMessagesTokens(messages), faults };
}

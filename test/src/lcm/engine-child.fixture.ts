import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContextEngine, Message, Messages, Summarise } from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';
import { createLcm } from './create-lcm.fixture.ts';

/** What the child is told to do, until it is killed. */
export interface EngineJob {
  readonly dataDir: string;
  readonly sessionId: string;
  /** The list as its host has it. */
  readonly list: Messages;
  /** Number of the first new message. */
  readonly from: number;
}

/** What it tells, each at the moment that it happens. */
export type EngineNote =
  | { readonly note: 'ready' | 'ingesting' | 'summarising' | 'compacting' }
  /** Said, and in the host's list from here on. */
  | { readonly note: 'said'; readonly messages: Messages }
  /** All that was said so far is acknowledged by the engine. */
  | { readonly note: 'acknowledged' }
  /** The engine has answered with a list that its host has not committed yet. */
  | { readonly note: 'answered' }
  /** The host's list from here on. */
  | { readonly note: 'committed'; readonly messages: Messages };

/** Written at once: what was written before a kill can be read after it. */
function tell(note: EngineNote): void {
  writeSync(1, `${JSON.stringify(note)}\n`);
}

const slowSummary: Summarise = async ({ messages }) => {
  tell({ note: 'summarising' });
  await sleep(30);
  const text = `## Progress\n${messages.length} messages of the work.`;
  return { kind: 'summary', text, source: 'model', attempts: [{ source: 'model', outcome: 'ok' }], warnings: [] };
};

/** A question, a call, its result, and an answer: each of them nowhere else. */
function turnFrom(number: number): Messages {
  const words = (name: string): string => Array.from({ length: 60 }, (_, at) => `${name}${number}_${at}`).join(' ');
  const id = (offset: number) => ({ _context: { id: `m${number + offset}` } });
  const call = { id: `call_${number}`, type: 'function' as const, function: { name: 'look', arguments: '{}' } };
  return [
    { role: 'user', content: `Question ${number}. ${words('q')}`, ...id(0) },
    { role: 'assistant', content: null, tool_calls: [call], ...id(1) },
    { role: 'tool', tool_call_id: call.id, content: words('r'), ...id(2) },
    { role: 'assistant', content: `Answer ${number}. ${words('a')}`, ...id(3) },
  ];
}

/** One compaction as a host does it: the list of before until it is committed. */
async function compactWhenDue(engine: ContextEngine, list: Messages): Promise<Messages> {
  const promptTokens = estimateMessagesTokens(list);
  if (!engine.shouldCompress(promptTokens)) return list;
  tell({ note: 'compacting' });
  const outcome = await engine.compress({ messages: list, promptTokens, signal: new AbortController().signal });
  tell({ note: 'answered' });
  await sleep(15); // the host stores it
  if (outcome.kind === 'unchanged') return list;
  // A host gives ids to what is new.
  const messages = outcome.messages.map(
    (message): Message =>
      message._context?.id === undefined
        ? { ...message, _context: { ...message._context, id: `s${promptTokens}` } }
        : message,
  );
  tell({ note: 'committed', messages });
  await engine.onCommit?.({ sessionId: 'the same', revision: 1, inPlace: true });
  return messages;
}

async function work({ dataDir, sessionId, list: begun, from }: EngineJob): Promise<void> {
  const engine = await createLcm({ dataDir, sessionId, summarise: slowSummary });
  const status = engine.tools?.find(({ name }) => name === 'lcm_status');
  let list = begun;
  for (let number = from; ; number += 4) {
    list = await compactWhenDue(engine, list);
    engine.selectContext?.({ messages: list, promptTokens: estimateMessagesTokens(list) });
    const added = turnFrom(number);
    tell({ note: 'said', messages: added });
    list = [...list, ...added];
    tell({ note: 'ingesting' });
    const promptTokens = estimateMessagesTokens(list);
    engine.onTurnComplete?.({ added, usage: { promptTokens, completionTokens: 10 } });
    await status?.execute({}, { signal: new AbortController().signal }); // it answers once all is stored
    tell({ note: 'acknowledged' });
  }
}

tell({ note: 'ready' });
for await (const line of createInterface({ input: process.stdin })) await work(JSON.parse(line));

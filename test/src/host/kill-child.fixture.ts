import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '@hermes-context/config';
import type { AssistantMessage, Message, Summarise } from '@hermes-context/contract';
import { createHost, type HostTool, type TurnEvent } from '@hermes-context/host';
import { estimateMessagesTokens } from '@hermes-context/messages';
import type { ChatModel } from '@hermes-context/providers';
import { openSqliteStore, type SessionStore } from '@hermes-context/sessions';

/** What the child is told to do, until it is killed. */
export interface KillJob {
  readonly path: string;
  /** Folder with the config file. */
  readonly home: string;
  readonly sessionId: string;
  /** Goes into all texts, so that none of them comes twice. */
  readonly name: string;
  readonly leaseTtlMs: number;
}

/** What it tells, each at the moment that it happens. */
export type KillNote =
  | { readonly note: 'ready' | 'opened' | 'compacting' | 'committing' | 'committed' | 'tool' | 'streaming' }
  /** About to be delivered. */
  | { readonly note: 'turn'; readonly key: string; readonly text: string }
  /** Acknowledged as stored. */
  | { readonly note: 'message'; readonly message: Message }
  /** Acknowledged as committed: the list from here on. */
  | {
      readonly note: 'compacted';
      readonly sessionId: string;
      readonly revision: number;
      readonly ids: readonly string[];
    };

/** Written at once: what was written before a kill can be read after it. */
function tell(note: KillNote): void {
  writeSync(1, `${JSON.stringify(note)}\n`);
}

/** A few hundred tokens that are nowhere else. */
function wordsOf(name: string): string {
  return Array.from({ length: 60 }, (_, index) => `${name}${index}`).join(' ');
}

/** Asks for two tools at once, and answers piece by piece then. */
function slowModel(name: string): ChatModel {
  let count = 0;
  return {
    info: { name: 'slow', contextTokens: 6_000 },
    route: 'child',
    async complete({ messages, onDelta }) {
      count += 1;
      const isFirst = messages.at(-1)?.role !== 'tool';
      const text = isFirst ? `I look, ${name} ${count}. ` : `Answer ${name} ${count}: ${wordsOf(`a${count}_`)}`;
      tell({ note: 'streaming' });
      for (const piece of text.match(/.{1,80}/gs) ?? []) {
        onDelta?.({ kind: 'text', text: piece });
        await sleep(2);
      }
      const calls = ['a', 'b'].map((letter) => ({
        id: `${name}_${count}${letter}`,
        type: 'function' as const,
        function: { name: 'look', arguments: '{}' },
      }));
      const message: AssistantMessage = { role: 'assistant', content: text, ...(isFirst ? { tool_calls: calls } : {}) };
      const usage = { promptTokens: estimateMessagesTokens(messages), completionTokens: 100 };
      return { message, finish: isFirst ? 'tool-calls' : 'stop', usage };
    },
  };
}

const slowTool: HostTool = {
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: {} },
  async execute(_, { callId }) {
    tell({ note: 'tool' });
    await sleep(callId.endsWith('a') ? 4 : 12);
    return `Seen by ${callId}: ${wordsOf('t')}`;
  },
};

const slowSummary: Summarise = async () => {
  await sleep(120);
  const text = '## Goal\nSee what is there.\n## Progress\nSome was seen.';
  return { kind: 'summary', text, source: 'model', attempts: [{ source: 'model', outcome: 'ok' }], warnings: [] };
};

/** The store, which says before and after each commit that it is there, and leaves time to be killed at it. */
function announced(store: SessionStore): SessionStore {
  const commit: SessionStore['commit'] = async (request) => {
    tell({ note: 'committing' });
    await sleep(2);
    const result = await store.commit(request);
    tell({ note: 'committed' });
    await sleep(60);
    return result;
  };
  return new Proxy(store, {
    get(target, key) {
      if (key === 'commit') return commit;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function work({ path, home, sessionId, name, leaseTtlMs }: KillJob): Promise<void> {
  const loaded = await loadConfig({ home, cwd: home, env: { HERMES_HOME: home } });
  if (loaded.kind === 'invalid') throw new Error('The config file is invalid.');
  const host = await createHost({
    config: loaded.config,
    model: slowModel(name),
    store: announced(await openSqliteStore(path)),
    summarise: slowSummary,
    tools: [slowTool],
    sessionSearch: false,
    limits: { leaseTtlMs },
  });
  const session = await host.resumeSession(sessionId);
  const onEvent = (event: TurnEvent): void => {
    if (event.type === 'message') tell({ note: 'message', message: event.message });
    if (event.type === 'compaction-start') tell({ note: 'compacting' });
    if (event.type !== 'compaction-end' || event.report.kind !== 'compacted') return;
    const { sessionId: id, revision } = event.report.receipt;
    const ids = session.messages().map(({ _context }) => _context?.id ?? '');
    tell({ note: 'compacted', sessionId: id, revision, ids });
  };
  tell({ note: 'opened' });
  for (let turn = 0; ; turn += 1) {
    const key = `${name}-${turn}`;
    const text = `Question ${key}: ${wordsOf(`q${key}_`)}`;
    tell({ note: 'turn', key, text });
    await session.runTurn(text, { key, onEvent });
  }
}

flushCompileCache(); // a process that is killed would leave nothing for the next one
tell({ note: 'ready' });
for await (const line of createInterface({ input: process.stdin })) await work(JSON.parse(line));

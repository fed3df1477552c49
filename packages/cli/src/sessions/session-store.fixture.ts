import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Message, Messages } from '@hermes-context/contract';
import { openSqliteStore, type Receipt, type SqliteSessionStore } from '@hermes-context/sessions';
import { type Sandbox, sandbox } from '../cli.fixture.ts';

/** A home with a store in it. */
export interface StoreBox extends Sandbox {
  /** Where the store lies. */
  readonly path: string;
  /** Work with the store as another program would: it is closed afterwards. */
  withStore<Result>(work: (store: SqliteSessionStore) => Promise<Result>): Promise<Result>;
}

/** A sandbox whose sessions a test can make. The store is made at the first use. */
export function storeBox(): StoreBox {
  const box = sandbox();
  const folder = join(box.folder, 'home/context');
  const path = join(folder, 'state.db');
  return {
    ...box,
    path,
    async withStore(work) {
      mkdirSync(folder, { recursive: true });
      const store = await openSqliteStore(path);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
  };
}

/** A user's message. */
export function user(content: string): Message {
  return { role: 'user', content };
}

/** A turn with a call: question, call, result, answer. */
export function turn(number: number): Messages {
  return [
    user(`Question ${number}: what is in module ${number}?`),
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: `c${number}`, type: 'function', function: { name: 'read_file', arguments: `{"path":"m${number}.ts"}` } },
      ],
    },
    { role: 'tool', tool_call_id: `c${number}`, content: `export const value${number} = load();\n`.repeat(20) },
    { role: 'assistant', content: `Module ${number} loads a value.` },
  ];
}

/** Puts a summary in place of all but the newest two messages. */
export async function compact(
  store: SqliteSessionStore,
  sessionId: string,
  { key, inPlace = true }: { readonly key: string; readonly inPlace?: boolean },
): Promise<Receipt> {
  const { revision, sequence, messages } = await store.load(sessionId);
  const lease = await store.acquireLease({ sessionId, holder: 'test' });
  if (lease.kind !== 'acquired') throw new Error('busy');
  const summary: Message = {
    role: 'user',
    content: `Summary ${key}`,
    _context: { mark: { kind: 'summary', summary: { source: 'extractive', coveredCount: messages.length - 2 } } },
  };
  const result = await store.commit({
    sessionId,
    expectedRevision: revision,
    expectedSequence: sequence,
    outcome: { kind: 'compressed', messages: [summary, ...messages.slice(-2)], summary: key },
    lease: lease.lease,
    key,
    engine: 'keep-turns',
    model: 'gpt-5-mini',
    durationMs: 1_234,
    inPlace,
  });
  await store.releaseLease(lease.lease);
  if (result.kind !== 'committed') throw new Error(result.kind);
  return result.receipt;
}

import type { EngineCommand } from '@hermes-context/contract';
import type { LcmStore } from '../store/lcm-store.ts';
import { LcmStoreError } from '../store/lcm-store-error.ts';
import { counted } from './plain-text.ts';
import { readWords } from './read-words.ts';
import { hasStore, noStoreText, withStore } from './store-place.ts';
import { quoted, usage } from './usage-problem.ts';

/** As much as is written at once. */
const CHUNK_CHARS = 256 * 1024;

/** `hermes lcm export SESSION`: all branches and summaries of a session as lines of JSON on standard output. */
export const exportCommand: EngineCommand = {
  name: 'export',
  summary: 'write a session with its branches and summaries as lines of JSON',
  usage: 'SESSION',
  details: ['Example: hermes lcm export 20310520_0930_ab12 > session.jsonl'],
  run: async (words, services) => {
    const read = readWords(words, { command: 'export', arguments: ['SESSION'], options: {} });
    if (read.kind === 'wrong') return read.result;
    const [sessionId = ''] = read.arguments;
    if (!hasStore(services)) return notStored(sessionId, noStoreText(services));
    try {
      const lines = await withStore(services, (store) => writeLines(store, sessionId, services));
      return { kind: 'done', text: `Exported ${counted(lines, 'line')}.`, data: { sessionId, lines } };
    } catch (error) {
      if (!(error instanceof LcmStoreError) || error.reason !== 'unknown-session') throw error;
      return notStored(sessionId, 'A session is named by its whole id, and is stored once the engine has seen it.');
    }
  },
};

async function writeLines(
  store: LcmStore,
  sessionId: string,
  { write, signal }: { readonly write: (text: string) => void; readonly signal: AbortSignal },
): Promise<number> {
  let chunk = '';
  let count = 0;
  for await (const line of store.exportSession(sessionId)) {
    signal.throwIfAborted();
    chunk += `${line}\n`;
    count += 1;
    if (chunk.length < CHUNK_CHARS) continue;
    write(chunk);
    chunk = '';
  }
  write(chunk);
  return count;
}

function notStored(sessionId: string, why: string) {
  return usage(`The store has no session ${quoted(sessionId)}.`, why, 'See the newest ones: hermes lcm status');
}

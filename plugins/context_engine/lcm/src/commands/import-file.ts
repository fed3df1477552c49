import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { EngineCommandResult, EngineCommandServices } from '@hermes-context/contract';
import { LcmStoreError } from '../store/lcm-store-error.ts';
import { counted, figure, plainLine } from './plain-text.ts';
import { withStore } from './store-place.ts';
import { quoted, usage } from './usage-problem.ts';

/** Lines between two notes of how far it is. */
const LINES_A_STEP = 1_000;

/** Take over what an export wrote, whole or not at all. */
export async function importFile(file: string, services: EngineCommandServices): Promise<EngineCommandResult> {
  const path = resolve(services.cwd, file);
  const problem = await problemOf(path);
  if (problem !== undefined) {
    return usage(
      `Cannot read ${quoted(file)}: ${problem}.`,
      'It takes a file that hermes lcm export wrote.',
      'Check the path and its permissions.',
    );
  }
  try {
    const came = await withStore(services, (store) => store.importSession(linesOf(path, services)));
    const { sessionId, entries, summaries } = came;
    const text = `Imported ${plainLine(sessionId)}: ${counted(entries, 'message')}, ${counted(summaries, 'summary', 'summaries')}.`;
    return { kind: 'done', text, data: came };
  } catch (error) {
    if (!(error instanceof LcmStoreError) || error.reason !== 'session-exists') throw error;
    return {
      kind: 'failed',
      problem: {
        what: 'The session of this export is in the store already. Nothing was added.',
        why: 'An export has branches and summaries, and is taken over whole or not at all.',
        fix: 'Import it into another home: HERMES_HOME=FOLDER hermes lcm import --file FILE',
      },
    };
  }
}

async function problemOf(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).isFile() ? undefined : 'it is no file';
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? 'there is no such file' : 'it cannot be reached';
  }
}

/** Only a line feed ends a line: the line separators of Unicode may stand in a text of JSON. */
async function* linesOf(path: string, { signal, progress }: EngineCommandServices): AsyncGenerator<string> {
  let rest = '';
  let count = 0;
  for await (const chunk of createReadStream(path, 'utf8')) {
    signal.throwIfAborted();
    const [first = '', ...others] = String(chunk).split('\n');
    rest += first;
    for (const next of others) {
      if (rest !== '') yield rest;
      rest = next;
      count += 1;
      if (count % LINES_A_STEP === 0) progress(`importing, line ${figure(count)}`);
    }
  }
  if (rest !== '') yield rest;
}

import { statSync } from 'node:fs';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { EngineCommand, EngineCommandResult, EngineCommandServices } from '@hermes-context/contract';
import type { LcmStats } from '../store/lcm-store.ts';
import { LcmStoreError } from '../store/lcm-store-error.ts';
import type { Sql } from '../store/sql.ts';
import { readStats } from '../store/stats.ts';
import { verify } from '../store/verify.ts';
import { hasLog, lookAtStore } from './look-at-store.ts';
import { counted, plainLine, sizeText } from './plain-text.ts';
import { readWords } from './read-words.ts';
import { hasStore, noStoreText, storeFile } from './store-place.ts';

/** Anybody but the owner. */
const OTHERS = 0o077;

/** What a look at the whole store brought. */
interface Examination {
  readonly problems: readonly string[];
  readonly stats: LcmStats;
}

/** `hermes lcm doctor`: look all of the store over. Writes nothing. Exit code 1 where something contradicts itself. */
export const doctorCommand: EngineCommand = {
  name: 'doctor',
  summary: 'look the whole store over for what contradicts itself; nothing is written',
  usage: '',
  details: ['Exit code: 0 sound, or no store yet; 1 something contradicts itself, or the store cannot be read.'],
  run: async (words, services) => {
    const read = readWords(words, { command: 'doctor', arguments: [], options: {} });
    if (read.kind === 'wrong') return read.result;
    const file = storeFile(services);
    if (!hasStore(services)) return { kind: 'done', text: noStoreText(services), data: { ...NOTHING, store: file } };
    return resultOf(await examine(file, services), file);
  },
};

const NOTHING = { store: '', exists: false, ok: true, problems: [], notes: [], mode: null, stats: null };

/** Somebody who begins to write meanwhile changes what an unguarded look sees: then it is looked at again. */
async function examine(file: string, services: EngineCommandServices): Promise<Examination> {
  const wasAlone = !hasLog(file);
  const first = await lookAtStore(file, (sql) => examineOnce(sql, services)).catch((error: unknown) => {
    if (wasAlone && hasLog(file) && error instanceof LcmStoreError) return undefined;
    throw error;
  });
  const isSure = first !== undefined && (first.problems.length === 0 || !wasAlone || !hasLog(file));
  return isSure ? first : lookAtStore(file, (sql) => examineOnce(sql, services));
}

async function examineOnce(sql: Sql, { signal, progress }: EngineCommandServices): Promise<Examination> {
  const task = verify(sql);
  for (;;) {
    const step = task.next();
    if (step.done === true) return { problems: step.value, stats: readStats(sql, undefined) };
    progress('checking');
    await nextTick();
    signal.throwIfAborted();
  }
}

function resultOf({ problems, stats }: Examination, file: string): EngineCommandResult {
  const mode = statSync(file).mode & 0o777;
  const notes =
    (mode & OTHERS) === 0 ? [] : [`Others on this machine may read it. To keep it to yourself: chmod 600 ${file}`];
  const { entries, file: size, schemaVersion } = stats;
  const shown = mode.toString(8).padStart(4, '0');
  const lines = [
    `${file}: ${counted(entries, 'message')}, ${sizeText(size.bytes + size.logBytes)}, schema ${schemaVersion}, permissions ${shown}`,
    ...notes,
    ...problems.map((problem) => `wrong: ${plainLine(problem)}`),
  ];
  const ok = problems.length === 0;
  const data = { store: file, exists: true, ok, problems, notes, mode: shown, stats };
  if (ok) return { kind: 'done', text: [...lines, 'It is sound.'].join('\n'), data };
  return {
    kind: 'failed',
    text: lines.join('\n'),
    data,
    problem: {
      what: `The store contradicts itself in ${counted(problems.length, 'place')}.`,
      why: 'The disk failed, something else wrote into the file, or the engine has a bug.',
      fix: 'Put a copy of the file in its place, or move it away and import the sessions again: hermes lcm import SESSION',
    },
  };
}

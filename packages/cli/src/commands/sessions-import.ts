import type { ContextHostError } from '@hermes-context/contract';
import {
  findTip,
  type ImportResult,
  type RecordedSession,
  readRecordLines,
  SessionImportError,
} from '@hermes-context/sessions';
import type { Progress } from '../compress/progress.ts';
import { quoteArgument } from '../engine/shell-words.ts';
import type { Io } from '../io.ts';
import { EXIT_OK, EXIT_USAGE } from '../print-error.ts';
import { STDIN_NAME } from '../read-input.ts';
import { counted, figure } from '../sessions/counted.ts';
import { openLines } from '../sessions/file-lines.ts';
import { jsonText } from '../sessions/json-text.ts';
import { lateProgress } from '../sessions/late-progress.ts';
import { type FoundStore, type SessionsFlags, withStore } from '../sessions/open-store.ts';
import { plainText } from '../terminal/plain-text.ts';
import { InputError } from '../usage-error.ts';

const LINES_A_STEP = 200;

/** What became of one session of a file. */
interface Imported {
  /** Line of its header, from 1. */
  readonly line: number;
  readonly sessionId: string | null;
  readonly outcome: ImportResult['kind'] | 'refused';
  /** How many of its messages are new here. */
  readonly messages: number;
  readonly revisions: number;
  /** The session that it goes on in, where that is neither here nor in the file. */
  readonly missingContinuation: string | null;
  readonly error: { readonly code: string; readonly what: string; readonly why: string; readonly fix: string } | null;
}

/**
 * `hermes sessions import FILE`: take over what was exported, each session whole or not at all. With `--json`
 * `{ file, sessions }`. @returns 0, or 2 where a session was refused; the others are there.
 */
export async function runSessionsImport(file: string, flags: SessionsFlags, io: Io): Promise<number> {
  if (file === '') throw nothingIn('The file');
  const lines = await openLines(file, io);
  return withStore({ access: 'create', flags, io }, async (found) => {
    const progress = lateProgress(io);
    const onDone = (imported: Imported): void => {
      progress.end();
      if (flags.json !== true) print(imported, io);
    };
    const sessions = await importAll(readRecordLines(withProgress(lines, progress)), found, onDone).finally(() =>
      progress.end(),
    );
    if (sessions.length === 0) throw nothingIn(file === '-' ? STDIN_NAME : file);
    report(sessions, { file, flags, io });
    return sessions.some(({ outcome }) => outcome === 'refused') ? EXIT_USAGE : EXIT_OK;
  });
}

async function* withProgress(
  lines: AsyncIterable<string> | Iterable<string>,
  progress: Progress,
): AsyncGenerator<string> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count % LINES_A_STEP === 0) progress.show(`importing, line ${figure(count)}`);
    yield line;
  }
}

async function importAll(
  sessions: AsyncIterable<RecordedSession>,
  found: FoundStore,
  onDone: (imported: Imported) => void,
): Promise<readonly Imported[]> {
  const done: Imported[] = [];
  for await (const session of sessions) {
    const imported = await importOne(session, found);
    onDone(imported);
    done.push(imported);
  }
  // What came later in the file is not missing any more.
  return await Promise.all(done.map((imported) => withContinuation(imported, found)));
}

async function withContinuation(imported: Imported, { store }: FoundStore): Promise<Imported> {
  const { missingContinuation, sessionId } = imported;
  if (missingContinuation === null || sessionId === null || store === undefined) return imported;
  const tip = await findTip(store, sessionId);
  return tip.id === sessionId ? imported : { ...imported, missingContinuation: null };
}

async function importOne({ line, id, records }: RecordedSession, { store }: FoundStore): Promise<Imported> {
  if (store === undefined) throw new Error('An import opens a store that it may make.');
  try {
    const { kind, sessionId, messages, revisions, missingContinuation = null } = await store.importSession(records);
    return { line, sessionId, outcome: kind, messages, revisions, missingContinuation, error: null };
  } catch (error) {
    if (!(error instanceof SessionImportError)) throw error;
    const sessionId = typeof id === 'string' ? id : null;
    const nothing = { messages: 0, revisions: 0, missingContinuation: null };
    return { line, sessionId, outcome: 'refused', ...nothing, error: explain(error) };
  }
}

function explain(error: ContextHostError): Imported['error'] {
  return { code: error.code, ...error.explanation };
}

function print({ line, sessionId, outcome, messages, revisions, error }: Imported, io: Io): void {
  const name = plainText(sessionId ?? 'a session');
  if (error !== null) {
    const where = sessionId === null ? '' : `session ${name}, line ${line}, was refused. `;
    io.err(`hermes: ${where}${plainText(error.what)}\n`);
    io.err(`  why: ${plainText(error.why)}\n  fix: ${plainText(error.fix)}\n`);
    return;
  }
  const news = `${counted(messages, 'message')}, ${counted(revisions, 'revision')}`;
  io.out(outcome === 'unchanged' ? `unchanged  ${name}\n` : `${outcome.padEnd(9)}  ${name}  ${news}\n`);
}

function report(
  sessions: readonly Imported[],
  { file, flags, io }: { readonly file: string; readonly flags: SessionsFlags; readonly io: Io },
): void {
  if (flags.json === true) io.out(jsonText({ file, sessions }));
  else for (const session of sessions) printMissing(session, io);
}

function printMissing({ sessionId, missingContinuation }: Imported, io: Io): void {
  if (missingContinuation === null) return;
  const [name, next] = [plainText(sessionId ?? ''), plainText(missingContinuation)];
  io.err(`hermes: session ${name} goes on as ${next}, which is not here. To go on with it, import that one too.\n`);
}

function nothingIn(file: string): InputError {
  return new InputError({
    what: `${quoteArgument(file)} holds no sessions.`,
    why: 'An import takes what hermes sessions export wrote: a line of JSON for each record.',
    fix: 'Export them first: hermes sessions export --all --out FILE',
  });
}

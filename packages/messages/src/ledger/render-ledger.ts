import type { FileAction } from '../tool-use/tool-use.ts';
import type { CommandEntry, ErrorEntry, FileEntry, Ledger } from './ledger.ts';
import { FILE_ACTIONS } from './ledger-book.ts';

/** What the lines on files say of each action; `renamed` stands in front of the new path, `newest` behind the last change. */
export type LedgerWords = Readonly<Record<FileAction | 'newest', string>>;

/** The words of a ledger in English. */
export const LEDGER_WORDS: LedgerWords = {
  read: 'read',
  edited: 'edited',
  written: 'written',
  created: 'created',
  deleted: 'deleted',
  renamed: 'renamed to',
  newest: 'newest',
};

/** A ledger as lines for a summary, each list newest first. */
export interface LedgerLines {
  /** For "Relevant Files": `src/a.ts: created, edited 3x (newest), read`. */
  readonly files: readonly string[];
  /** For "Done": a command, its number of runs and its newest outcome, as in `npm test` 2x → 12 passed, 0 failed; addresses. */
  readonly done: readonly string[];
  /** Errors that stand, and resolved ones: `bash npm test` 2x → error, resolved: `TypeError: rows is undefined`. */
  readonly errors: readonly string[];
}

/**
 * A ledger as lines, which {@link parseLedger} reads back. One line each, without bullets.
 *
 * @param words - What is said of files in another language. Paths, commands and outcomes are the same in all.
 */
export function renderLedger(ledger: Ledger, words: LedgerWords = LEDGER_WORDS): LedgerLines {
  const { files, commands, urls, errors, leftOut } = ledger;
  return {
    files: [...files.toReversed().map((entry) => fileLine(entry, words)), ...more(leftOut.files, 'files')],
    done: [
      ...commands.toReversed().map(commandLine),
      ...more(leftOut.commands, 'commands'),
      ...urls.toReversed().map(({ url, count }) => `${url}${times(count)} → fetched`),
      ...more(leftOut.urls, 'URLs'),
    ],
    errors: [...errors.toReversed().map(errorLine), ...more(leftOut.errors, 'errors')],
  };
}

/** One file, on one line. */
function fileLine({ path, counts, newest, to }: FileEntry, words: LedgerWords = LEDGER_WORDS): string {
  const changes = FILE_ACTIONS.filter((action) => action !== 'read' && counts[action] !== undefined);
  const parts = FILE_ACTIONS.flatMap((action) => {
    const count = counts[action];
    if (count === undefined) return [];
    const target = action === 'renamed' ? ` ${to}` : '';
    const mark = action === newest && changes.length > 1 ? ` (${words.newest})` : '';
    return [`${words[action]}${target}${times(count)}${mark}`];
  });
  return `${path}: ${parts.join(', ')}`;
}

/** One command, on one line. */
function commandLine(entry: CommandEntry): string {
  return `\`${entry.command}\`${times(entry.count)} → ${outcomeText(entry)}`;
}

function outcomeText({ isFailed, exitCode, tests }: CommandEntry): string {
  const code = exitCode === undefined ? [] : [`exit code ${exitCode}`];
  const counts = tests === undefined ? [] : [`${tests.passed} passed, ${tests.failed} failed`];
  return [isFailed ? 'failed' : 'ok', ...counts, ...code].join('; ');
}

function errorLine({ about, line, count, isResolved, tests }: ErrorEntry): string {
  const names = tests.length === 0 ? '' : ` (tests: ${tests.map((test) => `\`${test}\``).join(', ')})`;
  return `\`${about}\`${times(count)} → error${isResolved ? ', resolved' : ''}: \`${line}\`${names}`;
}

function times(count: number): string {
  return count === 1 ? '' : ` ${count}x`;
}

function more(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`+${count} more ${what}`];
}

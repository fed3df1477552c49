import type { SummaryRequest } from '@hermes-context/contract';
import {
  buildLedger,
  type CommandEntry,
  EMPTY_LEDGER,
  estimateTextTokens,
  type FileEntry,
  type Ledger,
  parseLedger,
  renderLedger,
} from '@hermes-context/messages';
import { parseSections } from '../summary-sections.ts';
import { detectLanguage } from './language.ts';
import { joinLedgers, readLedger, rootOfLine } from './read-ledger.ts';
import { findRoot, isAbsolute, relativeTo } from './root-folder.ts';
import { ALL_WORDS, fill, wordsOf } from './words.ts';
import type { Words } from './words-shape.ts';

/** Lines that a summary lacks, for two of its sections. */
export interface MissingLines {
  readonly files: readonly string[];
  readonly done: readonly string[];
}

/** What the ledger adds to a summary. */
export interface LedgerCompletion {
  /** The text with its own lines of the ledger brought up to date. */
  readonly text: string;
  readonly missing: MissingLines;
}

/** Of the tokens for the ledger, what the files may take before the commands have had theirs. */
const FILES_SHARE = 0.7;
const BULLET_TOKENS = 2;

/**
 * What the calls of a request did and a summary of it does not say: files by path, commands and tests, as many as fit
 * into `maxTokens`; changed files and tests first, newer ones before older. Lines of the ledger that the summary took over
 * from the one before are brought up to date in place.
 */
export function completeLedger(text: string, request: SummaryRequest, maxTokens: number): LedgerCompletion {
  const before = readLedger(parseSections(request.previousSummary ?? '')).ledger;
  const ledger = joinLedgers(before, buildLedger(request.originals ?? request.messages));
  if (ledger.files.length === 0 && ledger.commands.length === 0) return { text, missing: { files: [], done: [] } };
  const words = wordsOf(detectLanguage([text]));
  const { root, isNew } = rootFor(text, ledger);
  const named = { ...ledger, files: ledger.files.map((entry) => ({ ...entry, path: relativeTo(root, entry.path) })) };
  const current = withCurrentLines(text, named, words);
  const missing = missingFiles(current, ledger).map((entry) => ({ ...entry, path: relativeTo(root, entry.path) }));
  const rootLine = isNew && root !== undefined && missing.length > 0 ? [fill(words.root, { path: root })] : [];
  const files = fitting(
    [...rootLine, ...missing.flatMap((entry) => fileLines([entry], words))],
    maxTokens * FILES_SHARE,
  );
  const left = maxTokens - tokensOf(files);
  return { text: current, missing: { files, done: fitting(missingCommands(current, ledger), left) } };
}

/** The folder that paths in the text are below: the one that it names, else one that saves room. */
function rootFor(text: string, { files }: Ledger): { readonly root: string | undefined; readonly isNew: boolean } {
  const lines = parseSections(text)['Relevant Files'];
  const written = lines.map(rootOfLine).find((path) => path !== undefined);
  if (written !== undefined) return { root: written, isNew: false };
  // Paths that the writer wrote from another folder on would be taken for ones below this folder.
  const isFree = parseLedger(lines, ALL_WORDS).ledger.files.every(({ path }) => isAbsolute(path));
  return { root: isFree ? findRoot(files.map(({ path }) => path)) : undefined, isNew: true };
}

/** Changed files first, each kind newest first. */
function missingFiles(text: string, { files }: Ledger): readonly FileEntry[] {
  const named = namedPaths(text);
  const missing = files.filter(({ path }) => !named.has(path) && !endsOf(path).some((end) => named.has(end)));
  const isRead = ({ newest }: FileEntry): boolean => newest === 'read';
  return [...missing.filter((entry) => !isRead(entry)).toReversed(), ...missing.filter(isRead).toReversed()];
}

function fileLines(files: readonly FileEntry[], words: Words): readonly string[] {
  return renderLedger({ ...EMPTY_LEDGER, files }, words).files;
}

function missingCommands(text: string, { commands }: Ledger): readonly string[] {
  const missing = commands.filter(({ command }) => !text.includes(command));
  return [
    ...commandLines(missing.filter(({ tests }) => tests !== undefined)),
    ...commandLines(missing.filter(({ tests }) => tests === undefined)),
  ];
}

function commandLines(commands: readonly CommandEntry[]): readonly string[] {
  return renderLedger({ ...EMPTY_LEDGER, commands }).done;
}

/** The first lines that fit together. */
function fitting(lines: readonly string[], maxTokens: number): readonly string[] {
  const chosen: string[] = [];
  let left = maxTokens;
  for (const line of lines) {
    left -= tokensOf([line]);
    if (left < 0) break;
    chosen.push(line);
  }
  return chosen;
}

function tokensOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTextTokens(line) + BULLET_TOKENS, 0);
}

const BULLETED = /^(\s*[-*+] )(.+)$/;

/** Lines of the ledger that the text took over from an older one, as they are now. */
function withCurrentLines(text: string, ledger: Ledger, words: Words): string {
  const files = new Map(ledger.files.map((entry) => [entry.path, entry]));
  const commands = new Map(ledger.commands.map((entry) => [entry.command, entry]));
  const currentOf = (entry: string): string | undefined => {
    const written = parseLedger([entry], ALL_WORDS).ledger;
    const file = files.get(written.files[0]?.path ?? '');
    const command = commands.get(written.commands[0]?.command ?? '');
    return file === undefined ? commandLines(command === undefined ? [] : [command])[0] : fileLines([file], words)[0];
  };
  const lines = text.split('\n').map((line) => {
    const [, bullet = '', entry = ''] = BULLETED.exec(line) ?? [];
    const current = entry === '' ? undefined : currentOf(entry);
    return current === undefined ? line : bullet + current;
  });
  return lines.join('\n');
}

/** What in a text may be a path, and the ends of each from a folder above on. */
function namedPaths(text: string): ReadonlySet<string> {
  const paths = (text.match(/[^\s`'"“”„«»「」()[\]<>,;*|]+/g) ?? [])
    .map((word) => word.replace(/^\.\/|[.:!?、。]+$|:\d[\d:,-]*$/g, ''))
    .filter((word) => /[./]/.test(word));
  return new Set(paths.flatMap((path) => [path, ...endsOf(path)]));
}

const MAX_PARTS = 12;

/** What a path may be called from a folder above it: no bare names, which many folders may have. */
function endsOf(path: string): readonly string[] {
  const parts = path.split('/');
  const ends: string[] = [];
  for (let count = 2; count < Math.min(MAX_PARTS, parts.length); count += 1) ends.push(parts.slice(-count).join('/'));
  return ends;
}

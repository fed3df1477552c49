import type { Message, Messages, ToolCall, ToolMessage } from '@hermes-context/contract';
import { contentText } from '../content.ts';
import { editJsonStrings } from '../json/edit-json-strings.ts';
import { redactSecrets } from '../redact-secrets.ts';
import { pairToolCalls } from '../tool-pairs.ts';
import { findFailure } from '../tool-use/failure-signs.ts';
import { pathKey } from '../tool-use/path-key.ts';
import type { CommandUse, FileUse, ToolHints, ToolUse } from '../tool-use/tool-use.ts';
import { type ToolUses, toolUsesOf } from '../tool-use/tool-uses-of.ts';
import { boundLedger } from './bound-ledger.ts';
import { codeText, commandLabel, isLookingCommand, isTellingCommand } from './command-label.ts';
import type { CommandEntry, FileEntry, Ledger } from './ledger.ts';
import { LedgerBook } from './ledger-book.ts';
import { readTestReport, type TestReport } from './test-report.ts';

/** How a ledger is built. */
export interface LedgerOptions {
  /** Which arguments of tools of one's own name files, commands and addresses. */
  readonly hints?: ToolHints;
  /** What happened before the messages. */
  readonly previous?: Ledger;
  /**
   * Entries of each kind that the ledger keeps at most; it says how many it left out. Default 200: more than any summary
   * has room for. A lower one forgets old reads and old commands first.
   */
  readonly limit?: number;
  /** The working folder, absolute. Files below it are named from there, so that all names of a file are one. */
  readonly root?: string;
}

/** A call that was read already. */
export interface LedgerCall {
  readonly tool: string;
  readonly uses: ToolUses;
  /** The text of its result, free of secrets. */
  readonly answer: string | undefined;
}

const DEFAULT_LIMIT = 200;
const ABOUT_MAX_CHARS = 120;
const LINE_MAX_CHARS = 200;
const MAX_FAILED_TESTS = 5;

/**
 * What the calls of a conversation did: files, commands with their newest outcome, tests, addresses, errors and whether
 * they were resolved. From calls that have a result alone; what a text says happened adds nothing. Secrets are masked.
 * Takes time linear in the messages and edits none.
 */
export function buildLedger(messages: Messages, options: LedgerOptions = {}): Ledger {
  const calls = pairToolCalls(messages).calls.map(({ call, resultIndex }) => {
    const result = resultIndex === undefined ? undefined : messages[resultIndex];
    return readCall(call, isResult(result) ? result : undefined, options.hints);
  });
  return ledgerOfCalls(calls, options);
}

/** As {@link buildLedger}, from calls that were read already and hold no secrets. */
export function ledgerOfCalls(calls: readonly LedgerCall[], options: Omit<LedgerOptions, 'hints'> = {}): Ledger {
  const book = new LedgerBook();
  if (options.previous !== undefined) book.addLedger(options.previous);
  for (const call of calls) addCall(book, call, options.root);
  return boundLedger(book.ledger, options.limit ?? DEFAULT_LIMIT);
}

function isResult(message: Message | undefined): message is ToolMessage {
  return message?.role === 'tool';
}

function readCall(call: ToolCall, result: ToolMessage | undefined, hints: ToolHints | undefined): LedgerCall {
  const { name, arguments: json } = call.function;
  // Decoded, string by string: behind an escape such as `\n` a secret would look like part of a longer word.
  const masked = redactSecrets(editJsonStrings(json, redactSecrets));
  const uses = toolUsesOf({ ...call, function: { name, arguments: masked } }, result, hints);
  if (result === undefined) return { tool: name, uses, answer: undefined };
  const text = contentText(result.content);
  if (uses.failure === undefined) return { tool: name, uses, answer: text };
  // Masked whole, before lines are cut from it: a secret cut in two would no longer be recognised.
  const answer = redactSecrets(text);
  return { tool: name, uses: { ...uses, failure: findFailure(name, uses.about, answer) ?? uses.failure }, answer };
}

function addCall(book: LedgerBook, call: LedgerCall, root: string | undefined): void {
  const { tool, uses } = call;
  if (!uses.isAnswered) return;
  for (const use of uses.uses) addUse(book, use, root);
  const run = runOf(call);
  const about = redactSecrets(codeText(`${tool} ${run?.label ?? uses.about}`.trim(), ABOUT_MAX_CHARS));
  for (const test of run?.report?.passed ?? []) book.addSuccess(redactSecrets(test));
  const isFailed = addOutcome(book, { about, uses, report: run?.report });
  if (run !== undefined && (run.report !== undefined || isTellingCommand(run.label))) {
    book.addCommand(commandEntry(run, isFailed));
  }
}

function addUse(book: LedgerBook, use: ToolUse, root: string | undefined): void {
  if (use.kind === 'file') book.addFile(fileEntry(use, root));
  if (use.kind === 'url') book.addUrl({ url: redactSecrets(use.url), count: 1 });
}

interface CommandRun {
  readonly label: string;
  readonly command: CommandUse;
  readonly report: TestReport | undefined;
}

/** The shell command that a call ran, if it is one. What only looks at files may show the report of an earlier run. */
function runOf({ uses, answer = '' }: LedgerCall): CommandRun | undefined {
  const command = uses.uses.find((use) => use.kind === 'command');
  if (command === undefined) return undefined;
  const label = redactSecrets(commandLabel(command.command));
  return { label, command, report: isLookingCommand(label) ? undefined : readTestReport(answer) };
}

interface Outcome {
  readonly about: string;
  readonly uses: ToolUses;
  readonly report: TestReport | undefined;
}

/** Notes whether a call failed, and says so. Tests that fail are a failure, whatever the exit code behind a pipe says. */
function addOutcome(book: LedgerBook, { about, uses: { failure }, report }: Outcome): boolean {
  const failedCount = report?.counts.failed ?? 0;
  if (failure === undefined && failedCount === 0) {
    book.addSuccess(about);
    return false;
  }
  const tests = (report?.failed ?? []).slice(0, MAX_FAILED_TESTS).map(redactSecrets);
  const code = failure?.exitCode === undefined ? 'failed' : `exit code ${failure.exitCode}`;
  const line = failure?.lines[0] ?? (failedCount > 0 ? `${failedCount} failed` : code);
  book.addError({ about, line: redactSecrets(codeText(line, LINE_MAX_CHARS)), count: 1, isResolved: false, tests });
  return true;
}

function fileEntry({ path, action, to }: FileUse, root: string | undefined): FileEntry {
  const keyOf = (name: string): string => codeText(redactSecrets(pathKey(name, root)), Number.POSITIVE_INFINITY);
  return {
    path: keyOf(path),
    counts: { [action]: 1 },
    newest: action,
    ...(to === undefined ? {} : { to: keyOf(to) }),
  };
}

function commandEntry({ label, command: { exitCode }, report }: CommandRun, isFailed: boolean): CommandEntry {
  return {
    command: label,
    count: 1,
    isFailed,
    ...(exitCode === undefined || exitCode === 0 ? {} : { exitCode }),
    ...(report === undefined ? {} : { tests: report.counts }),
  };
}

import { ContextHostError } from '@hermes-context/contract';
import { EXIT_INTERRUPTED, EXIT_OK } from '../print-error.ts';
import type { ChatCommand, CommandParts } from './chat-command.ts';
import type { ChatEntry, ChatInput } from './chat-input.ts';
import type { ChatView } from './chat-view.ts';
import { QUIT } from './command-table.ts';
import { parseInput } from './parse-input.ts';

/** A turn did not end well, where nobody was there to see it. */
const EXIT_FAILED = 1;

/** What a chat runs with. */
export interface ChatParts {
  readonly input: ChatInput;
  readonly view: ChatView;
  readonly commands: readonly ChatCommand[];
  readonly commandParts: CommandParts;
  /** Whether a person sits in front of it: then a turn that failed was seen, and is no failure of the command. */
  readonly isInteractive: boolean;
  /** Told after each entry, for what happened beside it. */
  readonly afterEach: () => void;
}

/** Talk until somebody leaves. @returns The exit code. */
export async function runChat(parts: ChatParts): Promise<number> {
  let hasFailed = false;
  let wasWarned = false;
  for (;;) {
    const entry = await parts.input.next();
    const end = entry.kind === 'interrupt' ? interrupted(entry, wasWarned, parts) : await take(entry, parts);
    wasWarned = entry.kind === 'interrupt' && entry.wasEmpty;
    parts.afterEach();
    hasFailed ||= end.kind === 'failed';
    if (end.kind === 'left') return end.code ?? codeOf(hasFailed && !parts.isInteractive);
  }
}

function codeOf(hasFailed: boolean): number {
  return hasFailed ? EXIT_FAILED : EXIT_OK;
}

/** What became of an entry. */
type EntryEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed' }
  /** `code`: where it is not for the turns to say. */
  | { readonly kind: 'left'; readonly code?: number };

const DONE: EntryEnd = { kind: 'done' };
const FAILED: EntryEnd = { kind: 'failed' };
/** Ctrl-C twice; what ran may still run. */
const INTERRUPTED: EntryEnd = { kind: 'left', code: EXIT_INTERRUPTED };

type Interrupt = Extract<ChatEntry, { kind: 'interrupt' }>;

/** The first one in an empty line only says what the second one does. */
function interrupted({ wasEmpty }: Interrupt, wasWarned: boolean, { view }: ChatParts): EntryEnd {
  if (!wasEmpty) return DONE;
  if (wasWarned) return INTERRUPTED;
  view.notice('info', 'Ctrl-C again leaves, and so does Ctrl-D.');
  return DONE;
}

async function take(entry: Exclude<ChatEntry, Interrupt>, parts: ChatParts): Promise<EntryEnd> {
  switch (entry.kind) {
    case 'terminated':
      return INTERRUPTED;
    case 'end':
      return { kind: 'left' };
    case 'line':
      return takeLine(entry.text, parts);
  }
}

async function takeLine(text: string, parts: ChatParts): Promise<EntryEnd> {
  const line = parseInput(text, [...parts.commands.map(({ name }) => name), QUIT]);
  switch (line.kind) {
    case 'nothing':
      return DONE;
    case 'unknown': {
      const { name, detail } = line;
      parts.view.commandEnds({ command: name, isDone: false, lines: [detail], data: { detail } });
      return FAILED;
    }
    case 'message':
      return runTurn(line.text, parts);
    case 'command':
      return line.name === QUIT ? { kind: 'left' } : runCommand(line, parts);
  }
}

async function runTurn(text: string, { input, view, commandParts }: ChatParts): Promise<EntryEnd> {
  view.turnStarts();
  const { session, onEvent } = commandParts;
  return attempt(view, async () => {
    const result = await input.during((signal) => session().runTurn(text, { signal, onEvent }));
    if (result === undefined) return INTERRUPTED;
    view.turnEnds(result);
    return result.kind === 'completed' ? DONE : FAILED;
  });
}

async function runCommand(
  { name, args }: { readonly name: string; readonly args: string },
  { input, view, commands, commandParts }: ChatParts,
): Promise<EntryEnd> {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) return FAILED;
  return attempt(view, async () => {
    const result = await input.during((signal) => command.run({ ...commandParts, args, signal }));
    if (result === undefined) return INTERRUPTED;
    view.commandEnds({ command: name, ...result });
    return result.isDone ? DONE : FAILED;
  });
}

/** Whatever goes wrong is explained, and the chat goes on; that something was stopped is no fault. */
async function attempt(view: ChatView, work: () => Promise<EntryEnd>): Promise<EntryEnd> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') view.notice('info', 'Stopped.');
    else view.problem(ContextHostError.is(error) ? error : new UnexpectedError(error));
    return FAILED;
  }
}

/** A fault of ours or of a plug-in: no reason to lose a chat. */
class UnexpectedError extends ContextHostError {
  override readonly name = 'UnexpectedError';
  readonly code = 'CTX_UNEXPECTED';

  constructor(cause: unknown) {
    super({
      what: cause instanceof Error ? cause.message : String(cause),
      why: 'This is a fault of hermes or of a plug-in. The conversation is stored up to here.',
      fix: 'Go on, or leave and resume; and report it together with what was done before.',
      cause,
    });
  }
}

import type { Message, Messages, ModelInfo, TokenUsage } from '@hermes-context/contract';
import { contentText, isSummary } from '@hermes-context/messages';
import type { ChatModel, ChatReply, ChatRequest, ThreadCompaction } from '../chat/chat-model.ts';
import { type ChatFailure, ChatModelError } from '../chat/chat-model-error.ts';
import type { CodexAppServer } from './codex-app-server.ts';
import { CodexAppServerError } from './codex-app-server-error.ts';
import type { CodexThreadParams, CodexThreadUsage, CodexTurnError } from './codex-protocol.ts';
import type { CodexThread } from './codex-thread.ts';
import type { CodexTurnEvent, CodexTurnOutcome } from './codex-turn.ts';

/** How {@link codexChatModel} reaches Codex. */
export interface CodexChatModelOptions {
  /** What a host should know of the model; `serverCompaction` is set to `thread`. */
  readonly info: ModelInfo;
  /** Starts the server: on first use, and again after it ended. */
  readonly open: () => Promise<CodexAppServer>;
  /** How threads are led; the model's name among it, unless Codex's own configuration is to say. */
  readonly thread?: CodexThreadParams;
}

/** A model whose conversations Codex holds. It must be closed. */
export interface CodexChatModel extends ChatModel {
  readonly compactThread: NonNullable<ChatModel['compactThread']>;
  readonly close: () => Promise<void>;
}

/**
 * Codex as a model: each request goes on in a thread of `codex app-server`, which is given the newest message alone, uses
 * its own tools, and compacts by itself. A thread that it does not know any more is begun anew with what was said so far.
 */
export function codexChatModel(options: CodexChatModelOptions): CodexChatModel {
  return new CodexModel(options);
}

/** The most of an earlier conversation that a new thread is told, in characters: the newest part. */
const MAX_STORY_CHARS = 60_000;

class CodexModel implements CodexChatModel {
  readonly info: ModelInfo;
  readonly route = 'codex app-server';
  readonly #options: CodexChatModelOptions;
  readonly #threads = new Map<string, CodexThread>();
  #server: Promise<CodexAppServer> | undefined;

  constructor(options: CodexChatModelOptions) {
    this.#options = options;
    this.info = { ...options.info, serverCompaction: 'thread' };
  }

  async complete(request: ChatRequest): Promise<ChatReply> {
    const { signal, messages, threadId } = request;
    signal.throwIfAborted();
    try {
      const { thread, isNew } = await this.#threadFor(threadId, signal);
      const input = inputFor(messages, isNew ? 0 : (request.threadSeen ?? messages.length));
      const outcome = await thread.runTurn(input, { signal, onEvent: (event) => tell(event, request) });
      signal.throwIfAborted();
      return this.#replyOf(outcome, thread);
    } catch (error) {
      signal.throwIfAborted();
      throw isOfServer(error) ? this.#failed(failureOf(error), error.facts.detail, error) : error;
    }
  }

  readonly compactThread = async (
    threadId: string,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<ThreadCompaction> => {
    signal.throwIfAborted();
    try {
      const { thread, isNew } = await this.#threadFor(threadId, signal);
      if (isNew) return { kind: 'failed', detail: 'Codex does not know the thread any more, so it holds nothing.' };
      const outcome = await thread.compact({ signal });
      signal.throwIfAborted();
      if (outcome.kind === 'compacted') return outcome;
      const detail = outcome.kind === 'interrupted' ? 'It was interrupted.' : textOf(outcome.error);
      return { kind: 'failed', detail };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CodexAppServerError)) throw error;
      return { kind: 'failed', detail: error.facts.detail };
    }
  };

  readonly close = async (): Promise<void> => {
    const server = await this.#server?.catch(() => undefined);
    await server?.close();
    this.#threads.clear();
  };

  async #threadFor(
    id: string | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly thread: CodexThread; readonly isNew: boolean }> {
    const server = await this.#opened();
    const known = id === undefined ? undefined : this.#threads.get(id);
    if (known !== undefined && known.state !== 'retired') return { thread: known, isNew: false };
    const { thread: params = {} } = this.#options;
    const resumed = id === undefined ? undefined : await resume(server, id, { params, signal });
    const thread = resumed ?? (await server.startThread(params, { signal }));
    this.#threads.set(thread.id, thread);
    return { thread, isNew: resumed === undefined };
  }

  async #opened(): Promise<CodexAppServer> {
    const server = await this.#server?.catch(() => undefined);
    if (server?.isOpen === true) return server;
    this.#threads.clear(); // their handles are of a server that has ended
    this.#server = this.#options.open();
    return this.#server;
  }

  #replyOf(outcome: CodexTurnOutcome, thread: CodexThread): ChatReply {
    if (outcome.kind === 'failed') throw this.#failed(failureIn(outcome.error), textOf(outcome.error));
    const { text, turnId, compactionCount } = outcome;
    const usage = usageOf(thread.usage);
    return {
      message: { role: 'assistant', content: text },
      finish: outcome.kind === 'completed' ? 'stop' : 'other',
      threadId: thread.id,
      ...(usage !== undefined && { usage }),
      ...(compactionCount > 0 && { serverCompaction: { kind: 'compacted', turnId } }),
    };
  }

  #failed(failure: ChatFailure, detail: string, cause?: unknown): ChatModelError {
    return new ChatModelError({ failure, model: this.info.name, detail, cause });
  }
}

/** `undefined` where the server does not know the thread. */
async function resume(
  server: CodexAppServer,
  id: string,
  { params, signal }: { readonly params: CodexThreadParams; readonly signal: AbortSignal },
): Promise<CodexThread | undefined> {
  try {
    return await server.resumeThread(id, params, { signal });
  } catch (error) {
    if (error instanceof CodexAppServerError && error.facts.failure === 'thread-not-found') return undefined;
    throw error;
  }
}

function tell(event: CodexTurnEvent, { onDelta }: ChatRequest): void {
  if (event.kind === 'text' || event.kind === 'reasoning') onDelta?.({ kind: event.kind, text: event.text });
}

function newestText(messages: Messages): string {
  const newest = messages.findLast(({ role }) => role === 'user');
  return newest === undefined ? '' : contentText(newest.content);
}

/** The newest message, behind what the thread has not heard yet, as far as there is room. */
function inputFor(messages: Messages, seen: number): string {
  const newest = newestText(messages);
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const lines = messages.slice(seen, Math.max(seen, at)).flatMap(lineOf);
  if (lines.length === 0) return newest;
  const story = lines.join('\n\n');
  const shown = story.length <= MAX_STORY_CHARS ? story : `…${story.slice(-MAX_STORY_CHARS)}`;
  return `What was said in this conversation meanwhile, for reference:\n\n${shown}\n\nThe message to answer:\n\n${newest}`;
}

function lineOf(message: Message): readonly string[] {
  const text = contentText(message.content).trim();
  if (text === '' || message.role === 'system' || message.role === 'tool') return [];
  return [isSummary(message) ? text : `${message.role}: ${text}`];
}

/** Right after a compaction the server only estimates what is left: then that is the size of the prompt. */
function usageOf(usage: CodexThreadUsage | undefined): TokenUsage | undefined {
  if (usage === undefined) return undefined;
  const { totalTokens, inputTokens, outputTokens, cachedInputTokens } = usage.last;
  return {
    promptTokens: inputTokens === 0 ? totalTokens : inputTokens,
    completionTokens: outputTokens,
    ...(cachedInputTokens > 0 && { cacheReadTokens: cachedInputTokens }),
  };
}

/** Whether the server runs and did not answer; what is to be done where there is none, its own error says best. */
function isOfServer(error: unknown): error is CodexAppServerError {
  return error instanceof CodexAppServerError && error.facts.failure !== 'spawn';
}

function failureOf({ facts }: CodexAppServerError): ChatFailure {
  switch (facts.failure) {
    case 'overload':
    case 'timeout':
      return facts.failure;
    case 'exited':
    case 'closed':
      return 'network';
    default:
      return 'other';
  }
}

function failureIn({ codexErrorInfo: info }: CodexTurnError): ChatFailure {
  const word = typeof info === 'string' ? info : Object.keys(info ?? {})[0];
  switch (word) {
    case 'unauthorized':
      return 'auth';
    case 'usageLimitExceeded':
      return 'quota';
    case 'serverOverloaded':
      return 'overload';
    case 'httpConnectionFailed':
    case 'responseStreamConnectionFailed':
    case 'responseStreamDisconnected':
      return 'network';
    default:
      return 'other';
  }
}

function textOf({ message, codexErrorInfo }: CodexTurnError): string {
  return typeof codexErrorInfo === 'string' ? `${message} (${codexErrorInfo})` : message;
}

import { failureDetail } from '../chat/failure-detail.ts';
import { readField, readText } from '../chat/read-field.ts';
import type { WireObject } from '../wire-value.ts';
import { answerCodexRequest } from './answer-codex-request.ts';
import type { CodexAppServer } from './codex-app-server.ts';
import { CodexAppServerError } from './codex-app-server-error.ts';
import type { CodexEvent, CodexWarning } from './codex-event.ts';
import { type CloseLimits, type CodexCommand, CodexProcess, type ProcessEnd } from './codex-process.ts';
import type { CodexClientInfo, CodexThreadParams } from './codex-protocol.ts';
import type { DecideCodexRequest } from './codex-request.ts';
import type { CodexCall, CodexThread } from './codex-thread.ts';
import { JsonRpcPeer } from './json-rpc-peer.ts';
import { OpenThread, type ThreadConnection, type ThreadLimits } from './open-thread.ts';
import { readNotification, readThreadStatus } from './read-notification.ts';
import { type OverloadRetry, retryOverload } from './retry-overload.ts';
import { Teller } from './teller.ts';
import { ThreadRegistry } from './thread-registry.ts';

/** Longest line that is taken, in UTF-16 units: a long thread is resumed in one. */
const MAX_LINE_CHARS = 64_000_000;

/** How many of the last lines on stderr a message about the end of the process quotes. */
const STDERR_LINES = 3;

/** Options of a connection, decided. */
export interface ConnectionOptions {
  readonly process: CodexCommand;
  readonly decide: DecideCodexRequest;
  readonly limits: ThreadLimits;
  readonly closeLimits: CloseLimits;
  readonly retry: Required<OverloadRetry>;
  readonly onEvent: ((event: CodexEvent) => void) | undefined;
  readonly onWarning: ((warning: CodexWarning) => void) | undefined;
}

/** A process, the protocol that is spoken with it, and the threads that it leads. */
export class CodexConnection implements CodexAppServer {
  readonly #options: ConnectionOptions;
  readonly #teller: Teller;
  readonly #process: CodexProcess;
  readonly #peer: JsonRpcPeer;
  readonly #threads = new ThreadRegistry();
  #userAgent = '';
  #isOpen = true;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#teller = new Teller(options.onEvent, options.onWarning);
    this.#peer = new JsonRpcPeer({
      requestTimeoutMs: options.limits.requestTimeoutMs,
      send: (line) => this.#process.send(line),
      onNotification: (method, params) => this.#hear(method, params),
      answer: (method, params) => this.#answer(method, params),
      onUnreadable: (lineChars) => this.#teller.warnOnce('unreadable-line', `It has ${lineChars} characters.`),
    });
    this.#process = new CodexProcess(options.process, {
      maxLineChars: MAX_LINE_CHARS,
      onLine: (line) => this.#peer.receive(line),
      onLongLine: () => this.#teller.warnOnce('long-line', `It has more than ${MAX_LINE_CHARS} characters.`),
      onEnd: (end) => this.#processEnded(end),
    });
  }

  get userAgent(): string {
    return this.#userAgent;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The first thing to be said, once. */
  async shakeHands(clientInfo: CodexClientInfo, signal: AbortSignal | undefined): Promise<void> {
    const answer = await this.#ask('initialize', { clientInfo, capabilities: null }, signal);
    this.#userAgent = readText(answer, 'userAgent') ?? '';
    this.#peer.notify('initialized');
  }

  async startThread(params: CodexThreadParams = {}, { signal }: CodexCall = {}): Promise<CodexThread> {
    return await this.#openThread('thread/start', { ...params }, signal);
  }

  async resumeThread(
    threadId: string,
    params: CodexThreadParams = {},
    { signal }: CodexCall = {},
  ): Promise<CodexThread> {
    return await this.#openThread('thread/resume', { threadId, ...params }, signal);
  }

  async close(): Promise<void> {
    this.#end(new CodexAppServerError({ failure: 'closed', detail: 'It was closed from here.' }), true);
    await this.#process.close(this.#options.closeLimits);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #openThread(method: string, params: WireObject, signal: AbortSignal | undefined): Promise<CodexThread> {
    return await this.#threads.enter(async () => {
      const answer = await this.#ask(method, params, signal);
      const thread = readField(answer, 'thread');
      const id = readText(thread, 'id');
      if (id === undefined) {
        throw new CodexAppServerError({ failure: 'refused', method, detail: 'Its answer names no thread.' });
      }
      const status = readThreadStatus(readField(thread, 'status')) ?? 'idle';
      const model = readText(answer, 'model') ?? '';
      return new OpenThread({ id, model, status, isNew: method === 'thread/start' }, this.#forThreads());
    });
  }

  #forThreads(): ThreadConnection {
    return {
      ask: (method, params, signal) => this.#ask(method, params, signal),
      begin: (method, params, signal) =>
        retryOverload(() => this.#peer.request(method, params), this.#options.retry, signal),
      tell: (event) => this.#teller.tell(event),
      guard: (handler) => this.#teller.guard(handler),
      limits: this.#options.limits,
    };
  }

  #ask(method: string, params: WireObject, signal: AbortSignal | undefined): Promise<unknown> {
    return retryOverload(() => this.#peer.request(method, params, signal), this.#options.retry, signal);
  }

  #hear(method: string, params: unknown): void {
    if (method === 'warning' || method === 'configWarning') this.#hearWarning(params);
    const said = readNotification(method, params);
    if (said !== undefined) this.#threads.take(said);
  }

  #hearWarning(params: unknown): void {
    const text = readText(params, 'message') ?? readText(params, 'summary');
    if (text !== undefined) this.#teller.warnOnce('server', failureDetail('It says', text, ''));
  }

  async #answer(method: string, params: unknown): Promise<WireObject> {
    const { wire, declined, trouble } = await answerCodexRequest(method, params, this.#options.decide);
    if (trouble !== undefined) this.#teller.warn('no-decision', trouble);
    if (declined !== undefined) {
      const threadId = readText(params, 'threadId');
      const turnId = readText(params, 'turnId');
      this.#teller.tell({
        kind: 'request-declined',
        request: declined,
        method,
        ...(threadId === undefined ? {} : { threadId }),
        ...(turnId === undefined ? {} : { turnId }),
      });
    }
    return wire;
  }

  #processEnded({ exit, stderr, cause }: ProcessEnd): void {
    const error =
      exit === undefined
        ? new CodexAppServerError({ failure: 'spawn', detail: this.#describeStart(cause), cause })
        : new CodexAppServerError({ failure: 'exited', detail: describeExit(exit, stderr) });
    this.#end(error, false);
  }

  #end(error: CodexAppServerError, expected: boolean): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#threads.lose(error);
    this.#peer.end(error);
    this.#teller.tell({ kind: 'ended', expected, detail: error.facts.detail });
  }

  #describeStart(cause: unknown): string {
    const said = cause instanceof Error ? cause.message : undefined;
    return failureDetail(`${this.#options.process.command} does not start`, said, '');
  }
}

function describeExit({ code, signal }: NonNullable<ProcessEnd['exit']>, stderr: string): string {
  const how = signal === null ? `It ended with exit code ${code}` : `It was ended by ${signal}`;
  const lastLines = stderr.trimEnd().split('\n').slice(-STDERR_LINES).join(' ');
  return failureDetail(how, lastLines === '' ? undefined : lastLines, '');
}

import { failureDetail } from '../chat/failure-detail.ts';
import { parseJson, readField, readText } from '../chat/read-field.ts';
import { isWireObject, type WireObject } from '../wire-value.ts';
import { CodexAppServerError, type CodexFailure } from './codex-app-server-error.ts';

/** What a peer needs of its surroundings. */
export interface PeerOptions {
  /** Default time limit of a request, in milliseconds. */
  readonly requestTimeoutMs: number;
  readonly send: (line: string) => void;
  /** Must not throw. */
  readonly onNotification: (method: string, params: unknown) => void;
  /** Answers a request of the other side: `result` or `error`. Must not throw. */
  readonly answer: (method: string, params: unknown) => Promise<WireObject>;
  /** A line that is no JSON object. */
  readonly onUnreadable: (lineChars: number) => void;
}

/** Codes of errors that have a meaning here. Source: provider facts, "Codex app-server", measured with 0.171.0. */
const OVERLOADED = -32_001;

interface Pending {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly release: () => void;
}

/** JSON-RPC with one JSON object a line: requests and notifications both ways, answers by id. */
export class JsonRpcPeer {
  readonly #options: PeerOptions;
  readonly #pending = new Map<unknown, Pending>();
  #lastId = 0;
  #end: CodexAppServerError | undefined;

  constructor(options: PeerOptions) {
    this.#options = options;
  }

  /**
   * Ask, and wait for the result.
   *
   * @throws CodexAppServerError when the other side refuses, does not answer in time, or is gone.
   * @throws The signal's reason, at once when it aborts; an answer that comes later is left aside.
   */
  request(method: string, params: WireObject, signal?: AbortSignal): Promise<unknown> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onAbort = (): void => this.#settle(id)?.reject(signal?.reason);
    const onTimeout = (): void => this.#settle(id)?.reject(this.#timeout(method));
    const timer = setTimeout(onTimeout, this.#options.requestTimeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    const release = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    this.#pending.set(id, { method, resolve, reject, release });
    this.#options.send(JSON.stringify({ id, method, params }));
    return promise;
  }

  /** Say something that wants no answer. */
  notify(method: string): void {
    if (this.#end === undefined) this.#options.send(JSON.stringify({ method }));
  }

  /** Take a line of the other side. */
  receive(line: string): void {
    const message = parseJson(line);
    if (!isWireObject(message)) {
      this.#options.onUnreadable(line.length);
      return;
    }
    const method = readText(message, 'method');
    const id = readField(message, 'id');
    const params = readField(message, 'params');
    if (method === undefined) this.#receiveAnswer(id, message);
    else if (id === undefined) this.#options.onNotification(method, params);
    else void this.#answer({ id, method, params });
  }

  /** The other side is gone: what waits, and what is asked from now on, is rejected with this. */
  end(error: CodexAppServerError): void {
    this.#end ??= error;
    for (const id of Array.from(this.#pending.keys())) this.#settle(id)?.reject(this.#end);
  }

  #receiveAnswer(id: unknown, message: WireObject): void {
    const pending = this.#settle(id);
    if (pending === undefined) return; // the caller did not wait for it
    const error = readField(message, 'error');
    if (error === undefined || error === null) pending.resolve(readField(message, 'result'));
    else pending.reject(refusal(pending.method, error));
  }

  async #answer(request: { readonly id: unknown; readonly method: string; readonly params: unknown }): Promise<void> {
    const { id, method, params } = request;
    const answer = await this.#options.answer(method, params);
    if (this.#end === undefined) this.#options.send(JSON.stringify({ id, ...answer }));
  }

  #settle(id: unknown): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.release();
    return pending;
  }

  #timeout(method: string): CodexAppServerError {
    const seconds = this.#options.requestTimeoutMs / 1000;
    return new CodexAppServerError({ failure: 'timeout', method, detail: `There was no answer within ${seconds} s.` });
  }
}

function refusal(method: string, error: unknown): CodexAppServerError {
  const code = readField(error, 'code');
  const said = readText(error, 'message') ?? '';
  return new CodexAppServerError({
    failure: failureOf(code, said),
    method,
    detail: failureDetail('It says', said, ''),
    ...(typeof code === 'number' ? { rpcCode: code } : {}),
  });
}

/** One code stands for many errors, and nothing but the text tells these apart. */
function failureOf(code: unknown, said: string): CodexFailure {
  if (code === OVERLOADED) return 'overload';
  if (/^(thread not found|no rollout found|invalid (thread|session) id)\b/i.test(said)) return 'thread-not-found';
  return /\bActiveTurnNotSteerable\b/.test(said) ? 'thread-busy' : 'refused';
}

import { CallWatch, type WatchVerdict } from './call-watch.ts';
import { classifyResponse, classifyThrown } from './classify-failure.ts';
import { type DetailGuard, failureDetail } from './failure-detail.ts';
import { judgeCompletion } from './judge-completion.ts';
import type { CallFailure, ModelReply } from './model-reply.ts';
import type { ModelRoute } from './model-route.ts';
import { loadClient, openCompletion } from './open-completion.ts';
import { type Completion, CompletionReader } from './read-completion.ts';

/** One call of a model. */
export interface ModelCall {
  readonly route: ModelRoute;
  /** The whole prompt; becomes one message of the user's role. */
  readonly prompt: string;
  readonly signal: AbortSignal;
  /** Longest silence, in milliseconds, before the first byte and between two. */
  readonly idleTimeoutMs: number;
  /** Told how many characters of the summary there are so far. Must not throw. */
  readonly onText: (receivedChars: number) => void;
}

const SECONDS = 1000;

/**
 * Ask a model for a summary, once: no retry, no fallback. Failures of the provider are the answer, by kind.
 *
 * @throws The signal's reason, when the call is aborted.
 */
export async function askModel(call: ModelCall): Promise<ModelReply> {
  const guard: DetailGuard = { route: call.route, prompt: call.prompt };
  call.signal.throwIfAborted();
  if (!isHeaderSafe(call.route.apiKey)) {
    return {
      kind: 'failed',
      failure: 'auth',
      detail: failureDetail('The key holds characters that no key has, such as a line break', undefined, guard),
    };
  }
  await loadClient(); // before the clock of the call starts
  const watch = new CallWatch(call.signal, call.idleTimeoutMs);
  const reader = new CompletionReader(call.onText);
  const failure = await readAnswer(call, { guard, watch, reader }).finally(() => watch.stop());
  call.signal.throwIfAborted();
  return replyOf(reader.completion, failureOfWatch(watch.verdict, call, guard) ?? failure, guard);
}

interface Reading {
  readonly guard: DetailGuard;
  readonly watch: CallWatch;
  readonly reader: CompletionReader;
}

/** Fills the reader. The failure is that of the connection; what the text is worth is judged afterwards. */
async function readAnswer(call: ModelCall, { guard, watch, reader }: Reading): Promise<CallFailure | undefined> {
  let hasBegun = false;
  try {
    const opened = await openCompletion(call.route, call.prompt, watch);
    if (opened.kind === 'error') return classifyResponse(opened.error, guard);
    hasBegun = true;
    await reader.read(opened);
    return undefined;
  } catch (cause) {
    return classifyThrown(cause, guard, hasBegun);
  }
}

function replyOf(completion: Completion, failure: CallFailure | undefined, guard: DetailGuard): ModelReply {
  if (failure === undefined) return judgeCompletion(completion, guard);
  return { kind: 'failed', ...failure, ...(completion.usage === undefined ? {} : { usage: completion.usage }) };
}

function failureOfWatch(
  verdict: WatchVerdict | undefined,
  call: ModelCall,
  guard: DetailGuard,
): CallFailure | undefined {
  const { model } = call.route;
  switch (verdict) {
    case undefined:
      return undefined;
    case 'idle':
      return {
        failure: 'timeout',
        detail: failureDetail(`${model} was silent for ${call.idleTimeoutMs / SECONDS} s`, undefined, guard),
      };
    case 'ceiling':
      return {
        failure: 'timeout',
        detail: failureDetail(`${model} took longer than a call may take`, undefined, guard),
      };
    case 'too-large':
      return {
        failure: 'bad-response',
        detail: failureDetail(`${model} sent more than any summary takes`, undefined, guard),
      };
  }
}

/** A header takes visible ASCII; a key with anything else was pasted wrongly. */
function isHeaderSafe(apiKey: string): boolean {
  return /^[\x21-\x7e]*$/.test(apiKey);
}

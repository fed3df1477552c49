import type {
  Summarise,
  SummaryAttempt,
  SummaryFailureKind,
  SummaryRequest,
  SummaryResult,
} from '@hermes-context/contract';

/** What the double answers: a summary's text, or why there is none. */
export type SummaryReply = string | { readonly failure: SummaryFailureKind; readonly detail?: string };

/** One line of a script: a reply, or how to find it once the request is known. */
export type ScriptedReply = SummaryReply | ((request: SummaryRequest) => SummaryReply | Promise<SummaryReply>);

/** A {@link Summarise} that remembers what it was asked. */
export type RecordingSummarizer = Summarise & {
  /** All requests so far, oldest first, aborted ones included. */
  readonly requests: readonly SummaryRequest[];
};

const MODEL = 'scripted-model';

/**
 * Plays the replies in order, as a model would give them, one a call.
 * Rejects with the signal's reason once that is aborted, before or during a call.
 *
 * @throws RangeError on a call that the script does not foresee, so that a test notices it.
 */
export function scriptedSummarizer(replies: readonly ScriptedReply[]): RecordingSummarizer {
  return recording((request, callIndex) => {
    const reply = replies[callIndex];
    if (reply === undefined) {
      throw new RangeError(
        `scriptedSummarizer: call ${callIndex + 1}, but the script has ${replies.length}. Add a reply, or find out who calls again.`,
      );
    }
    return typeof reply === 'function' ? reply(request) : reply;
  });
}

/** Answers every call with a short summary that depends on nothing but the request. */
export function echoSummarizer(): RecordingSummarizer {
  return recording(({ messages, previousSummary }) =>
    [
      '## Goal',
      previousSummary === undefined ? 'First summary.' : 'Updated summary.',
      '## Progress',
      `Done: ${messages.length} messages.`,
    ].join('\n'),
  );
}

function recording(
  answer: (request: SummaryRequest, callIndex: number) => SummaryReply | Promise<SummaryReply>,
): RecordingSummarizer {
  const requests: SummaryRequest[] = [];
  const summarise: Summarise = async (request) => {
    requests.push(request);
    request.signal.throwIfAborted();
    const reply = await answer(request, requests.length - 1);
    request.signal.throwIfAborted();
    return resultOf(reply);
  };
  return Object.assign(summarise, { requests });
}

function resultOf(reply: SummaryReply): SummaryResult {
  if (typeof reply === 'string') {
    if (reply.trim() === '')
      throw new TypeError("scriptedSummarizer: a summary is never empty. Use { failure: 'empty' }.");
    return { kind: 'summary', text: reply, source: 'model', attempts: [attempt('ok')], warnings: [] };
  }
  const { failure, detail = `The script failed with ${failure}.` } = reply;
  return { kind: 'failed', failure, detail, attempts: [attempt(failure, detail)] };
}

function attempt(outcome: SummaryAttempt['outcome'], detail?: string): SummaryAttempt {
  return { source: 'model', model: MODEL, outcome, ...(detail === undefined ? {} : { detail }) };
}

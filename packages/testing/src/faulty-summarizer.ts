import type { Summarise, SummaryFailureKind, SummaryRequest } from '@hermes-context/contract';
import { contentText } from '@hermes-context/messages';
import { echoSummarizer, scriptedSummarizer } from './scripted-summarizer.ts';

/**
 * What can go wrong with one summary. A {@link SummaryFailureKind} is a provider's failure, reported as the contract says;
 * the others are a summarizer that breaks the contract, or a text that is no summary.
 */
export type SummaryFault =
  | SummaryFailureKind
  /** No answer until the signal aborts. */
  | 'hang'
  | 'throw'
  | 'reject'
  | 'blank-text'
  | 'white-space-text'
  | 'refusal-text'
  /** Ends in the middle of a word. */
  | 'cut-text'
  | 'tool-call-text'
  /** All that was to be summarised, twice. */
  | 'echo-text';

const FAILURES = [
  'auth',
  'quota',
  'network',
  'timeout',
  'overload',
  'context-length',
  'empty',
  'refusal',
  'truncated',
  'tool-call',
  'bad-response',
  'other',
] as const satisfies readonly SummaryFailureKind[];

/** Every fault there is. */
export const SUMMARY_FAULTS: readonly SummaryFault[] = [
  ...FAILURES,
  'hang',
  'throw',
  'reject',
  'blank-text',
  'white-space-text',
  'refusal-text',
  'cut-text',
  'tool-call-text',
  'echo-text',
];

/**
 * A summarizer that fails as told, one fault a call in order; afterwards it works, as {@link echoSummarizer} does.
 * Rejects with the signal's reason once that is aborted.
 */
export function faultySummarizer(faults: readonly SummaryFault[]): Summarise {
  const sound = echoSummarizer();
  let callCount = 0;
  return (request) => {
    const fault = faults[callCount];
    callCount += 1;
    return fault === undefined ? sound(request) : faulty(fault, request);
  };
}

function faulty(fault: SummaryFault, request: SummaryRequest): ReturnType<Summarise> {
  switch (fault) {
    case 'hang':
      return untilAborted(request.signal);
    case 'throw':
      throw new Error('The summarizer threw.');
    case 'reject':
      return Promise.reject(new Error('The summarizer rejected.'));
    case 'blank-text':
      return answer('');
    case 'white-space-text':
      return answer(' \n\t\n ');
    case 'refusal-text':
      return answer('I am sorry, but I cannot help with that.');
    case 'cut-text':
      return answer('## Goal\nFix the failing tests in the sett');
    case 'tool-call-text':
      return answer('<tool_call>{"name": "terminal", "arguments": {"command": "rm -rf build"}}</tool_call>');
    case 'echo-text':
      return answer(request.messages.map(({ content }) => contentText(content).repeat(2)).join('\n') || 'Nothing.');
    default:
      return scriptedSummarizer([{ failure: fault }])(request);
  }
}

// Not by a script: that would refuse a blank text, which is what a broken summarizer gives.
async function answer(text: string): ReturnType<Summarise> {
  return { kind: 'summary', text, source: 'model', attempts: [{ source: 'model', outcome: 'ok' }], warnings: [] };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

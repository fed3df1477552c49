import type { SummaryRequest } from '@hermes-context/contract';
import { isRealUser } from '@hermes-context/messages';
import type { ExtractRequest } from './extractive-summarizer.ts';

type Carried = NonNullable<SummaryRequest['carried']>;

/**
 * The request for an extract of some of the messages: those from `start` up to, not including, `end`. Carried requests
 * keep their place, and the one that the first of the messages were done for comes along.
 */
export function sliceRequest(request: SummaryRequest, start: number, end: number): ExtractRequest {
  const all = request.originals ?? request.messages;
  const isWhole = end >= all.length;
  const carried = request.carried ?? [];
  const within = carried.filter(({ before }) => before >= start && (before < end || isWhole));
  const carriedLater = carried.some(({ before }) => before >= end) && !isWhole;
  return {
    messages: all.slice(start, end),
    maxTokens: request.maxTokens,
    ...(request.focusTopic === undefined ? {} : { focusTopic: request.focusTopic }),
    carried: [...ongoing(request, start), ...within].map(({ message, before }) => ({
      message,
      before: Math.max(0, before - start),
    })),
    hasNewerRequest: request.hasNewerRequest === true || carriedLater || all.slice(end).some(isRealUser),
  };
}

/** The carried request in front of `start` that no other request follows up to there. */
function ongoing({ messages, originals = messages, carried = [] }: SummaryRequest, start: number): Carried {
  const last = carried.findLast(({ before }) => before < start);
  if (last === undefined || originals.slice(last.before, start).some(isRealUser)) return [];
  return [last];
}

import type { Message, Messages, SummaryMark } from '@hermes-context/contract';
import { formatSummary, joinSegments, roleBehind } from '@hermes-context/messages';

/** What phase 4 puts together. */
export interface Parts {
  readonly head: Messages;
  /** Kept word for word behind the summary, oldest first. */
  readonly carried: Messages;
  readonly tail: Messages;
  /** The summary's text, without a header. */
  readonly summary: string;
  readonly mark: SummaryMark;
}

/** Phase 4: head, summary, carried messages, tail, as one list whose roles take turns (S-058). */
export function assemble({ head, carried, tail, summary, mark }: Parts): Messages {
  const summaryMessage: Message = {
    role: roleBehind(head),
    content: formatSummary(summary),
    _context: { mark: { kind: 'summary', summary: mark } },
  };
  return joinSegments([[...head, summaryMessage], ...carried.map((message) => [message]), tail]);
}

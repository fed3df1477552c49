import type { CompactionReport } from '@hermes-context/host';
import { counted, figure } from '../sessions/counted.ts';
import { duration } from '../sessions/relative-time.ts';
import { plainText } from '../terminal/plain-text.ts';

const SIGN = '⟳';

/** What a compaction did, in one line: sizes before and after, what it cost, how to take it back; or why there was none. Pure. */
export function compactionLine(report: CompactionReport): string {
  switch (report.kind) {
    case 'compacted': {
      const { messagesBefore, messagesAfter, tokensBefore, tokensAfter, inPlace, sessionId } = report.receipt;
      return [
        `${SIGN} compacted ${figure(messagesBefore)} → ${figure(messagesAfter)} messages,`,
        `${figure(tokensBefore)} → ${figure(tokensAfter)} tokens (${costs(report, summaryText(report))})`,
        ...economyText(report.economy),
        ...(inPlace ? [] : [`· goes on as ${plainText(sessionId)}`]),
        '· /undo takes it back',
      ].join(' ');
    }
    case 'thread-compacted': {
      const left = report.tokensAfter === undefined ? '' : `, about ${figure(report.tokensAfter)} tokens left`;
      return `${SIGN} compacted by Codex, which holds the conversation${left} (${duration(report.ms)})`;
    }
    case 'unchanged': {
      const cost = report.summaryUsage.calls === 0 ? '' : ` (${costs(report)})`;
      return `${SIGN} not compacted: ${plainText(report.detail)}${cost}`;
    }
  }
}

/** When it pays for what the provider's cache lost by it; nothing is said where that costs nothing, or is not known. */
function economyText(economy: Compacted['economy']): readonly string[] {
  const requests = economy?.paysAfterRequests;
  return requests === undefined || requests === 0 ? [] : [`· pays after ${counted(requests, 'request')}`];
}

type Compacted = Extract<CompactionReport, { kind: 'compacted' }>;

function summaryText({ summary }: Compacted): string {
  if (summary === undefined) return 'without a summary';
  switch (summary.source) {
    case 'model':
      return 'summary by the model';
    case 'extractive':
      return 'summary extracted locally';
  }
}

function costs({ summaryUsage, ms }: CompactionReport, ...first: readonly string[]): string {
  const { calls, promptTokens, completionTokens } = summaryUsage;
  const tokens =
    promptTokens + completionTokens === 0 ? [] : [`${figure(promptTokens)} + ${figure(completionTokens)} tokens`];
  return [...first, ...(calls === 0 ? [] : [counted(calls, 'call'), ...tokens]), duration(ms)].join(', ');
}

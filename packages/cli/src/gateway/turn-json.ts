import type { ContextHostError } from '@hermes-context/contract';
import type { GatewayEvent } from '@hermes-context/gateway';
import type { CompactionReport, TurnEvent, TurnResult } from '@hermes-context/host';
import { redactSecrets } from '@hermes-context/messages';

/** What a client gets last: how the turn ended, the answer, and what was done on the way. */
export interface TurnJson {
  readonly kind: TurnResult['kind'];
  readonly sessionId: string;
  readonly text: string;
  readonly usage: TurnResult['usage'];
  readonly compactions: readonly CompactionJson[];
  readonly error?: { readonly code: string; readonly what: string; readonly why: string; readonly fix: string };
}

/** A compaction in figures. */
export type CompactionJson =
  | {
      readonly kind: 'compacted';
      readonly site: CompactionReport['site'];
      readonly messagesBefore: number;
      readonly messagesAfter: number;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      readonly summary: 'model' | 'extractive' | null;
      readonly summaryUsage: CompactionReport['summaryUsage'];
      readonly warnings: readonly string[];
      readonly ms: number;
    }
  | {
      readonly kind: 'thread-compacted';
      readonly site: CompactionReport['site'];
      readonly threadId: string;
      readonly turnId: string;
      readonly tokensAfter: number | null;
      readonly summaryUsage: CompactionReport['summaryUsage'];
      readonly warnings: readonly string[];
      readonly ms: number;
    }
  | {
      readonly kind: 'unchanged';
      readonly site: CompactionReport['site'];
      readonly reason: string;
      readonly detail: string;
      readonly summaryUsage: CompactionReport['summaryUsage'];
      readonly warnings: readonly string[];
      readonly ms: number;
    };

/** A turn as the gateway's clients read it. The messages it added are not in it: they came as events. */
export function turnJson({ kind, sessionId, text, usage, compactions, error }: TurnResult): TurnJson {
  return {
    kind,
    sessionId,
    text,
    usage,
    compactions: compactions.map(compactionJson),
    ...(error === undefined ? {} : { error: errorJson(error) }),
  };
}

/** What one compaction did, without ids and ranges of the store. */
export function compactionJson(report: CompactionReport): CompactionJson {
  const { site, summaryUsage, warnings, ms } = report;
  const shared = { site, summaryUsage, warnings: warnings.map(redactSecrets), ms };
  if (report.kind === 'unchanged') {
    return { kind: 'unchanged', ...shared, reason: report.reason, detail: redactSecrets(report.detail) };
  }
  if (report.kind === 'thread-compacted') {
    const { threadId, turnId, tokensAfter = null } = report;
    return { kind: 'thread-compacted', ...shared, threadId, turnId, tokensAfter };
  }
  const { messagesBefore, messagesAfter, tokensBefore, tokensAfter } = report.receipt;
  const summary = report.summary?.source ?? null;
  return { kind: 'compacted', ...shared, messagesBefore, messagesAfter, tokensBefore, tokensAfter, summary };
}

/** An event as the gateway's clients read it: without our side data, and with compactions in figures. */
export function eventJson(event: TurnEvent): GatewayEvent {
  switch (event.type) {
    case 'message': {
      const { _context: _, ...message } = event.message;
      const json = { type: event.type, message };
      return json;
    }
    case 'compaction-end': {
      const json = { type: event.type, report: compactionJson(event.report) };
      return json;
    }
    case 'text':
    case 'reasoning':
    case 'tool-start':
    case 'tool-end':
    case 'usage':
    case 'compaction-start':
    case 'compaction-progress':
    case 'notice':
      return event;
  }
}

function errorJson(error: ContextHostError): TurnJson['error'] & object {
  const { what, why, fix } = error.explanation;
  return { code: error.code, what: redactSecrets(what), why: redactSecrets(why), fix: redactSecrets(fix) };
}

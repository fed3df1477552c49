import type { Receipt, Revision, RevisionDiff } from '@hermes-context/sessions';
import { isoTime } from './relative-time.ts';

/** What a compaction did, as `--json` has it. */
export interface ReceiptJson {
  readonly key: string;
  readonly inPlace: boolean;
  readonly oldSessionId: string;
  readonly compressionCount: number;
  readonly engine: string;
  readonly model: string | null;
  readonly summaryId: string | null;
  /** Half-open ranges of sequences. */
  readonly covered: Receipt['covered'];
  readonly coveredMessages: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly durationMs: number | null;
}

/** A change of the live list, as `--json` has it. */
export interface RevisionJson {
  readonly number: number;
  readonly kind: Revision['kind'];
  readonly at: string;
  readonly of: number | null;
  readonly inEffect: boolean;
  readonly receipt: ReceiptJson | null;
}

/** What changes took out of the live list and put into it, as `--json` has it. */
export interface DiffJson {
  readonly from: number;
  readonly to: number;
  readonly removed: RevisionDiff['removed'];
  readonly added: RevisionDiff['added'];
  readonly kept: number;
  readonly appended: number;
}

export function revisionJson({ number, kind, at, of, inEffect, receipt }: Revision): RevisionJson {
  return {
    number,
    kind,
    at: isoTime(at),
    of: of ?? null,
    inEffect,
    receipt: receipt === undefined ? null : receiptJson(receipt),
  };
}

export function diffJson({ from, to, removed, added, kept, appended }: RevisionDiff): DiffJson {
  return { from, to, removed, added, kept, appended };
}

function receiptJson({
  key,
  inPlace,
  oldSessionId,
  compressionCount,
  engine,
  model,
  summaryId,
  ...facts
}: Receipt): ReceiptJson {
  const { covered, coveredMessages, messagesBefore, messagesAfter, tokensBefore, tokensAfter, durationMs } = facts;
  return {
    key,
    inPlace,
    oldSessionId,
    compressionCount,
    engine,
    model: model ?? null,
    summaryId: summaryId ?? null,
    covered,
    coveredMessages,
    messagesBefore,
    messagesAfter,
    tokensBefore,
    tokensAfter,
    durationMs: durationMs ?? null,
  };
}

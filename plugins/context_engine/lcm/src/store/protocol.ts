import type { GrepAnswer, GrepRequest } from '../search/grep-types.ts';
import type { ExportCursor, ExportPage } from './export-session.ts';
import type {
  Delivery,
  GrepOptions,
  Imported,
  Ingested,
  IngestMessage,
  LcmStats,
  NewSummary,
  ResultRequest,
  StoredEntry,
  StoredSummary,
  SummaryDetail,
} from './lcm-store.ts';
import type { EntryPage, PathRequest } from './read-entries.ts';
import type { UnderRequest } from './read-summaries.ts';
import type { StoreFailure } from './store-failure.ts';

/** What can be asked of the store's thread. Large lists go over in pieces, so that neither thread stops for one. */
export interface StoreCalls {
  readonly open: Call<undefined, null>;
  /** A piece of a list that a later `ingest` or `import` names. */
  readonly stage: Call<
    { readonly list: number; readonly messages?: readonly IngestMessage[]; readonly lines?: readonly string[] },
    null
  >;
  readonly ingest: Call<
    {
      readonly sessionId: string;
      readonly list: number;
      readonly messages: readonly IngestMessage[];
      readonly delivery: Delivery;
    },
    Ingested
  >;
  readonly path: Call<PathRequest, EntryPage>;
  readonly entry: Call<number, StoredEntry | undefined>;
  readonly result: Call<ResultRequest, StoredEntry | undefined>;
  readonly entryText: Call<
    { readonly id: number; readonly from: number; readonly chars: number },
    { readonly text: string; readonly chars: number } | undefined
  >;
  readonly addSummary: Call<NewSummary, string>;
  readonly roots: Call<string, readonly StoredSummary[]>;
  readonly summary: Call<string, SummaryDetail | undefined>;
  readonly summaryEntries: Call<UnderRequest, { readonly entries: readonly StoredEntry[]; readonly isLast: boolean }>;
  readonly stats: Call<string | undefined, LcmStats>;
  readonly export: Call<string | ExportCursor, ExportPage>;
  readonly import: Call<{ readonly list: number }, Imported>;
  readonly grep: Call<{ readonly request: GrepRequest; readonly options: GrepOptions }, GrepAnswer>;
  readonly verify: Call<undefined, readonly string[]>;
  readonly indexAll: Call<undefined, null>;
  readonly tidy: Call<undefined, null>;
  readonly close: Call<undefined, null>;
}

interface Call<Args, Result> {
  readonly args: Args;
  readonly result: Result;
}

/** Name of a call. */
export type StoreOp = keyof StoreCalls;

/** Calls that take long, and are carried out in slices. */
export type LongOp = 'grep' | 'verify' | 'indexAll' | 'tidy' | 'close';

/** A call on its way to the thread. */
export interface StoreRequest<Op extends StoreOp = StoreOp> {
  readonly id: number;
  readonly op: Op;
  readonly args: StoreCalls[Op]['args'];
  /** The caller's clock, in milliseconds since 1970. */
  readonly now: number;
}

/** An answer on its way back. */
export type StoreAnswer<Op extends StoreOp = StoreOp> =
  | { readonly id: number; readonly op: Op; readonly kind: 'result'; readonly result: StoreCalls[Op]['result'] }
  | { readonly id: number; readonly op: Op; readonly kind: 'failure'; readonly failure: StoreFailure };

/** The same as the thread posts it. */
export type PostedAnswer = Omit<StoreRequest, 'args' | 'now'> &
  (
    | { readonly kind: 'result'; readonly result: unknown }
    | { readonly kind: 'failure'; readonly failure: StoreFailure }
  );

/** Whether an answer is to this call. */
export function isAnswerTo<Op extends StoreOp>(op: Op, answer: StoreAnswer): answer is StoreAnswer<Op> {
  return answer.op === op;
}

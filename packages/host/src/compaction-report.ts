import type { BreakEven } from '@hermes-context/caching';
import type { UnchangedReason } from '@hermes-context/contract';
import type { Receipt } from '@hermes-context/sessions';
import type { PinCounts } from './pins/keep-in-answer.ts';

/** Where in a session's life a compaction may start. */
export type TriggerSite =
  /** A message came, before anything is sent. */
  | 'turn-start'
  /** Before each further request of a turn. */
  | 'before-request'
  /** Tools answered, and the model is about to read it. */
  | 'after-tools'
  /** The provider said that the request is too large. */
  | 'overflow'
  | 'model-switch'
  /** Nobody has said anything for a while. */
  | 'idle'
  /** A person asked for it. */
  | 'manual'
  /** A message came through a gateway. */
  | 'hygiene';

/** Why a compaction changed nothing: the engine's reasons, and those of the host. */
export type CompactionRefusal =
  | UnchangedReason
  /** Somebody else compacts this session right now. */
  | 'busy'
  /** The list was changed by somebody else meanwhile. */
  | 'conflict'
  /** The lease ended while the engine worked: a late result is discarded. */
  | 'lease-lost'
  /** It took too long, and its result is discarded. */
  | 'timed-out'
  /** The person stopped it. */
  | 'stopped'
  /** The store could not write it. */
  | 'store-failed';

/** What summaries cost, as the provider reported it, failed tries included. */
interface SummaryCost {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** What every compaction says of itself. */
interface ReportFacts {
  readonly site: TriggerSite;
  readonly summaryUsage: SummaryCost;
  readonly warnings: readonly string[];
  readonly ms: number;
}

/** What one compaction of the list did. */
export type ListCompactionReport =
  | (ReportFacts & {
      readonly kind: 'compacted';
      readonly receipt: Receipt;
      readonly summary?: { readonly source: 'model' | 'extractive'; readonly tokens: number };
      /** What the new list has of the session's pins; absent where the host was told to leave them to the engine. */
      readonly pins?: PinCounts;
      /** When it pays for what it costs the provider's cache; absent where it is not known what that costs. */
      readonly economy?: BreakEven;
    })
  | (ReportFacts & {
      readonly kind: 'unchanged';
      readonly reason: CompactionRefusal;
      /** One sentence for a person. */
      readonly detail: string;
    });

/** The server that holds the conversation compacted it there; the list here is as it was. */
export type ThreadCompactionReport = ReportFacts & {
  readonly kind: 'thread-compacted';
  readonly threadId: string;
  readonly turnId: string;
  /** What the server estimates that is left, in tokens. */
  readonly tokensAfter?: number;
};

/** What one compaction did. */
export type CompactionReport = ListCompactionReport | ThreadCompactionReport;

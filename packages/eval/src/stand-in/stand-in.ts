import type { AnswerKey } from '../trajectory.ts';

/** What the calls of a summarizer came to. Tokens by the project's estimator. */
export interface StandInUsage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A summarizer without a model: a server on the loopback interface that speaks OpenAI chat completions. */
export interface StandIn {
  /** Such as `extract`. */
  readonly name: string;
  readonly baseUrl: string;
  readonly model: string;
  /** Begin with another conversation: counts are nought, and this is what it knows. */
  load(key: AnswerKey): void;
  /** Since {@link load}. */
  usage(): StandInUsage;
  /** Ids of the items whose probe stood in a prompt since {@link load}. */
  shown(): ReadonlySet<string>;
  close(): Promise<void>;
}

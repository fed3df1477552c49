import type { PreparedSummary } from './prepare-summary.ts';

/** What the work behind the turns is done with. */
export interface BackgroundTools {
  /** Makes one summary; nothing where there is nothing to make one of now. */
  readonly prepare: (signal: AbortSignal) => Promise<PreparedSummary | undefined>;
  /** Makes what is there already better: nobody waits for it. */
  readonly improve: (signal: AbortSignal) => Promise<void>;
  /** Told once enough wait to be put in place, with what they win in tokens. */
  readonly onReady: (wonTokens: number) => void;
  readonly onFailed: (error: unknown) => void;
}

/**
 * Summaries that are made while the user reads, so that no request has to wait for them. Several at a time: one alone would be
 * put in place each turn, and each time the prompt would change from its beginning on.
 */
export class BackgroundSummaries {
  readonly #tools: BackgroundTools;
  readonly #stop = new AbortController();
  #work: Promise<void> | undefined;
  #wonTokens = 0;
  #isReady = false;
  /** Aborts once somebody waits: then only the summary is finished that is being made. */
  #hurry = new AbortController();

  constructor(tools: BackgroundTools) {
    this.#tools = tools;
  }

  /** Whether enough of them wait to be put in place. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Make summaries until they win so many tokens together. */
  start(wantedTokens: number): void {
    if (this.#work !== undefined || this.#isReady || this.#stop.signal.aborted) return;
    this.#hurry = new AbortController();
    this.#work = this.#make(wantedTokens)
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.#tools.onFailed(error);
      })
      .finally(() => {
        this.#work = undefined;
      });
  }

  /** Resolves once nothing is under way, which is soon: what need not be finished is given up. */
  async settled(): Promise<void> {
    this.#hurry.abort(new Error('A compaction waits.'));
    await this.#work;
  }

  /** What waited was put in place, or could not be. */
  reset(): void {
    this.#isReady = false;
    this.#wonTokens = 0;
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('The engine was disposed of.'));
    this.#hurry.abort(new Error('The engine was disposed of.'));
    await this.#work;
  }

  async #make(wantedTokens: number): Promise<void> {
    while (this.#wonTokens < wantedTokens) {
      const summary = await this.#tools.prepare(this.#stop.signal);
      if (summary === undefined) return;
      this.#wonTokens += summary.wonTokens;
      await this.#improve();
      if (this.#hurry.signal.aborted) return;
    }
    this.#isReady = true;
    this.#tools.onReady(this.#wonTokens);
  }

  /** Whether it succeeds changes nothing about the summary that was just made. */
  async #improve(): Promise<void> {
    const { signal } = this.#hurry;
    if (signal.aborted) return;
    try {
      await this.#tools.improve(signal);
    } catch (error) {
      if (!signal.aborted) this.#tools.onFailed(error);
    }
  }
}

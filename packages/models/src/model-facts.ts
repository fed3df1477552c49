/** Price of one model, in US dollars per million tokens. */
export interface ModelPrice {
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** Input that was read from a cache; unknown when no source gives it. */
  readonly cacheReadUsd?: number;
}

/** A size from which the whole request costs another price, cached tokens included. */
export interface PriceCliff {
  /** The dearer price applies to prompts of more than so many tokens. */
  readonly aboveTokens: number;
  readonly price: ModelPrice;
}

/** How a model's prompt cache is billed, relative to the price of plain input. */
export interface CacheFacts {
  /** Prefixes of fewer tokens are not cached, and nothing says so. */
  readonly minTokens?: number;
  /** What a token costs that is read from the cache: 0.1 is a tenth of the input price. */
  readonly readRatio?: number;
  /** What a token costs that is written for the shortest lifetime on offer; 1 where writing is free. */
  readonly writeRatio?: number;
  /** What a token costs that is written to live an hour. */
  readonly hourWriteRatio?: number;
}

/** What is known about one model on one route. What no source gives is absent, never guessed. */
export interface ModelFacts {
  /** Part of the model's name that identifies it, as its provider spells it. */
  readonly key: string;
  /** The route that these facts are true of, such as `openai-codex`; absent for all others. */
  readonly provider?: string;
  /** Size of the context window, in tokens. */
  readonly contextTokens?: number;
  /** The most it writes in one answer, in tokens. */
  readonly maxOutputTokens?: number;
  readonly price?: ModelPrice;
  readonly priceCliff?: PriceCliff;
  readonly cache?: CacheFacts;
  /** Signed thinking is bound to all that came before it: an edited history must not keep it. */
  readonly hasBoundThinking?: true;
  /** Where the facts were read. */
  readonly source: string;
  /** The day they were read, as `2026-12-02`. */
  readonly asOf: string;
}

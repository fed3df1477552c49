/** What a rewrite of the prompt changes, in tokens, and how this model's cache is billed, relative to plain input. */
export interface BreakEvenInput {
  /** Tokens that every later request no longer carries. */
  readonly savedTokensPerRequest: number;
  /** Tokens behind the first changed one: they were in the cache, and are written again. */
  readonly rewrittenTokens: number;
  /** Price of a token that is read from the cache. */
  readonly readRatio: number;
  /** Price of a token that is written to the cache; 1 where writing is free. */
  readonly writeRatio: number;
  /** What the summary itself costs, in tokens of plain input. Default 0, as for a prune, which asks no model. */
  readonly summaryCost?: number;
}

/** When a rewrite has paid for itself. All figures in tokens of plain input, so that they hold for any price. */
export interface BreakEven {
  readonly savesPerRequest: number;
  readonly costsNow: number;
  /** Whole requests until it is even, 0 when it costs nothing; unknown when it never is, since it saves nothing. */
  readonly paysAfterRequests: number | undefined;
}

/**
 * When a rewrite of a cached prompt pays. What was cached behind the change is bought again at the price of a write
 * instead of a read; what is gone saves its read on each later request. What is no number, or below zero, counts as 0.
 */
export function breakEven(input: BreakEvenInput): BreakEven {
  const dearer = amount(amount(input.writeRatio) - amount(input.readRatio));
  const savesPerRequest = amount(amount(input.savedTokensPerRequest) * amount(input.readRatio));
  const costsNow = amount(amount(input.rewrittenTokens) * dearer + amount(input.summaryCost ?? 0));
  return { savesPerRequest, costsNow, paysAfterRequests: requestsUntilEven(savesPerRequest, costsNow) };
}

/** The figures as one sentence for a person; what is unknown is said in words. */
export function describeBreakEven({ savesPerRequest, costsNow, paysAfterRequests }: BreakEven): string {
  const saves = `Saves ${tokens(savesPerRequest)} per request, costs ${tokens(costsNow)} now`;
  if (paysAfterRequests === undefined || !Number.isFinite(paysAfterRequests)) return `${saves}, and never pays.`;
  if (paysAfterRequests <= 0) return `${saves}, and pays at once.`;
  return `${saves}, pays after ${plural(Math.ceil(paysAfterRequests), 'request')}.`;
}

function requestsUntilEven(savesPerRequest: number, costsNow: number): number | undefined {
  if (costsNow === 0) return 0;
  const requests = Math.ceil(costsNow / savesPerRequest);
  return Number.isFinite(requests) ? requests : undefined;
}

/** A size or ratio that can be counted with. */
function amount(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0;
}

function tokens(value: number): string {
  return Number.isFinite(value) ? plural(Math.round(amount(value)), 'token') : 'an unknown number of tokens';
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

import type { Replay } from '@hermes-context/caching';

/** Digits that the smallest cost needs to be told from the next one. */
const DIGITS = 3;
const MAX_DECIMALS = 8;
const CENTS = 2;

/** Costs as cells of one column: dollars with as many decimals as the smallest needs, or tokens of plain input. */
export function costTexts(
  costs: readonly Pick<Replay, 'costUsd' | 'costTokens'>[],
  unit: 'usd' | 'input-tokens',
): readonly string[] {
  if (unit === 'input-tokens') return costs.map(({ costTokens }) => Math.round(costTokens).toLocaleString('en-US'));
  const dollars = costs.map(({ costUsd = 0 }) => costUsd);
  const smallest = Math.min(...dollars.filter((usd) => usd > 0));
  const needed = Number.isFinite(smallest) ? DIGITS - 1 - Math.floor(Math.log10(smallest)) : CENTS;
  const decimals = Math.min(MAX_DECIMALS, Math.max(CENTS, needed));
  const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return dollars.map((usd) => `$${usd.toLocaleString('en-US', format)}`);
}

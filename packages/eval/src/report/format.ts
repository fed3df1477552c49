import type { Share } from '../metrics/share.ts';

/** What stands where a row cannot do a thing, or nothing was measured. Never nought. */
export const DASH = '–';

/** A share in per cent with one decimal at most; a dash for nothing of nothing. */
export function percent({ hits, of }: Share): string {
  return of === 0 ? DASH : `${trimmed((100 * hits) / of, 1)} %`;
}

/** A number with so many decimals at most; a dash for none. */
export function number(value: number | undefined, decimals = 0): string {
  return value === undefined ? DASH : trimmed(value, decimals);
}

/** A factor, such as `0.42×`. */
export function factor(value: number | undefined): string {
  return value === undefined ? DASH : `${value.toFixed(2)}×`;
}

/** Rounds towards less than all: 99.97 % must not read as 100 %. */
function trimmed(value: number, decimals: number): string {
  const scale = 10 ** decimals;
  return String(Math.floor(value * scale + 1e-9) / scale);
}

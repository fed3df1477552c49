import { UsageError } from './usage-error.ts';

const FACTORS = new Map([
  ['', 1],
  ['k', 1_000],
  ['m', 1_000_000],
]);

/** A number of tokens as people write it: `32000`, `32_000`, `128k`, `1m`. @throws UsageError for anything else. */
export function parseTokenCount(text: string, option: string): number {
  const match = /^(\d[\d_,]*)([km]?)$/i.exec(text.trim());
  const digits = match?.[1]?.replace(/[_,]/g, '');
  const tokens = Number(digits) * (FACTORS.get(match?.[2]?.toLowerCase() ?? '') ?? Number.NaN);
  if (Number.isSafeInteger(tokens) && tokens > 0) return tokens;
  throw new UsageError({
    what: `${option} is "${text}".`,
    why: 'It must be a whole number of tokens, 1 or more.',
    fix: `Write it as a number, such as ${option} 32000 or ${option} 128k.`,
  });
}

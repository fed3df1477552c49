import type { Ranges } from '../view/ranges.ts';
import type { StoreContext } from './store-context.ts';

/** Tokens of a list of messages: two looks at the running total a range, whatever its length. */
export function tokensOf({ driver }: StoreContext, session: { readonly key: number }, ranges: Ranges): number {
  const through = (sequence: number): number => {
    if (sequence === 0) return 0;
    const row = driver.get(
      'SELECT tokens_through FROM messages WHERE session = ? AND sequence = ?',
      session.key,
      sequence,
    );
    return Number(row?.['tokens_through']);
  };
  return ranges.reduce((total, { from, to }) => total + through(to - 1) - through(from - 1), 0);
}

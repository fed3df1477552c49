import type { Ledger } from './ledger.ts';
import { LedgerBook } from './ledger-book.ts';

/** One ledger of two: what `next` tells happened after all that `previous` tells. Neither is edited. */
export function mergeLedgers(previous: Ledger, next: Ledger): Ledger {
  const book = new LedgerBook();
  book.addLedger(previous);
  book.addLedger(next);
  return book.ledger;
}

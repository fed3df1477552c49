import type { StoreContext } from './store-context.ts';

/** What can be asked for twice. */
export type ReceiptKind = 'append' | 'commit';

/** What was answered under a key; unknown if it was never asked. */
export function findAnswer(
  { driver }: StoreContext,
  { session, kind, key }: { readonly session: number; readonly kind: ReceiptKind; readonly key: string },
): string | undefined {
  const row = driver.get('SELECT answer FROM receipts WHERE session = ? AND kind = ? AND key = ?', session, kind, key);
  return row === undefined ? undefined : String(row['answer']);
}

/** Remember an answer. */
export function keepAnswer(
  { driver }: StoreContext,
  answer: { readonly session: number; readonly kind: ReceiptKind; readonly key: string; readonly text: string },
): void {
  const { session, kind, key, text } = answer;
  driver.run('INSERT INTO receipts (session, kind, key, answer) VALUES (?, ?, ?, ?)', session, kind, key, text);
}

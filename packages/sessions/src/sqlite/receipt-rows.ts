import type { StoreContext } from './store-context.ts';

/** What can be asked for twice; of an import, what it brought last. */
export type ReceiptKind = 'append' | 'commit' | 'import';

/** What was answered under a key; unknown if it was never asked. */
export function findAnswer(
  { driver }: StoreContext,
  { session, kind, key }: { readonly session: number; readonly kind: ReceiptKind; readonly key: string },
): string | undefined {
  const row = driver.get('SELECT answer FROM receipts WHERE session = ? AND kind = ? AND key = ?', session, kind, key);
  return row === undefined ? undefined : String(row['answer']);
}

/** An answer, and what it was given for. */
export interface Answer {
  /** Key of the session's row. */
  readonly session: number;
  readonly kind: ReceiptKind;
  readonly key: string;
  /** JSON. */
  readonly text: string;
}

/** Remember another answer than before, if there was one. */
export function replaceAnswer(context: StoreContext, answer: Answer): void {
  const { session, kind, key } = answer;
  context.driver.run('DELETE FROM receipts WHERE session = ? AND kind = ? AND key = ?', session, kind, key);
  keepAnswer(context, answer);
}

/** Remember an answer. */
export function keepAnswer({ driver }: StoreContext, answer: Answer): void {
  const { session, kind, key, text } = answer;
  driver.run('INSERT INTO receipts (session, kind, key, answer) VALUES (?, ?, ?, ?)', session, kind, key, text);
}

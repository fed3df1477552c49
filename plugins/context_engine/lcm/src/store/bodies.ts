import { deflateSync, inflateSync } from 'node:zlib';
import { shortHash } from './identity.ts';
import { bytesOf, intOf, type Sql, type SqlRow, textOf } from './sql.ts';

/** Compressing less than this would win a few bytes and cost a look each time. */
const COLD_CHARS = 1_024;
const LEVEL = 9; // it is done once, in spare time

const UTF8 = new TextEncoder();
const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });

/** Figures of the store that a transaction has changed, to be written once at its end. */
export interface Growth {
  bodyChars: number;
  bodyBytes: number;
  contentBytes: number;
}

/** The text of a body, from its columns `encoding` and `body`. */
export function bodyText(row: SqlRow): string {
  const bytes = bytesOf(row, 'body');
  return TEXT.decode(textOf(row, 'encoding') === 'deflate' ? inflateSync(bytes) : bytes);
}

/** The id of a text, which is stored unless it was already. */
export function storeBody(sql: Sql, text: string, growth: Growth): number {
  const bytes = UTF8.encode(text);
  const hash = shortHash(bytes);
  growth.contentBytes += bytes.length;
  const known = sql.get('SELECT id FROM bodies WHERE hash = ?', hash);
  if (known !== undefined) return intOf(known, 'id');
  growth.bodyChars += text.length;
  growth.bodyBytes += bytes.length;
  const insert = "INSERT INTO bodies (hash, encoding, chars, body) VALUES (?, 'plain', ?, ?)";
  return sql.run(insert, hash, text.length, bytes);
}

/** Compress a body, if it is long, plain, and the shorter for it. Answers with the bytes won. */
export function compressBody(sql: Sql, id: number): number {
  const row = sql.get("SELECT body FROM bodies WHERE id = ? AND encoding = 'plain' AND chars > ?", id, COLD_CHARS);
  if (row === undefined) return 0;
  const plain = bytesOf(row, 'body');
  const packed = deflateSync(plain, { level: LEVEL });
  if (packed.length >= plain.length) return 0;
  sql.run("UPDATE bodies SET encoding = 'deflate', body = ? WHERE id = ?", packed, id);
  return plain.length - packed.length;
}

/** Add to the figures of the store. */
export function noteGrowth(sql: Sql, { bodyChars, bodyBytes, contentBytes }: Growth): void {
  const add = 'UPDATE marks SET value = value + ? WHERE name = ?';
  sql.run(add, bodyChars, 'body_chars');
  sql.run(add, bodyBytes, 'body_bytes');
  sql.run(add, contentBytes, 'content_bytes');
}

import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { SqlDriver } from './sql-driver.ts';

/** Bits of `blobs.codec`. */
const AS_JSON = 1; // text with lone surrogates, which UTF-8 cannot hold
const COMPRESSED = 2;

/** Below this, undoing the compression takes longer than reading the bytes: some 50 µs a piece, whatever its size. */
const COMPRESS_FROM_BYTES = 4_096;
/** What compression must leave over at most, to be worth undoing at every read. */
const WORTHWHILE_RATIO = 0.9;

/** Bytes of a digest: enough that no two contents share one by chance; that they do not is checked all the same. */
const DIGEST_BYTES = 16;

/** The digest of a text. */
export function digestOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES);
}

/** Store a text, or find it stored; the key of its row. */
export function storeBlob(driver: SqlDriver, text: string): number {
  for (let salt = ''; ; salt += '\0') {
    const digest = digestOf(salt + text);
    const known = driver.get('SELECT key, codec, bytes FROM blobs WHERE digest = ?', digest);
    if (known === undefined) {
      const { codec, bytes } = encode(text);
      return driver.run('INSERT INTO blobs (digest, codec, bytes) VALUES (?, ?, ?)', digest, codec, bytes).insertedKey;
    }
    if (decodeBlob(known['codec'], known['bytes']) === text) return Number(known['key']);
  }
}

/** The text of a stored row. */
export function decodeBlob(codec: unknown, stored: unknown): string {
  if (typeof codec !== 'number' || !(stored instanceof Uint8Array)) throw new TypeError('A blob of no known form.');
  const bytes = (codec & COMPRESSED) === 0 ? Buffer.from(stored) : zstdDecompressSync(stored);
  const text = bytes.toString('utf8');
  return (codec & AS_JSON) === 0 ? text : String(JSON.parse(text));
}

function encode(text: string): { readonly codec: number; readonly bytes: Uint8Array } {
  const isWhole = text.isWellFormed();
  const bytes = Buffer.from(isWhole ? text : JSON.stringify(text), 'utf8');
  const codec = isWhole ? 0 : AS_JSON;
  if (bytes.length < COMPRESS_FROM_BYTES) return { codec, bytes };
  const packed = zstdCompressSync(bytes);
  return packed.length > bytes.length * WORTHWHILE_RATIO
    ? { codec, bytes }
    : { codec: codec | COMPRESSED, bytes: packed };
}

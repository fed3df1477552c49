import type { Message } from '@hermes-context/contract';
import { decodeBlob } from './blobs.ts';
import { DamagedContent, readStored } from './damaged-content.ts';
import { putString, type ValuePath } from './lift-strings.ts';
import type { SqlRow } from './sql-driver.ts';
import type { StoreContext } from './store-context.ts';

/** The message of a row with `envelope` and `blobs`, as it was given, without the store's id. */
export function decodeMessage({ driver }: Pick<StoreContext, 'driver'>, row: SqlRow): Message {
  return readStored(() => {
    const message: Message = JSON.parse(String(row['envelope']));
    if (typeof row['blobs'] !== 'string') return message;
    const blobs: readonly (readonly [ValuePath, number])[] = JSON.parse(row['blobs']);
    for (const [path, key] of blobs) {
      const blob = driver.get('SELECT codec, bytes FROM blobs WHERE key = ?', key);
      if (blob === undefined)
        throw new DamagedContent(`Message ${String(row['sequence'])} refers to content that is not there.`);
      putString(message, path, decodeBlob(blob['codec'], blob['bytes']));
    }
    return message;
  });
}

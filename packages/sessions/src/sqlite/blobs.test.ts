import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBlob, storeBlob } from './blobs.ts';
import { MIGRATIONS } from './schema.ts';
import { openDriver, type SqlDriver } from './sql-driver.ts';

// Not 'binary': that maps all of Unicode when it is made, which takes seconds.
const codePoint = fc.nat({ max: 0x10_ffff }).map((point) => String.fromCodePoint(point));

let folder = '';
let driver: SqlDriver;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-context-'));
  driver = openDriver(join(folder, 'blobs.db'));
  for (const step of MIGRATIONS) driver.exec(step);
});
afterAll(async () => {
  driver.close();
  await rm(folder, { recursive: true, force: true });
});

const rowOf = (key: number) => driver.get('SELECT codec, bytes FROM blobs WHERE key = ?', key);
const sizeOf = (key: number): number => {
  const bytes = rowOf(key)?.['bytes'];
  return bytes instanceof Uint8Array ? bytes.length : Number.NaN;
};

describe('stored texts', () => {
  it('come back as they were, halves of surrogate pairs included', () => {
    const texts = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
      fc.tuple(fc.string(), fc.nat({ max: 3_000 })).map(([text, times]) => text.repeat(times)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const row = rowOf(storeBlob(driver, text));
        expect(decodeBlob(row?.['codec'], row?.['bytes'])).toBe(text);
      }),
    );
  });

  it('are stored once, however often they come', () => {
    const text = `${'the same file, read twice '.repeat(40)}end`;
    expect(storeBlob(driver, text)).toBe(storeBlob(driver, text));
    expect(storeBlob(driver, `${text}!`)).not.toBe(storeBlob(driver, text));
  });

  it('are compressed where they are long and it pays', () => {
    expect(sizeOf(storeBlob(driver, 'a line of a log file, once more\n'.repeat(1_000)))).toBeLessThan(1_000);
    expect(sizeOf(storeBlob(driver, 'y'.repeat(1_000)))).toBe(1_000);
  });
});

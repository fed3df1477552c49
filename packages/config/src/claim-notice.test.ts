import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimNotice } from './claim-notice.ts';

let folder = '';
let marker = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claim-notice-'));
  marker = join(folder, 'home', '.marker');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('claimNotice', () => {
  it('S-082 is true once, and once more for another content', async () => {
    expect(await claimNotice(marker, 'gpt-5.5:50:85')).toBe(true);
    expect(await claimNotice(marker, 'gpt-5.5:50:85')).toBe(false);
    expect(await claimNotice(marker, 'gpt-5.5:60:85')).toBe(true);
    expect(await claimNotice(marker, 'gpt-5.5:60:85')).toBe(false);
    expect(readFileSync(marker, 'utf8')).toBe('gpt-5.5:60:85\n');
    expect(readdirSync(join(folder, 'home'))).toEqual(['.marker']);
  });

  it.each([
    ['no marker', () => undefined],
    ['a marker about something else', () => writeFileSync(marker, 'gpt-5.5:40:85\n')],
    ['a broken marker', () => writeFileSync(marker, Buffer.from([0xff, 0, 0xfe]))],
    ['an empty marker', () => writeFileSync(marker, '')],
  ])('S-082 is true for one of many that start together, with %s', async (_case, prepare) => {
    mkdirSync(join(folder, 'home'));
    prepare();
    for (let round = 0; round < 2; round += 1) {
      const content = `gpt-5.5:${round}:85`;
      const claims = await Promise.all(Array.from({ length: 5 }, () => claimNotice(marker, content)));
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(readFileSync(marker, 'utf8').trim()).toBe(content);
    }
    expect(readdirSync(join(folder, 'home'))).toEqual(['.marker']);
  });

  it('S-082 is true where the marker cannot be read or written', async () => {
    mkdirSync(marker, { recursive: true });
    expect(await claimNotice(marker, 'gpt-5.5:50:85')).toBe(true);
    expect(await claimNotice(marker, 'gpt-5.5:50:85')).toBe(true);
    const file = join(folder, 'file');
    writeFileSync(file, 'in the place of the folder');
    expect(await claimNotice(join(file, '.marker'), 'gpt-5.5:50:85')).toBe(true);
  });
});

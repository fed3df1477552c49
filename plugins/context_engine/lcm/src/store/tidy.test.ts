import { describe, expect, it } from 'vitest';
import { numbered, openStore, textsOf } from './lcm-store.fixture.ts';

describe('spare time', () => {
  it('I26 compresses what summaries cover, where that wins, and gives the space back', async () => {
    const store = await openStore();
    const long = Array.from({ length: 300 }, (_, index) => `${index} ${'the same words again and again '.repeat(100)}`);
    await store.ingest('s', numbered([...long, 'short']));
    const before = await store.stats('s');
    const entries = Array.from({ length: 200 }, (_, index) => index + 1);
    await store.addSummary({ sessionId: 's', text: 'old', tokens: 1, level: 1, sources: { kind: 'entries', entries } });
    await store.tidy();
    const after = await store.stats('s');

    expect(after.file.bodyBytes).toBeLessThan(before.file.bodyBytes * 0.4);
    expect(after.file.bodyBytes).toBeGreaterThan(before.file.bodyBytes * 0.33); // what no summary covers stays plain
    expect(after.file.bodyChars).toBe(before.file.bodyChars);
    expect(await textsOf(store)).toEqual([...long, 'short']);
    expect(await store.entryText(5, { from: 2, chars: 8 })).toEqual({ text: 'the same', chars: long[4]?.length });
    expect(await store.verify()).toEqual([]);
  });

  it('I25 stores a text once, whatever says it', async () => {
    const store = await openStore();
    const text = 'a file that is read again and again '.repeat(1_000);
    await store.ingest('s', numbered([text, text, text]));
    await store.ingest('other', numbered([text]));

    const { file } = await store.stats();
    expect(file.bodyChars).toBe(text.length);
    expect(file.contentBytes).toBeGreaterThan(text.length * 4);
  });

  it('fills the indexes behind the writer, without being asked', async () => {
    const store = await openStore();
    await store.ingest('s', numbered(['a', 'b', 'c']));
    const lag = async () => (await store.stats()).indexLag.entries;
    while ((await lag()) > 0) await new Promise((resolve) => setTimeout(resolve, 30));

    expect(await store.verify()).toEqual([]);
  });
});

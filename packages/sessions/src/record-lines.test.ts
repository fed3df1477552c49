import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecordLines, recordLine } from './record-lines.ts';
import { SessionImportError } from './session-errors.ts';
import type { SessionRecord } from './session-record.ts';

// Not 'binary': that maps all of Unicode when it is made, which takes seconds.
const codePoint = fc.nat({ max: 0x10_ffff }).map((point) => String.fromCodePoint(point));

function exported(id: string, texts: readonly string[]): readonly SessionRecord[] {
  return [
    {
      record: 'session',
      format: 'hermes-context-session',
      version: 1,
      id,
      origin: 'new',
      metadata: {},
      createdAt: 5,
      updatedAt: 9,
      messages: texts.length,
      revisions: 1,
    },
    ...texts.map((content, index) => ({
      record: 'message' as const,
      sequence: index + 1,
      state: 'live' as const,
      createdAt: 5,
      timeSource: 'store' as const,
      message: { role: 'user' as const, content },
    })),
    { record: 'revision', number: 1, kind: 'start', at: 5, closed: 0, base: 0, live: [], compacted: [], hidden: [] },
  ];
}

interface Seen {
  readonly line: number;
  readonly id: string | undefined;
  readonly records: readonly SessionRecord[];
  readonly error?: string;
}

async function readAll(lines: readonly string[]): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  for await (const { line, id, records } of readRecordLines(lines)) {
    const read: SessionRecord[] = [];
    try {
      for await (const record of records) read.push(record);
      seen.push({ line, id, records: read });
    } catch (error) {
      if (!(error instanceof SessionImportError)) throw error;
      seen.push({ line, id, records: read, error: error.explanation.what });
    }
  }
  return seen;
}

describe('lines of an export', () => {
  it('read as what was written, whatever the messages say', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.string({ unit: codePoint, maxLength: 40 }), { maxLength: 5 }), { maxLength: 4 }),
        async (contents) => {
          const sessions = contents.map((texts, index) => exported(`s${index}`, texts));
          const lines = sessions.flat().map(recordLine);
          expect(lines.join('')).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
          const seen = await readAll(lines);
          expect(seen.map(({ records }) => records)).toEqual(sessions);
        },
      ),
    );
  });

  it('names the line of each session, and takes a byte order mark, empty lines and carriage returns', async () => {
    const lines = [...exported('one', ['a']), ...exported('two', [])].map(recordLine);
    const seen = await readAll([`\ufeff${lines[0]}\r`, '', ...lines.slice(1), ' ']);
    expect(seen.map(({ line, id, records }) => [line, id, records.length])).toEqual([
      [1, 'one', 3],
      [5, 'two', 2],
    ]);
  });

  it('spoils one session with a damaged line, and names it', async () => {
    const one = exported('one', ['a', 'b']).map(recordLine);
    const two = exported('two', ['c']).map(recordLine);
    const seen = await readAll([one[0] ?? '', '{"record":"mess', ...one.slice(2), ...two]);
    expect(seen.map(({ id, error }) => [id, error])).toEqual([
      ['one', 'Line 2 is damaged.'],
      ['two', undefined],
    ]);
    expect(seen[1]?.records).toHaveLength(3);
  });

  it.each(['{}', 'null', '7', '"session"', '[1]', '{"record":"other"}', '{', '{"record":"message"}'])(
    'refuses %s where a session should begin, and goes on at the next one',
    async (line) => {
      const seen = await readAll([line, line, ...exported('two', []).map(recordLine)]);
      expect(seen.map(({ id, error }) => [id, error])).toEqual([
        [undefined, 'Line 1 is damaged.'],
        ['two', undefined],
      ]);
    },
  );

  it('notices that a session was cut off, at the end and before another', async () => {
    const cut = exported('one', ['a', 'b', 'c']).map(recordLine).slice(0, 3);
    const seen = await readAll([...cut, ...cut]);
    expect(seen.map(({ line, error }) => [line, error])).toEqual([
      [1, 'At line 4 another session begins, and 2 records of session one are missing.'],
      [4, 'The file ends, and 2 records of session one are missing.'],
    ]);
  });

  it('goes past what nobody read', async () => {
    const ids: (string | undefined)[] = [];
    const lines = [...exported('one', ['a']), ...exported('two', []), ...exported('three', ['"session"'])].map(
      recordLine,
    );
    for await (const { id } of readRecordLines(lines)) ids.push(id);
    expect(ids).toEqual(['one', 'two', 'three']);
  });

  it('refuses a header that does not say how much follows', async () => {
    const [header = ''] = exported('one', []).map(recordLine);
    const seen = await readAll([header.replace('"revisions":1', '"revisions":-1')]);
    expect(seen[0]?.error).toBe('Line 1 is damaged.');
  });
});

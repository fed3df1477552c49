import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { delivered, numbered, said } from '../store/lcm-store.fixture.ts';
import { type CommandBench, commandBench, dataOf, textOf } from './command-bench.fixture.ts';

async function filledBench(): Promise<CommandBench> {
  const bench = commandBench();
  await bench.withStore(async (store) => {
    await store.ingest('one', numbered(['needle one', 'hay', 'needle two', 'the port is 8443', '漢字の検索']));
    const call = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'read_file', arguments: '{}' } }],
    } as const;
    const result = delivered({ role: 'tool', tool_call_id: 'c', content: 'first\nneedle in a file\nlast' });
    await store.ingest('two', [said('red\u001b[31m needle\u0007'), delivered(call), result]);
    const sources = { kind: 'entries', entries: [1, 2] } as const;
    await store.addSummary({ sessionId: 'one', text: 'A needle was found.', tokens: 5, level: 1, sources });
  });
  return bench;
}

describe('hermes lcm search', () => {
  it('finds in all sessions, the newest first, and says where', async () => {
    const answer = await (await filledBench()).run('search', 'needle');
    expect(textOf(answer)).toBe(
      [
        'two  msg_8 #3 tool read_file  1970-01-01T00:00:05Z, line 2',
        '    first needle in a file last'.replace('needle', '«needle»'),
        'two  msg_6 #1 user  1970-01-01T00:00:05Z, line 1',
        '    red [31m «needle»',
        'one  msg_3 #3 user  1970-01-01T00:00:05Z, line 1',
        '    «needle» two',
        'one  msg_1 #1 user  1970-01-01T00:00:05Z, line 1',
        '    «needle» one',
        '',
        '4 hits, in 8 messages of 2 sessions.',
      ].join('\n'),
    );
    expect(dataOf(answer)).toMatchObject({
      returned: 4,
      total: { count: 4, isExact: true },
      complete: true,
      nextCursor: null,
      relaxed: null,
      modeUsed: 'text',
      scope: { sessionCount: 2, messages: 8 },
      hits: [
        { kind: 'message', id: 'msg_8', sessionId: 'two', number: 3, role: 'tool', tool: 'read_file', line: 2 },
        { id: 'msg_6', tool: null, at: '1970-01-01T00:00:05Z' },
        { id: 'msg_3' },
        { id: 'msg_1' },
      ],
    });
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['in one session', ['needle', '--session', 'one'], ['msg_3', 'msg_1']],
    ['by role', ['needle', '--role', 'tool', '--role', 'assistant'], ['msg_8']],
    ['by tool', ['needle', '--tool', 'read_file'], ['msg_8']],
    ['literally', ['8443', '--mode', 'literal'], ['msg_4']],
    ['by a regular expression', ['^needle t', '--mode', 'regex'], ['msg_3']],
    ['without words', ['検索'], ['msg_5']],
    ['the oldest first', ['needle', '--sort', 'oldest', '--limit', '1'], ['msg_1']],
    ['in summaries', ['needle', '--in', 'summaries'], ['summary']],
  ])('finds %s', async (_, words, expected) => {
    const answer = await (await filledBench()).run('search', ...words);
    const hits = JSON.parse(JSON.stringify(dataOf(answer))).hits;
    const ids = hits.map(({ id, kind }: { id: string; kind: string }) => (kind === 'summary' ? kind : id));
    expect(ids).toEqual(expected);
  });

  it('goes on with the command that it names', async () => {
    const bench = await filledBench();
    const pages: string[] = [];
    let words: readonly string[] = ['needle', '--limit', '1', '--role', 'user'];
    for (let page = 0; page < 3; page += 1) {
      const answer = await bench.run('search', ...words);
      pages.push(textOf(answer).split('\n')[1]?.trim() ?? '');
      const [, more] = /^More: hermes lcm search (.+)$/m.exec(textOf(answer)) ?? [];
      words = more?.split(' ') ?? [];
    }
    expect(pages).toEqual(['red [31m «needle»', '«needle» two', '«needle» one']);
    expect(words).toEqual([]);
  });

  it('counts, and shows lines around', async () => {
    const bench = await filledBench();
    expect(textOf(await bench.run('search', 'needle', '--count'))).toBe('4 hits, in 8 messages of 2 sessions.');
    const lines = textOf(await bench.run('search', 'file', '--context', '1'));
    expect(lines).toContain('    first\n    needle in a «file»\n    last');
  });

  it.each<[string, readonly string[], RegExp]>([
    ['no pattern', [], /PATTERN is missing/],
    ['a blank one', ['  '], /PATTERN is blank/],
    ['two of them', ['needle', 'two'], /an argument too many: "two"/],
    ['an unknown mode', ['x', '--mode', 'fuzzy'], /--mode is "fuzzy"/],
    ['a limit out of bounds', ['x', '--limit', '0'], /--limit is "0"/],
    ['a time without its zone', ['x', '--after', '2031-05-20'], /--after is "2031-05-20", which says no zone/],
    [
      'times the wrong way round',
      ['x', '--after', '2031-05-20T00:00:00Z', '--before', '2030-05-20T00:00:00Z'],
      /--after is not before --before/,
    ],
    ['a regular expression that is none', ['(', '--mode', 'regex'], /missing closing \).+or use --mode literal/],
    ['a session that is not stored', ['x', '--session', 'none'], /none/],
    ['an option without its value', ['x', '--limit'], /--limit has no value/],
    ['an option twice', ['x', '--limit', '1', '--limit', '2'], /--limit is there twice/],
    ['a misspelt option', ['x', '--limt', '1'], /Unknown option "--limt"/],
  ])('says what is wrong with %s', async (_, words, what) => {
    const { result } = await (await filledBench()).run('search', ...words);
    expect(result.kind).toBe('usage');
    expect(JSON.stringify(result).replaceAll('\\"', '"')).toMatch(what);
  });
});

describe('hermes lcm export and import --file', () => {
  it('carry a session into another store', async () => {
    const [bench, other] = [await filledBench(), commandBench()];
    const { written, result } = await bench.run('export', 'one');
    expect(result).toMatchObject({ kind: 'done', text: 'Exported 8 lines.', data: { sessionId: 'one', lines: 8 } });
    const file = `${bench.folder}/one.jsonl`;
    writeFileSync(file, written);
    const imported = await other.run('import', '--file', file);
    expect(dataOf(imported)).toEqual({ sessionId: 'one', entries: 5, summaries: 1 });
    expect(textOf(imported)).toBe('Imported one: 5 messages, 1 summary.');
    expect(dataOf(await other.run('doctor'))).toMatchObject({ ok: true });
    expect((await other.run('export', 'one')).written).toBe(written);
    const again = await other.run('import', '--file', file);
    expect(again.result).toMatchObject({ kind: 'failed', problem: { what: expect.stringContaining('already') } });
    expect((await other.run('export', 'one')).written).toBe(written);
    writeFileSync(file, written.slice(0, 300));
    await expect(commandBench().run('import', '--file', file)).rejects.toMatchObject({ reason: 'bad-import' });
  });

  it.each<[string, readonly string[], string]>([
    ['no session', [], 'The argument SESSION is missing.'],
    ['one that is not stored', ['none'], 'The store has no session "none".'],
    ['an option', ['one', '--out', 'file'], 'Unknown option "--out".'],
  ])('say what is wrong with %s', async (_, words, what) => {
    const answer = await (await filledBench()).run('export', ...words);
    expect(answer).toMatchObject({ written: '', result: { kind: 'usage', problem: { what } } });
  });
});

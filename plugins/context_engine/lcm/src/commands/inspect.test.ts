import { hash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { numbered, said } from '../store/lcm-store.fixture.ts';
import { type CommandBench, commandBench, dataOf, textOf } from './command-bench.fixture.ts';

/** Two sessions; the older one has a summary over its first two messages. */
async function filledBench(): Promise<CommandBench> {
  const bench = commandBench();
  await bench.withStore(async (store) => {
    await store.ingest('first', numbered(['a', 'b', 'c']));
    const sources = { kind: 'entries', entries: [1, 2] } as const;
    await store.addSummary({ sessionId: 'first', text: 'a and b', tokens: 5, level: 1, sources });
    await store.ingest('second', [said('x')]);
    await store.indexAll();
  });
  return bench;
}

/** The files of the engine's folder, and what tells whether a byte of them changed. */
function snapshot({ folder }: CommandBench): ReadonlyMap<string, string> {
  return new Map(readdirSync(folder).map((name) => [name, hash('sha256', readFileSync(`${folder}/${name}`))]));
}

/** Do to the file what no store does. */
function damage({ file }: CommandBench, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

describe('hermes lcm status', () => {
  it('shows the store and its sessions, the newest first', async () => {
    const bench = await filledBench();
    const answer = await bench.run('status');
    expect(textOf(answer)).toContain('4 messages in 2 sessions\n1 summary: 1 of messages, 0 of summaries\n');
    expect(textOf(answer)).toMatch(
      /All of it is indexed\.\n\nSessions, the newest first:\n {2}second .+1 message, 0 roots\n {2}first .+3 messages, 1 root$/,
    );
    expect(dataOf(answer)).toMatchObject({
      store: bench.file,
      exists: true,
      stats: { schemaVersion: 1, sessions: 2, entries: 4, leaves: 1, indexLag: { entries: 0, summaries: 0 } },
      session: null,
      newestSessions: [
        { sessionId: 'second', messages: 1, roots: 0 },
        { sessionId: 'first', messages: 3, roots: 1 },
      ],
    });
  });

  it('shows one session: what is summarised, and under how many roots', async () => {
    const bench = await filledBench();
    const answer = await bench.run('status', 'first');
    expect(textOf(answer)).toContain('Current branch: 3 messages, 30 tokens');
    expect(textOf(answer)).toContain('1 root of 5 tokens over 20 tokens, 10 tokens under none');
    expect(dataOf(answer)).toMatchObject({
      session: { sessionId: 'first', entries: 3, path: { messages: 3, roots: 1, uncoveredTokens: 10, rootTokens: 5 } },
      newestSessions: [],
    });
  });

  it('sees what a running engine has just stored', async () => {
    const bench = await filledBench();
    await bench.withStore(async (store) => {
      await store.ingest('third', [said('y')]);
      expect(textOf(await bench.run('status'))).toContain('5 messages in 3 sessions');
    });
  });

  it.each<[string, readonly string[], string, string]>([
    ['a session that is not stored', ['frist'], 'The store has no session "frist".', 'Did you mean first?'],
    ['an unknown option', ['--al'], 'Unknown option "--al".', 'See hermes lcm status --help.'],
    [
      'a session too many',
      ['first', 'second'],
      'There is an argument too many: "second".',
      'See hermes lcm status --help.',
    ],
  ])('says what is wrong with %s', async (_, words, what, fix) => {
    const { result } = await (await filledBench()).run('status', ...words);
    expect(result).toMatchObject({ kind: 'usage', problem: { what, fix } });
  });
});

describe('hermes lcm doctor', () => {
  it('finds a sound store sound, and writes nothing', async () => {
    const bench = await filledBench();
    chmodSync(bench.file, 0o600);
    const before = snapshot(bench);
    const answer = await bench.run('doctor');
    expect(answer.result.kind).toBe('done');
    expect(textOf(answer)).toMatch(/lcm\.db: 4 messages, [\d.]+ KB, schema 1, permissions 0600\nIt is sound\.$/);
    expect(dataOf(answer)).toMatchObject({ ok: true, problems: [], notes: [], mode: '0600' });
    await bench.run('status');
    expect(snapshot(bench)).toEqual(before);
  });

  it('says who else may read it', async () => {
    const bench = await filledBench();
    chmodSync(bench.file, 0o644);
    expect(textOf(await bench.run('doctor'))).toContain('Others on this machine may read it.');
    expect(statSync(bench.file).mode & 0o777).toBe(0o644);
  });

  it('names what contradicts itself', async () => {
    const bench = await filledBench();
    damage(bench, "UPDATE conversations SET entry_count = 7 WHERE session_id = 'first'");
    const answer = await bench.run('doctor');
    expect(answer.result).toMatchObject({
      kind: 'failed',
      problem: { what: 'The store contradicts itself in 1 place.' },
    });
    expect(textOf(answer)).toContain('wrong: Session first counts its messages wrongly.');
    expect(dataOf(answer)).toMatchObject({ ok: false, problems: ['Session first counts its messages wrongly.'] });
  });

  it('looks at a store that is being written to', async () => {
    const bench = await filledBench();
    await bench.withStore(async (store) => {
      await store.ingest('third', [said('y')]);
      expect(dataOf(await bench.run('doctor'))).toMatchObject({ ok: true, stats: { sessions: 3 } });
    });
  });

  it.each<[string, (bench: CommandBench) => void, string]>([
    ['another program’s', (bench) => damage(bench, 'PRAGMA application_id = 5'), 'foreign'],
    ['a newer version’s', (bench) => damage(bench, 'PRAGMA user_version = 99'), 'newer'],
    ['no database', (bench) => writeFileSync(bench.file, 'text, and not a little of it '.repeat(40)), 'foreign'],
  ])('leaves %s file alone, and says so', async (_, change, reason) => {
    const bench = await filledBench();
    change(bench);
    const before = snapshot(bench);
    await expect(bench.run('doctor')).rejects.toMatchObject({ code: 'CTX_LCM_STORE', reason });
    await expect(bench.run('status')).rejects.toMatchObject({ code: 'CTX_LCM_STORE', reason });
    expect(snapshot(bench)).toEqual(before);
  });

  it('takes no arguments', async () => {
    const bench = commandBench();
    expect((await bench.run('doctor', 'first')).result.kind).toBe('usage');
    expect((await bench.run('doctor', '--repair')).result.kind).toBe('usage');
    expect((await bench.run('doctor', ' ')).result.kind).toBe('usage');
  });
});

describe('where there is no store yet', () => {
  it('status and doctor say so, and make none', async () => {
    const bench = commandBench();
    for (const name of ['status', 'doctor']) {
      const answer = await bench.run(name);
      expect(answer.result.kind).toBe('done');
      expect(textOf(answer)).toContain(`There is no store yet; it would be ${bench.file}.`);
      expect(dataOf(answer)).toMatchObject({ store: bench.file, exists: false, stats: null });
    }
    expect(existsSync(bench.folder)).toBe(false);
  });

  it('an empty file is none', async () => {
    const bench = commandBench();
    mkdirSync(bench.folder);
    writeFileSync(bench.file, '');
    expect(textOf(await bench.run('doctor'))).toContain('There is no store yet');
  });

  it('a search finds nothing, and an export has no session', async () => {
    const bench = commandBench();
    expect(dataOf(await bench.run('search', 'x'))).toMatchObject({ hits: [], complete: true, total: { count: 0 } });
    expect(dataOf(await bench.run('search', 'x'))).toMatchObject({
      warnings: [expect.stringContaining('no store yet')],
    });
    expect((await bench.run('export', 's')).result.kind).toBe('usage');
    expect((await bench.run('search', 'x', '--session', 's')).result.kind).toBe('usage');
    expect((await bench.run('search', 'x', '--cursor', 'g1.x')).result.kind).toBe('usage');
    expect(existsSync(bench.folder)).toBe(false);
  });
});

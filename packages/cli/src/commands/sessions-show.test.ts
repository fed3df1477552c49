import { describe, expect, it } from 'vitest';
import { compact, type StoreBox, storeBox, turn, user } from '../sessions/session-store.fixture.ts';
import { displayWidth } from '../terminal/display-width.ts';

/** Twelve messages, of which a summary stands for ten, and one that came since. */
async function compactedBox(): Promise<StoreBox> {
  const box = storeBox();
  await box.withStore(async (store) => {
    await store.create({ id: 'work', title: 'Fix the build', goal: 'green', metadata: { platform: 'telegram' } });
    await store.append('work', [...turn(1), ...turn(2), ...turn(3)]);
    await compact(store, 'work', { key: 'one' });
    await store.append('work', [user('and now?')]);
  });
  return box;
}

/** The numbers of the messages in a table, in its order. */
function numbersIn(out: string): readonly number[] {
  return Array.from(
    out.matchAll(/^ *(\d+) {2}(?:live|compacted|hidden|user|tool|assistant|summary) /gm),
    ([, number]) => Number(number),
  );
}

describe('hermes sessions show', () => {
  it('shows what a session is, and the live list in its own order', async () => {
    const box = await compactedBox();
    const { code, out, err } = await box.hermes(['sessions', 'show', 'Fix the build']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Session work {2}Fix the build$/m);
    expect(out).toMatch(/^4 live messages of \d+ tokens, 14 stored$/m);
    expect(out).toMatch(/^1 compaction, revision 2$/m);
    expect(out).toContain('Goal: green\nMetadata: {"platform":"telegram"}\n');
    expect(numbersIn(out)).toEqual([13, 11, 12, 14]);
    expect(out).toMatch(/^13 {2}summary .* Summary one$/m);
    // Its call is in the archive.
    expect(out).toMatch(/^11 {2}tool +read_file .* export const value3/m);
  });

  it('shows the archive too, marked, with --all', async () => {
    const box = await compactedBox();
    const { out } = await box.hermes(['sessions', 'show', 'work', '--all']);
    expect(numbersIn(out)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
    expect(out).toMatch(/^ 1 {2}compacted {2}user .* Question 1: what is in module 1\?$/m);
    expect(out).toMatch(/^11 {2}live /m);
  });

  it.each([[[]], [['--all']]])('pages with %j by the commands that it names', async (flags) => {
    const box = await compactedBox();
    const whole = numbersIn((await box.hermes(['sessions', 'show', 'work', ...flags])).out);
    const seen: number[] = [];
    let argv: readonly string[] | undefined = ['sessions', 'show', 'work', '--limit', '3', ...flags];
    while (argv !== undefined) {
      const { out } = await box.hermes(argv);
      seen.push(...numbersIn(out));
      argv = /^More: hermes (.+)$/m.exec(out)?.[1]?.split(' ');
    }
    expect(seen).toEqual(whole);
  });

  it('shows what each compaction did with --history, and pages through it', async () => {
    const box = await compactedBox();
    await box.withStore((store) => store.undo({ sessionId: 'work' }));
    const { out } = await box.hermes(['sessions', 'show', 'work', '--history']);
    expect(out).toMatch(/^3 {2}undo of 2 /m);
    expect(out).toMatch(/^2 {2}commit \(undone\) .* keep-turns, gpt-5-mini +12 → 3 +\d+ → \d+ +1\.2 s$/m);
    expect(out).toContain('    work:13 stands for 10 messages (#1–10)\n');
    expect(out).toMatch(/^1 {2}start /m);
    const page = await box.hermes(['sessions', 'show', 'work', '--history', '--limit', '2']);
    const next = /^More: hermes (.+)$/m.exec(page.out)?.[1]?.split(' ') ?? [];
    expect((await box.hermes(next)).out).toMatch(/^1 {2}start /m);
  });

  it('shows what a change took out and put in with --diff', async () => {
    const box = await compactedBox();
    const { out } = await box.hermes(['sessions', 'show', 'work', '--diff', '2']);
    expect(out).toContain('Revision 1 → 2: 10 messages taken out, 1 put in, 2 kept; 1 more came by appending.\n');
    expect(out).toMatch(/^- +1 {2}user .* Question 1/m);
    expect(out).toMatch(/^\+ +13 {2}summary .* Summary one$/m);
    expect((await box.hermes(['sessions', 'show', 'work', '--diff', '1..2'])).out).toBe(out);
  });

  it('gives one object with --json, whatever is asked for', async () => {
    const box = await compactedBox();
    const json = async (...flags: readonly string[]) =>
      JSON.parse((await box.hermes(['sessions', 'show', 'work', '--json', ...flags])).out);
    const live = await json();
    expect(Object.keys(live)).toEqual(['session', 'messages', 'revisions', 'diff']);
    expect(live).toMatchObject({
      session: { id: 'work', title: 'Fix the build', continuedBy: null, liveMessages: 4, compactions: 1 },
      messages: { next: null },
      revisions: null,
      diff: null,
    });
    expect(live.messages.items[0]).toMatchObject({ id: 'work:13', state: 'live', madeBy: 2, copyOf: null });
    expect(live.session.updatedAt).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
    expect((await json('--history')).revisions.items[0]).toMatchObject({
      number: 2,
      kind: 'commit',
      inEffect: true,
      receipt: { engine: 'keep-turns', coveredMessages: 10, covered: [{ from: 1, to: 11 }], durationMs: 1_234 },
    });
    expect((await json('--diff', '2')).diff).toMatchObject({ from: 1, to: 2, kept: 2, appended: 1 });
  });

  it.each(['80', '200'])('fits a terminal of %s columns', async (columns) => {
    const box = await compactedBox();
    await box.withStore((store) => store.append('work', [user('漢字 '.repeat(300))]));
    for (const flags of [[], ['--all'], ['--history'], ['--diff', '2']]) {
      const { out } = await box.hermes(['sessions', 'show', 'work', ...flags], { env: { COLUMNS: columns } });
      const lines = out.split('\n').filter((line) => !line.startsWith('Revision '));
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(Number(columns));
    }
  });

  it.each([
    [['nobody'], 'There is no session "nobody".'],
    [[''], 'The name of the session is empty.'],
    [['work', '--limit', '0'], '--limit is "0".'],
    [['work', '--after', '5'], 'Message 5 is not in the live list.'],
    [['work', '--diff', '1'], '--diff is "1".'],
    [['work', '--diff', '7'], 'The session has no revision 6.'],
    [['work', '--history', '--all'], 'cannot be used with'],
    [['work', '--history', '--cursor', 'x'], 'cursor is "x".'],
  ])('refuses %j with 2', async (argv, what) => {
    const box = await compactedBox();
    const { code, out, err } = await box.hermes(['sessions', 'show', ...argv]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(what);
    expect(err).toMatch(/^ {2}why: .+\n {2}fix: .+$/m);
  });

  it('names the sessions that a text could mean, and takes a bit more of it', async () => {
    const box = storeBox();
    await box.withStore(async (store) => {
      await store.create({ id: 'ab1', title: 'one' });
      await store.create({ id: 'ab2' });
    });
    const { code, err } = await box.hermes(['sessions', 'show', 'ab']);
    expect(code).toBe(2);
    expect(err).toContain('Several sessions begin with "ab":\n  ab2 just now\n  ab1 just now one\n');
    expect((await box.hermes(['sessions', 'show', 'ab2'])).code).toBe(0);
    expect(JSON.parse((await box.hermes(['sessions', 'show', 'ab', '--json'])).out).error.code).toBe(
      'CTX_SESSION_AMBIGUOUS',
    );
  });

  it('S-077 shows by the title of a conversation where it went on', async () => {
    const box = storeBox();
    const { sessionId } = await box.withStore(async (store) => {
      await store.create({ id: 'first', title: 'name' });
      await store.append('first', turn(1));
      return compact(store, 'first', { key: 'one', inPlace: false });
    });
    expect((await box.hermes(['sessions', 'show', 'name'])).out).toMatch(
      new RegExp(`^Session ${sessionId} {2}name #2\nGoes on from first\n`),
    );
    expect((await box.hermes(['sessions', 'show', 'first'])).out).toContain(`Goes on in ${sessionId}\n`);
  });
});

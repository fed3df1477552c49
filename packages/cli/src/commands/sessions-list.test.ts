import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compact, storeBox, turn, user } from '../sessions/session-store.fixture.ts';
import { displayWidth } from '../terminal/display-width.ts';

describe('hermes sessions list', () => {
  it('says in one line where sessions would be, and makes no file', async () => {
    const box = storeBox();
    const { code, out, err } = await box.hermes(['sessions', 'list']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`There are no sessions yet; they would be in ${box.path}.\n`);
    const json = await box.hermes(['sessions', 'list', '--json']);
    expect(JSON.parse(json.out)).toEqual({ location: box.path, sessions: [], next: null });
    expect(existsSync(join(box.folder, 'home'))).toBe(false);
  });

  it('shows each conversation once, with its size and how often it was compacted', async () => {
    const box = storeBox();
    const rotated = await box.withStore(async (store) => {
      const plain = await store.create({ id: 'plain', title: '漢字の題' });
      await store.append(plain.id, [...turn(1), ...turn(2)]);
      await compact(store, plain.id, { key: 'one' });
      await store.create({ id: 'first', title: 'name' });
      await store.append('first', turn(1));
      return compact(store, 'first', { key: 'one', inPlace: false });
    });
    const { out } = await box.hermes(['sessions', 'list']);
    expect(out).toMatch(/^Id +Title +Updated +Messages +Tokens +Compactions$/m);
    expect(out).toMatch(/^plain +漢字の題 +just now +3\/9 +[1-9]\d* +1$/m);
    expect(out).toMatch(new RegExp(`^${rotated.sessionId} +name #2 +just now +3/5 `, 'm'));
    expect(out).not.toContain('(continued)');
    const all = await box.hermes(['sessions', 'list', '--all']);
    expect(all.out).toMatch(/^first +name \(continued\) /m);
    expect(all.out.trimEnd().split('\n')).toHaveLength(4);
  });

  it('pages through everything by the commands that it names', async () => {
    const box = storeBox();
    await box.withStore(async (store) => {
      for (let index = 0; index < 5; index += 1) await store.create({ id: `s${index}` });
    });
    const seen: string[] = [];
    let argv: readonly string[] | undefined = ['sessions', 'list', '--limit', '2'];
    while (argv !== undefined) {
      const { out } = await box.hermes(argv);
      seen.push(...Array.from(out.matchAll(/^s\d/gm), ([id]) => id));
      argv = /^More: hermes (.+)$/m.exec(out)?.[1]?.split(' ');
    }
    expect(seen).toEqual(['s4', 's3', 's2', 's1', 's0']);
  });

  it.each(['80', '200'])('fits a terminal of %s columns, and a pipe takes all of it', async (columns) => {
    const box = storeBox();
    const title = `${'漢字の長い題 '.repeat(12)}and its end`;
    await box.withStore((store) => store.create({ title }));
    const { out } = await box.hermes(['sessions', 'list'], { env: { COLUMNS: columns } });
    for (const line of out.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(Number(columns));
    expect(out).toMatch(/^\d{8}_\d{6}_[0-9a-f]{6} {2}漢字/m);
    expect((await box.hermes(['sessions', 'list'])).out).toContain(title);
  });

  it('gives a terminal nothing that it obeys, whatever a title says', async () => {
    const box = storeBox();
    await box.withStore(async (store) => {
      await store.create({ id: 'a', title: 'right \u202eto left' });
      await store.append('a', [user('\u001b]0;owned\u0007 \u009b2J')]);
    });
    for (const argv of [['list'], ['list', '--json'], ['show', 'a'], ['show', 'a', '--json'], ['export', 'a']]) {
      const { out } = await box.hermes(['sessions', ...argv]);
      expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    }
    const { out } = await box.hermes(['sessions', 'show', 'a', '--json']);
    expect(JSON.parse(out).messages.items[0].message.content).toBe('\u001b]0;owned\u0007 \u009b2J');
  });

  it.each([
    [['--limit', 'ten'], '--limit is "ten".'],
    [['--cursor', 'x'], 'cursor is "x".'],
    [['more'], 'Too many arguments'],
  ])('refuses %j with 2', async (flags, what) => {
    const box = storeBox();
    await box.withStore((store) => store.create());
    const { code, err } = await box.hermes(['sessions', 'list', ...flags]);
    expect(code).toBe(2);
    expect(err).toContain(what);
    expect(err).toMatch(/^ {2}why: .+\n {2}fix: .+$/m);
  });

  it('ends with 1 where the store is another program’s, and leaves it alone', async () => {
    const box = storeBox();
    box.write('home/context/state.db', 'something else');
    for (const command of ['list', 'check', 'locks']) {
      const { code, err } = await box.hermes(['sessions', command]);
      expect(code).toBe(1);
      expect(err).toContain('is not a session store');
    }
    const { code, out } = await box.hermes(['sessions', 'list', '--json']);
    expect([code, JSON.parse(out).error.code]).toEqual([1, 'CTX_SESSION_STORE_UNUSABLE']);
  });
});

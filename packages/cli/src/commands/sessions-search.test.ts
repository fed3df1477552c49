import { describe, expect, it } from 'vitest';
import { compact, type StoreBox, storeBox, turn, user } from '../sessions/session-store.fixture.ts';

async function searchBox(): Promise<StoreBox> {
  const box = storeBox();
  await box.withStore(async (store) => {
    await store.create({ id: 'work', title: 'Fix the build' });
    await store.append('work', [...turn(1), ...turn(2)]);
    await compact(store, 'work', { key: 'one' });
    await store.create({ id: 'other' });
    await store.append('other', [user('what about module 1, a.b(c) and 漢字?'), user('--no-verify')]);
  });
  return box;
}

describe('hermes sessions search', () => {
  it('finds messages in the archive, and says in which state they are', async () => {
    const box = await searchBox();
    const { code, out, err } = await box.hermes(['sessions', 'search', 'value1', '--context', '1']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^work #3 {2}tool( read_file)? {2}compacted {2}just now$/m);
    expect(out).toContain('        #2 assistant read_file\n');
    expect(out).toMatch(/^ {4}export const value1/m);
    expect(out).toContain('        #4 assistant: Module 1 loads a value.\n');
    expect(out).toMatch(/^1 hit in 2 sessions with 11 messages\.$/m);
  });

  it.each([
    [['a.b(c)', '--mode', 'literal'], ['other #1']],
    [['漢字'], ['other #1']],
    [
      ['QUESTION [12]', '--mode', 'regex'],
      ['work #5', 'work #1'],
    ],
    [['module', '--session', 'other'], ['other #1']],
    [
      ['module', '--session', 'Fix the build', '--role', 'assistant'],
      ['work #8', 'work #4'],
    ],
    [
      ['export', '--tool', 'read_file'],
      ['work #7', 'work #3'],
    ],
    [['--mode', 'literal', '--', '--no-verify'], ['other #2']],
    [['module', '--before', '2001-01-01T00:00:00Z'], []],
  ])('answers %j', async (argv, found) => {
    const box = await searchBox();
    const { code, out } = await box.hermes(['sessions', 'search', ...argv]);
    expect(code).toBe(0);
    expect(Array.from(out.matchAll(/^(?:work|other) #\d+/gm), ([hit]) => hit)).toEqual(found);
  });

  it('says that there is nothing, and where it looked', async () => {
    const box = await searchBox();
    const { code, out } = await box.hermes(['sessions', 'search', 'zebra']);
    expect(code).toBe(0);
    expect(out).toBe('Nothing found in 2 sessions with 11 messages.\n');
    const none = await storeBox().hermes(['sessions', 'search', 'zebra']);
    expect(none).toEqual({ code: 0, out: 'Nothing found in 0 sessions with 0 messages.\n', err: '' });
  });

  it('says when and why an answer is not complete, and goes on by the command that it names', async () => {
    const box = await searchBox();
    const first = await box.hermes(['sessions', 'search', 'Question', '--limit', '1', '--role', 'user']);
    expect(first.out).toMatch(/^1 hit in .*, so far\.\nNot complete: .+\nGo on: hermes sessions search .+$/m);
    const next = /^Go on: hermes (.+)$/m.exec(first.out)?.[1]?.split(' ') ?? [];
    const second = await box.hermes(next);
    expect(second.out).toMatch(/^work #1 /m);
  });

  it('finds what was taken back only when asked for it', async () => {
    const box = await searchBox();
    await box.withStore((store) => store.rewind({ sessionId: 'other', messageId: 'other:2' }));
    const argv = ['sessions', 'search', 'verify'];
    expect((await box.hermes(argv)).out).toMatch(/^Nothing found/);
    expect((await box.hermes([...argv, '--hidden'])).out).toMatch(/^other #2 {2}user {2}hidden /);
  });

  it('gives one object with --json', async () => {
    const box = await searchBox();
    const { out } = await box.hermes(['sessions', 'search', 'value1', '--context', '1', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      hits: [{ message: { id: 'work:3', state: 'compacted' }, before: [{ id: 'work:2' }], after: [{ id: 'work:4' }] }],
      next: null,
      complete: true,
      reason: null,
      matched: 'all',
      scope: { sessions: 2, messages: 11 },
    });
  });

  it.each([
    [[''], 'empty'],
    [['(', '--mode', 'regex'], 'regular expression'],
    [['x', '--mode', 'fuzzy'], '--mode is "fuzzy".'],
    [['x', '--role', 'robot'], '--role is "robot".'],
    [['x', '--after', '2031-05-20T10:00:00'], 'with its zone'],
    [['x', '--after', '2031-05-20T10:00:00Z', '--before', '2031-05-20T11:00:00+02:00'], 'not before'],
    [['x', '--session', 'nobody'], 'There is no session "nobody".'],
    [['x', '--context', '21'], '--context is "21".'],
  ])('refuses %j with 2', async (argv, what) => {
    const box = await searchBox();
    const { code, out, err } = await box.hermes(['sessions', 'search', ...argv]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(what);
  });
});

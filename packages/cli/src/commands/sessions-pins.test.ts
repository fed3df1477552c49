import { describe, expect, it } from 'vitest';
import { compact, type StoreBox, storeBox, turn, user } from '../sessions/session-store.fixture.ts';

const GOAL = 'Fix the build of the exporter.';

async function workBox(): Promise<StoreBox> {
  const box = storeBox();
  await box.withStore(async (store) => {
    await store.create({ id: 'work', title: 'Fix the build' });
    await store.append('work', [user(GOAL), ...turn(1), user('Never push\u001b[31m to main.')]);
  });
  return box;
}

const pinsOf = async (box: StoreBox, ...flags: readonly string[]) => {
  const { code, out, err } = await box.hermes(['sessions', 'pins', 'Fix the build', ...flags]);
  return { code, out, err };
};

describe('hermes sessions pins', () => {
  it('lists what stays in a session, with where it is from, and writes nothing', async () => {
    const box = await workBox();
    const before = await box.hermes(['sessions', 'show', 'work', '--json']);
    const { code, out, err } = await pinsOf(box);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Pin +Kind +From +Text$/m);
    expect(out).toMatch(/^pin_[0-9a-f]{10} +goal +message 1 +Fix the build of the exporter\.$/m);
    expect(out).toMatch(/^pin_[0-9a-f]{10} +constraint +message 6 +Never push to main\.$/m);
    expect(await box.hermes(['sessions', 'show', 'work', '--json'])).toEqual(before);
  });

  it('adds one word for word, and removes one for good', async () => {
    const box = await workBox();
    const added = await pinsOf(box, '--add', ' Use port 8081. ', '--kind', 'constraint', '--json');
    expect(JSON.parse(added.out)).toMatchObject({
      sessionId: 'work',
      added: { kind: 'constraint', origin: 'user', isManual: true, messageId: null, text: 'Use port 8081.' },
      removed: null,
      pins: [{ kind: 'goal' }, { kind: 'constraint' }, { text: 'Use port 8081.' }],
    });
    const id: string = JSON.parse(added.out).pins[0].id;
    const removed = await pinsOf(box, '--remove', id.slice(0, 8));
    expect(removed.out).toBe(
      `Removed: ${id} (goal): ${GOAL}\nThe session has 2 pins now; its next compaction follows them.\n`,
    );
    await box.withStore((store) => store.append('work', [user(`${GOAL} Please.`)]));
    expect((await pinsOf(box)).out).not.toContain(GOAL);
  });

  it('goes to where a rotation continued the session', async () => {
    const box = await workBox();
    await pinsOf(box, '--add', 'Use port 8081.');
    await box.withStore((store) => compact(store, 'work', { key: 'one', inPlace: false }));
    const { out } = await box.hermes(['sessions', 'pins', 'work', '--json']);
    expect(JSON.parse(out).sessionId).not.toBe('work');
    expect(JSON.parse(out).pins).toMatchObject([{ kind: 'goal' }, { kind: 'constraint' }, { text: 'Use port 8081.' }]);
  });

  it('says when there is nothing', async () => {
    const box = storeBox();
    await box.withStore((store) => store.create({ id: 'work', title: 'Fix the build' }));
    expect((await pinsOf(box)).out).toBe('Nothing is pinned.\n');
  });

  it.each([
    [['--add', ' '], 'The text to pin is empty.'],
    [['--add', 'x'.repeat(2_001)], 'The text to pin has 2,001 characters.'],
    [['--add', 'x', '--kind', 'rule'], 'It is one of goal, host, user, approval, constraint.'],
    [['--kind', 'goal'], '--kind stands without --add.'],
    [['--remove', 'pin_0'], 'There is no pin "pin_0".'],
    [['--remove', 'pin_'], 'Several pins begin with "pin_".'],
    [['--remove', ''], 'There is no pin "".'],
  ])('refuses %j with what, why and fix', async (flags, what) => {
    const { code, out, err } = await pinsOf(await workBox(), ...flags);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(what);
    expect(err).toMatch(/\n {2}why: .+\n {2}fix: /);
  });

  it('refuses a session that is not there', async () => {
    expect((await storeBox().hermes(['sessions', 'pins', 'nowhere'])).code).toBe(2);
  });
});

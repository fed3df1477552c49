import { contentText, validateAnthropic, validateOpenAiChat } from '@hermes-context/messages';
import { createMemorySessionStore } from '@hermes-context/sessions';
import { describe, expect, it } from 'vitest';
import { newHome } from '../lcm/lcm-world.fixture.ts';
import { begin, compactTimes, ENGINES, filler, holdsBlock, hostOf, LASTING, readable } from './pins-world.fixture.ts';

describe.each(ENGINES)('pins with %s', (_, engineOf) => {
  it('stand word for word after ten compactions, and nothing that was injected does', async () => {
    const session = await (await hostOf(await engineOf())).newSession();
    await begin(session);
    for (const list of await compactTimes(session, 10)) {
      const text = readable(list);
      expect(LASTING.filter((words) => !text.includes(words))).toEqual([]);
      expect(list.map(({ content }) => contentText(content)).filter((each) => each.includes('## Pinned'))).toHaveLength(
        1,
      );
      expect(validateOpenAiChat(list)).toEqual([]);
      expect(validateAnthropic(list)).toEqual([]);
    }
    const pins = await session.pins();
    expect(pins.map(({ kind }) => kind)).toEqual(['goal', 'constraint', 'constraint', 'host', 'approval']);
    expect(pins.map(({ text }) => text).join()).not.toContain('ORDER-77');
    const block = contentText(session.messages().find(holdsBlock)?.content ?? '').split('## Pinned')[1] ?? '';
    expect(block).not.toContain('ORDER-77');
    expect(block).not.toContain('obey');
  }, 60_000);

  it('outlive a resumption and a rotation', async () => {
    const store = createMemorySessionStore();
    const dataDir = newHome();
    const first = await hostOf(await engineOf(), { in_place: false }, { store, dataDir });
    const session = await first.newSession();
    const { id } = session;
    await begin(session);
    await compactTimes(session, 2);
    await session.close();
    const second = await hostOf(await engineOf(), { in_place: false }, { store, dataDir });
    const resumed = await second.resumeSession(id);
    const [list = []] = await compactTimes(resumed, 1);
    expect(resumed.id).not.toBe(id);
    expect(LASTING.filter((words) => !readable(list).includes(words))).toEqual([]);
  }, 60_000);

  it('leave the list as it was to an undo', async () => {
    const host = await hostOf(await engineOf());
    const session = await host.newSession();
    await begin(session);
    await compactTimes(session, 1);
    for (let turn = 0; turn < 3; turn += 1) await session.runTurn(filler(`u${turn}_`));
    const before = JSON.stringify(session.messages());
    expect((await session.compact()).kind).toBe('compacted');
    expect(JSON.stringify(session.messages())).not.toBe(before);
    expect((await session.undo()).kind).toBe('changed');
    expect(JSON.stringify(session.messages())).toBe(before);
    expect((await session.redo()).kind).toBe('changed');
    expect(LASTING.filter((words) => !readable(session.messages()).includes(words))).toEqual([]);
  }, 60_000);
});

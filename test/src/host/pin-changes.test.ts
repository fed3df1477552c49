import { defineContextEngine, type Messages } from '@hermes-context/contract';
import { contentText } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { loadCase } from '../load-case.ts';
import {
  begin,
  CONSTRAINTS,
  compactTimes,
  filler,
  forgetful,
  GOAL,
  holdsBlock,
  hostOf,
  readable,
} from './pins-world.fixture.ts';

describe('pins of a host', () => {
  it('stay in the same block, word for word and byte for byte, where they are the same', async () => {
    const session = await (await hostOf(forgetful)).newSession();
    await begin(session);
    const blocks = (await compactTimes(session, 3)).map((list) => contentText(list.find(holdsBlock)?.content ?? ''));
    expect(new Set(blocks).size).toBe(1);
  }, 60_000);

  it('are gone once they are removed, and what a hand pins comes in', async () => {
    const session = await (await hostOf(forgetful)).newSession();
    await begin(session);
    const pins = await session.pins();
    const rule = pins.find(({ text }) => text === CONSTRAINTS[0]);
    expect(await session.unpin(rule?.id ?? '')).toEqual(rule);
    expect(await session.unpin(rule?.id ?? '')).toBeUndefined();
    const added = await session.pin(`  Use ports from 8000 on.  `, { kind: 'user' });
    expect(added).toMatchObject({ kind: 'user', origin: 'user', text: 'Use ports from 8000 on.' });
    await expect(session.pin(' ')).rejects.toMatchObject({ code: 'CTX_OPTION_INVALID' });
    await session.runTurn(filler('x'));
    await session.runTurn(filler('y'));
    await session.compact();
    const block = contentText(session.messages().find(holdsBlock)?.content ?? '');
    expect(block).toContain('Use ports from 8000 on.');
    expect(block).not.toContain(CONSTRAINTS[0]);
  });

  it('are left to the engine where the host was told so, and refused no compaction', async () => {
    const session = await (await hostOf(forgetful, {}, { limits: { pinsPercent: 0 } })).newSession();
    await begin(session);
    const report = await session.compact();
    expect(report).toMatchObject({ kind: 'compacted' });
    expect(report).not.toHaveProperty('pins');
    expect(session.messages().some(holdsBlock)).toBe(false);
    expect(await session.pins()).not.toEqual([]);
  });

  it('that find no room are named, and stay pinned', async () => {
    const session = await (await hostOf(forgetful)).newSession();
    await begin(session);
    for (let index = 0; index < 12; index += 1) await session.pin(`${index} ${filler('long')}`, { kind: 'user' });
    for (let turn = 0; turn < 5; turn += 1) await session.runTurn(filler(`z${turn}_`));
    const report = await session.compact();
    expect(report.kind).toBe('compacted');
    expect(report.warnings.join()).toMatch(/Not all pins fit into the 600 tokens .* pin_/);
    expect(readable(session.messages())).toContain(GOAL);
    expect(await session.pins()).toHaveLength(17);
  });
});

describe('what an engine gets', () => {
  it('is the list without the block of pins', async () => {
    const given: Messages[] = [];
    const plugin = defineContextEngine({
      ...forgetful.plugin,
      create: async (options: unknown, services) => {
        const engine = await forgetful.plugin.create(options, services);
        return {
          ...engine,
          compress: (request) => {
            given.push(request.messages);
            return engine.compress(request);
          },
        };
      },
    });
    const session = await (await hostOf({ plugin, options: {} })).newSession();
    await begin(session);
    await compactTimes(session, 3);
    expect(session.messages().some(holdsBlock)).toBe(true);
    expect(given).toHaveLength(3);
    expect(given.flat().some(holdsBlock)).toBe(false);
  });
});

describe('what the user takes back after a rotation', () => {
  it('is pinned no more, since nothing of the copied list is read again', async () => {
    const session = await (await hostOf(forgetful, { in_place: false })).newSession();
    const { id } = session;
    await begin(session);
    await compactTimes(session, 1);
    expect(session.id).not.toBe(id);
    await session.runTurn('Forget the rule about table legacy_ledger.');
    const texts = (await session.pins()).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('legacy_ledger'))).toEqual([]);
    expect(texts[0]).toContain('[…]');
  });
});

describe('case 33: the goal from a genuine message of the user', () => {
  it('pins what the user said, and nothing that a host put in', async () => {
    const { messages } = loadCase('33');
    const host = await hostOf(forgetful);
    const { id } = await host.store.create();
    await host.store.append(id, messages);
    const session = await host.resumeSession(id);
    for (let turn = 0; turn < 3; turn += 1) await session.runTurn(filler(`t${turn}_`));
    expect(await session.pins()).toMatchObject([
      { kind: 'goal', text: expect.stringMatching(/^Goal: move the invoice exporter/), messageId: `${id}:3` },
      { kind: 'constraint', text: 'Never touch table legacy_ledger.' },
      { kind: 'constraint', text: 'Also: commit messages must start with EXP-.' },
    ]);
    expect((await session.compact()).kind).toBe('compacted');
    const text = readable(session.messages());
    expect(text).toContain('Never touch table legacy_ledger.');
    expect(text).toContain('commit messages must start with EXP-.');
    expect(text).not.toContain('lint finished');
  });
});

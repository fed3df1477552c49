import type { Host, HostSession } from '@hermes-context/host';
import type { FakeProvider } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { openEngineStore } from './lcm-plug-in.fixture.ts';
import { askAbout, type HomeOptions, hostOver, lastResult, lcmProvider, newHome, sentTo } from './lcm-world.fixture.ts';
import { NEEDLE, QUESTION, recall } from './recall-steps.fixture.ts';

/** What the fake model looks for, by questions that do not hold a word of it. */
const LOOKS = new Map([
  ['Name the wrong way.', { pattern: 'numbat-88' }],
  ['Name the wrong way, whatever was undone.', { pattern: 'numbat-88', include_abandoned: true }],
  ['Name the right way.', { pattern: 'bilby-99' }],
  ['Name the place.', { pattern: 'wombat-21' }],
]);

function lookingProvider(): Promise<FakeProvider> {
  return lcmProvider((last, messages) => {
    const asked = last.role === 'user' && typeof last.content === 'string' ? LOOKS.get(last.content) : undefined;
    return asked === undefined ? recall(last, messages) : { name: 'lcm_grep', arguments: JSON.stringify(asked) };
  });
}

async function talk(session: HostSession, from: number, to: number): Promise<number> {
  let compactions = 0;
  for (let part = from; part < to; part += 1) {
    const result = await session.runTurn(askAbout(part));
    expect(result.kind).toBe('completed');
    compactions += result.compactions.filter(({ kind }) => kind === 'compacted').length;
  }
  return compactions;
}

/** The answer of the search that a question makes the model do: what it sees behind its first call. */
async function look(session: HostSession, server: FakeProvider, question: string): Promise<string> {
  const before = sentTo(server).length;
  expect((await session.runTurn(question)).kind).toBe('completed');
  return lastResult(sentTo(server)[before + 1] ?? []);
}

/** What was said in a session, by the host's own store. */
async function saidIn(host: Host, sessionId: string): Promise<number> {
  const { items } = await host.store.read(sessionId, { limit: 1_000 });
  return items.filter(({ madeBy, message }) => madeBy === undefined && message.role !== 'system').length;
}

describe('a session with lcm that was closed', () => {
  it('finds what was said before, and stores nothing twice, however often it is resumed', async () => {
    const options: HomeOptions = { home: newHome(), server: await lookingProvider() };
    const first = await hostOver(options);
    const { id } = await first.newSession();
    const begun = await first.resumeSession(id);
    await begun.runTurn(NEEDLE);
    expect(await talk(begun, 1, 30)).toBeGreaterThan(0);
    await first.close();

    for (const from of [30, 45, 60]) {
      const host = await hostOver(options);
      const session = await host.resumeSession(id);
      expect(JSON.stringify(session.messages())).not.toContain(NEEDLE);
      expect(await look(session, options.server, QUESTION)).toMatch(/^msg_1 #1 user .* «quokka-5513»/m);
      expect(await talk(session, from, from + 15)).toBeGreaterThan(0);
      const entries = await saidIn(host, id);
      await host.close();
      const store = await openEngineStore(options.home);
      expect(await store.stats(id)).toMatchObject({ entries, ambiguousEntries: 0 });
      expect(await store.verify()).toEqual([]);
    }
    expect(options.server.violations).toEqual([]);
  });

  it('finds what was taken back only where it asks for what was undone', async () => {
    const options: HomeOptions = { home: newHome(), server: await lookingProvider() };
    const host = await hostOver(options);
    const session = await host.newSession();
    await talk(session, 1, 30);
    await session.runTurn('The wrong way leads over numbat-88.');
    await talk(session, 31, 33);
    const wrong = session.messages().find(({ content }) => String(content).includes('numbat-88'));
    const rewound = await host.store.rewind({ sessionId: session.id, messageId: wrong?._context?.id ?? '' });
    expect(rewound.kind).toBe('changed');
    await session.runTurn('The right way leads over bilby-99.');

    expect(await look(session, options.server, 'Name the right way.')).toMatch(/«bilby-99»/);
    expect(await look(session, options.server, 'Name the wrong way.')).toMatch(/"returned":0,"total":0/);
    expect(await look(session, options.server, 'Name the wrong way, whatever was undone.')).toMatch(
      /^msg_\d+ #59 user .* leads over «numbat-88»\.$/m,
    );
    await host.close();
    const store = await openEngineStore(options.home);
    expect(await store.verify()).toEqual([]);
  });

  it('goes on from an undone compaction as if it had not been', async () => {
    const options: HomeOptions = { home: newHome(), server: await lookingProvider() };
    const host = await hostOver(options);
    const session = await host.newSession();
    await session.runTurn(NEEDLE);
    await talk(session, 1, 12);
    expect((await session.compact()).kind).toBe('compacted');
    expect((await session.undo()).kind).toBe('changed');
    expect(JSON.stringify(session.messages())).toContain(NEEDLE);
    expect(await talk(session, 12, 40)).toBeGreaterThan(0);
    expect(JSON.stringify(session.messages())).not.toContain(NEEDLE);
    expect(await look(session, options.server, QUESTION)).toMatch(/^msg_1 #1 user .* «quokka-5513»/m);
    const entries = await saidIn(host, session.id);
    await host.close();
    const store = await openEngineStore(options.home);
    expect(await store.stats(session.id)).toMatchObject({ entries, ambiguousEntries: 0 });
    expect(await store.verify()).toEqual([]);
  });
});

describe('a session that goes on from another one with lcm', () => {
  it('finds what was said before it branched off, and what came since stays its own', async () => {
    const options: HomeOptions = { home: newHome(), server: await lookingProvider() };
    const host = await hostOver(options);
    const session = await host.newSession();
    await session.runTurn(NEEDLE);
    expect(await talk(session, 1, 30)).toBeGreaterThan(0);
    const branch = await host.resumeSession((await host.store.branch(session.id)).id);
    await branch.runTurn('Over here it is called wombat-21.');
    expect(await look(branch, options.server, QUESTION)).toMatch(/«quokka-5513»/);
    expect(await talk(branch, 30, 50)).toBeGreaterThan(0);
    expect(await look(branch, options.server, QUESTION)).toMatch(/«quokka-5513»/);
    const shown = JSON.stringify(branch.messages()).match(/\[sum_[0-9a-f]{12} /g) ?? [];
    expect(shown.length).toBeGreaterThan(3);
    expect(new Set(shown).size).toBe(shown.length);
    expect(await look(branch, options.server, 'Name the place.')).toMatch(/«wombat-21»/);
    expect(await look(session, options.server, 'Name the place.')).toMatch(/"returned":0,"total":0/);
    await host.close();
    const store = await openEngineStore(options.home);
    expect(await store.verify()).toEqual([]);
  });

  it('finds what was said three rotations ago, each in a process of its own', async () => {
    const settings = { compression: { in_place: false } };
    const options: HomeOptions = { home: newHome(), server: await lookingProvider(), settings };
    const first = await hostOver(options);
    const { id } = await first.newSession();
    await (await first.resumeSession(id)).runTurn(NEEDLE);
    await first.close();
    const ids = new Set([id]);
    for (const from of [1, 13, 25]) {
      const host = await hostOver(options);
      const session = await host.resumeSession(id);
      await talk(session, from, from + 12);
      expect((await session.compact()).kind).toBe('compacted');
      ids.add(session.id);
      await host.close();
    }
    expect(ids.size).toBe(4);

    const host = await hostOver(options);
    const session = await host.resumeSession(id);
    expect(JSON.stringify(session.messages())).not.toContain(NEEDLE);
    expect(await look(session, options.server, QUESTION)).toMatch(/^msg_1 #1 user .* «quokka-5513»/m);
    await host.close();
    const store = await openEngineStore(options.home);
    expect(await store.verify()).toEqual([]);
    expect(options.server.violations).toEqual([]);
  });

  it('finds what was said before many rotations in one process, and after a resume', async () => {
    const settings = { compression: { in_place: false } };
    const options: HomeOptions = { home: newHome(), server: await lookingProvider(), settings };
    const first = await hostOver(options);
    const begun = await first.newSession();
    const { id } = begun;
    await begun.runTurn(NEEDLE);
    expect(await talk(begun, 1, 110)).toBeGreaterThan(3);
    expect(begun.id).not.toBe(id);
    expect(await look(begun, options.server, QUESTION)).toMatch(/^msg_1 #1 user .* «quokka-5513»/m);
    await first.close();

    const host = await hostOver(options);
    const session = await host.resumeSession(id);
    expect(await look(session, options.server, QUESTION)).toMatch(/^msg_1 #1 user .* «quokka-5513»/m);
    expect(await talk(session, 110, 140)).toBeGreaterThan(0);
    expect(await look(session, options.server, QUESTION)).toMatch(/^msg_1 #1 user .* «quokka-5513»/m);
    const shown = JSON.stringify(session.messages()).match(/\[sum_[0-9a-f]{12} /g) ?? [];
    expect(new Set(shown).size).toBe(shown.length);
    await host.close();
    const store = await openEngineStore(options.home);
    expect(await store.verify()).toEqual([]);
    expect(options.server.violations).toEqual([]);
  });
});

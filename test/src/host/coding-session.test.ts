import type { HostSession, TurnOptions, TurnResult } from '@hermes-context/host';
import { describe, expect, it } from 'vitest';
import { type AgentWorld, agentWorld, sitesOf } from './agent-world.fixture.ts';

const WINDOW = 32_000;

async function play({ host, script }: AgentWorld, options: TurnOptions = {}) {
  const session = await host.newSession();
  const results: TurnResult[] = [];
  for (const message of script.userMessages) results.push(await session.runTurn(message, options));
  return { session, results };
}

/** Sizes that the provider counted, of the agent's own requests. */
function sizesOf({ server }: AgentWorld): readonly number[] {
  return server.requests.map(({ promptTokens }) => promptTokens ?? 0);
}

async function storedTexts(session: HostSession, { host }: AgentWorld): Promise<string> {
  const texts: string[] = [];
  for (let after = 0; ; ) {
    const { items, next } = await host.store.read(session.id, { after, limit: 1_000 });
    for (const { message, sequence } of items) {
      texts.push(JSON.stringify(message));
      after = sequence;
    }
    if (next === undefined) return texts.join('\n');
  }
}

describe('200 turns of a coding session in a window of 32,000 tokens that the provider enforces', () => {
  it('never send a request past the window or an invalid one, compact at the threshold, and lose nothing', async () => {
    await using world = await agentWorld({ turns: 200, windowTokens: WINDOW });
    const { session, results } = await play(world);

    expect(results.map(({ kind }) => kind)).toEqual(results.map(() => 'completed'));
    expect(Math.max(...sizesOf(world))).toBeLessThanOrEqual(WINDOW);
    expect(world.server.violations).toEqual([]);

    const reports = results.flatMap(({ compactions }) => compactions);
    expect(reports.length).toBeGreaterThan(20);
    expect(new Set(reports.map(({ kind }) => kind))).toEqual(new Set(['compacted']));
    expect(new Set(reports.map(({ site }) => site))).toEqual(new Set(['turn-start', 'after-tools']));

    const everything = await storedTexts(session, world);
    expect(world.script.needles.filter(({ text }) => !everything.includes(text))).toEqual([]);
  }, 180_000);
});

describe('what each layer is for, in 60 turns', () => {
  const turns = 60;
  /** A threshold that no request reaches. */
  const loopOff = { compression: { threshold: 1 } };

  it('the loop alone keeps requests around the threshold', async () => {
    await using world = await agentWorld({ turns, windowTokens: WINDOW });
    const { results } = await play(world);
    // What came in with the last tool results is on top of the threshold.
    expect(Math.max(...sizesOf(world))).toBeLessThan(WINDOW * 0.75);
    expect(sitesOf(results).every((site) => !site.startsWith('hygiene'))).toBe(true);
  }, 90_000);

  it('S-024 hygiene alone lets a session grow to 85 %, and then catches it before the agent sees the message', async () => {
    await using world = await agentWorld({ turns, windowTokens: WINDOW, settings: loopOff });
    const { results } = await play(world, { origin: 'outside' });
    const sites = sitesOf(results);
    expect(sites).toContain('hygiene compacted');
    expect(sites.every((site) => site.startsWith('hygiene') || site.startsWith('before-request'))).toBe(true);
    expect(Math.max(...sizesOf(world))).toBeGreaterThan(WINDOW * 0.75);
    expect(Math.max(...sizesOf(world))).toBeLessThanOrEqual(WINDOW);
  }, 90_000);

  it('with both off the window fills, the turn fails with figures, and the conversation stays', async () => {
    await using world = await agentWorld({
      turns,
      windowTokens: WINDOW,
      settings: { compression: { enabled: false } },
    });
    const { session, results } = await play(world);
    const failed = results.find(({ kind }) => kind === 'failed');
    expect(failed?.error?.code).toBe('CTX_WINDOW_FULL');
    expect(failed?.error?.message).toMatch(
      /does not fit the window of fake-model: about [\d,]+ tokens, and 32,000 fit/,
    );
    expect(sitesOf(results)).toEqual([]);
    expect(session.messages().length).toBeGreaterThan(100);
  }, 90_000);
});

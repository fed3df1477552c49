import type { Messages } from '@hermes-context/contract';
import type { HostSession, TurnResult } from '@hermes-context/host';
import { describe, expect, it } from 'vitest';
import { type AgentWorld, agentWorld, sitesOf } from './agent-world.fixture.ts';

const WINDOW = 32_000;
const LINE = 'The build finished, and all checks of the nightly run were green again. ';

/** Somebody else fills the session over night, as a bridge that only records does, up to a share of the window. */
async function grow({ host }: AgentWorld, session: HostSession, share: number): Promise<void> {
  const turns: Messages = Array.from({ length: 40 }, (_, index) => [
    { role: 'user', content: `Note ${index}: ${LINE.repeat(8)}` } as const,
    { role: 'assistant', content: `Noted, number ${index}. ${LINE.repeat(8)}` } as const,
  ]).flat();
  for (let from = 0; ; from += 2) {
    const other = await host.store.get(session.id);
    if (other.liveTokens >= WINDOW * share) return;
    await host.store.append(session.id, turns.slice(from % turns.length, (from % turns.length) + 2));
  }
}

async function nextMorning(
  share: number,
): Promise<{ readonly world: AgentWorld; readonly session: HostSession; readonly result: TurnResult }> {
  const world = await agentWorld({ turns: 4, windowTokens: WINDOW });
  const session = await world.host.newSession();
  await session.runTurn(world.script.userMessages[0] ?? '', { origin: 'outside' });
  await grow(world, session, share);
  const result = await session.runTurn(world.script.userMessages[1] ?? '', { origin: 'outside' });
  return { world, session, result };
}

describe('a session that grew over night', () => {
  it('S-020 S-025 to 95 % of the window is compacted once before the agent sees the message, and not again in that turn', async () => {
    const { world, result } = await nextMorning(0.95);
    await using _ = world;
    expect(result.kind).toBe('completed');
    expect(sitesOf([result])).toEqual(['hygiene compacted']);
    expect(world.server.requests.every(({ promptTokens = 0 }) => promptTokens <= WINDOW)).toBe(true);
  });

  it('S-021 S-024 to 60 % is left to the compressor in the loop', async () => {
    const { world, result } = await nextMorning(0.6);
    await using _ = world;
    expect(result.kind).toBe('completed');
    expect(sitesOf([result])).toEqual(['turn-start compacted']);
  });

  it('S-022 is measured from the last report of the provider on', async () => {
    const { world, session } = await nextMorning(0.2);
    await using _ = world;
    expect(session.status().size.basis).toBe('anchored');
  });

  it('S-023 is left alone with compression disabled', async () => {
    await using world = await agentWorld({
      turns: 2,
      windowTokens: WINDOW,
      settings: { compression: { enabled: false } },
    });
    const session = await world.host.newSession();
    await grow(world, session, 0.9);
    const result = await session.runTurn(world.script.userMessages[0] ?? '', { origin: 'outside' });
    expect(sitesOf([result])).toEqual([]);
  });

  it('keeps its archive, under the same id', async () => {
    const { world, session } = await nextMorning(0.95);
    await using _ = world;
    const stored = await world.host.store.get(session.id);
    const archived = await world.host.store.read(session.id, { states: ['compacted'], limit: 1_000 });
    expect(archived.items.length).toBeGreaterThan(20);
    expect(stored.sequence).toBeGreaterThanOrEqual(archived.items.length + session.messages().length);
    expect(stored.parentSessionId).toBeUndefined();
  });
});

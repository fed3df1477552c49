import { createMemorySessionStore } from '@hermes-context/sessions';
import { transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engineOf, hostWith, readFile, talk, verboseModel } from './host.fixture.ts';

const total = (categories: Readonly<Record<string, number>>): number =>
  Object.values(categories).reduce((sum, each) => sum + each, 0);

describe('the context map', () => {
  it('shows a new session: its window, its tools, its system prompt', async () => {
    const host = await hostWith({ systemPrompt: 'Help.', tools: [readFile] });
    const session = await host.newSession();
    const map = session.contextMap();
    expect(map).toMatchObject({
      contextTokens: 8_000,
      categories: { user: 0, assistant: 0, toolOutput: 0, arguments: 0, images: 0, reasoning: 0, summary: 0 },
      size: { tokens: map.estimatedTokens, basis: 'estimated' },
    });
    expect(map.categories.system).toBeGreaterThan(0);
    expect(map.categories.tools).toBeGreaterThan(0);
    expect(map.thresholdTokens).toBe(session.status().thresholdTokens);
    expect(total(map.categories)).toBe(map.estimatedTokens);
    await host.close();
  });

  it('counts a summary apart from who stands for it', async () => {
    const host = await hostWith({ model: verboseModel(), sessionSearch: false });
    const session = await host.newSession();
    await talk(session, 6);
    const before = session.contextMap();
    expect((await session.compact()).kind).toBe('compacted');
    const after = session.contextMap();
    expect([before.categories.summary, before.categories.tools]).toEqual([0, 0]);
    expect(after.categories.summary).toBeGreaterThan(0);
    expect(after.estimatedTokens).toBeLessThan(before.estimatedTokens);
    expect(total(after.categories)).toBe(after.estimatedTokens);
    await host.close();
  });

  it('leaves the threshold out where the engine says none', async () => {
    const host = await hostWith({ engine: engineOf({}) });
    expect((await host.newSession()).contextMap()).not.toHaveProperty('thresholdTokens');
    await host.close();
  });

  it('adds up, whatever the conversation', async () => {
    const store = createMemorySessionStore();
    const host = await hostWith({ store });
    await fc.assert(
      fc.asyncProperty(transcript(), async (messages) => {
        const { id } = await store.create();
        await store.append(id, messages);
        const session = await host.resumeSession(id);
        const { categories, estimatedTokens, size } = session.contextMap();
        expect(total(categories)).toBe(estimatedTokens);
        expect(size).toEqual({ tokens: estimatedTokens, basis: 'estimated' });
        await session.close();
      }),
      { numRuns: 15 },
    );
    await host.close();
  });
});

import { contentText, estimateMessagesTokens } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { engineOf, hostWith, talk, verboseModel } from './host.fixture.ts';
import type { TurnEvent } from './host-types.ts';
import { scriptedModel } from './scripted-model.fixture.ts';

const big = { name: 'big-1', contextTokens: 1_000_000 };
const small = { name: 'small-1', contextTokens: 6_000 };

describe('a model switch', () => {
  it('S-044 resolves the threshold again, and returns to the global one where no key matches', async () => {
    const compression = { threshold: 0.5, model_thresholds: { 'small-1': 0.9 } };
    const host = await hostWith({ model: scriptedModel({ info: big }), compression });
    const session = await host.newSession();
    expect(session.status().thresholdTokens).toBe(500_000);
    await session.switchModel(scriptedModel({ info: small }));
    expect(session.status().thresholdTokens).toBe(5_400);
    await session.switchModel(scriptedModel({ info: { name: 'other', contextTokens: 20_000 } }));
    expect(session.status().thresholdTokens).toBe(10_000);
    await host.close();
  });

  it('S-110 says that the cache is lost, to the caller, the screen and the listeners, and happens on request only', async () => {
    const host = await hostWith({ model: scriptedModel({ info: big }) });
    const told: unknown[] = [];
    host.events.on('session:model', (event) => told.push(event));
    const session = await host.newSession();
    await talk(session, 3);
    await session.compact();
    expect(told).toEqual([]);

    const seen: TurnEvent[] = [];
    const result = await session.switchModel(scriptedModel({ info: small }), { onEvent: (event) => seen.push(event) });
    const text = expect.stringMatching(/small-1 instead of big-1\. What the provider had cached .* is lost/);
    expect(result).toMatchObject({ kind: 'switched', cacheLost: true, notice: text });
    expect(seen).toContainEqual({ type: 'notice', level: 'info', text });
    expect(told).toEqual([{ session_id: session.id, from: 'big-1', to: 'small-1', cache_lost: true }]);
    await host.close();
  });

  it('compacts before the first request to a smaller window, and that request fits it', async () => {
    const host = await hostWith({ model: scriptedModel({ info: big, answer: verboseAnswer }) });
    const session = await host.newSession();
    await talk(session, 30);
    expect(estimateMessagesTokens(session.messages())).toBeGreaterThan(small.contextTokens);
    const next = scriptedModel({ info: { ...small, maxOutputTokens: 1_000 } });
    expect(await session.switchModel(next)).toMatchObject({
      kind: 'switched',
      compaction: { kind: 'compacted', site: 'model-switch' },
    });
    await session.runTurn('Go on.');
    expect(estimateMessagesTokens(next.requests[0]?.messages ?? [])).toBeLessThanOrEqual(5_000);
    await host.close();
  });

  it('is refused with figures where the conversation cannot be made to fit, and the old model goes on', async () => {
    const host = await hostWith({ model: scriptedModel({ info: big, answer: verboseAnswer }), engine: engineOf({}) });
    const session = await host.newSession();
    await talk(session, 30);
    const size = session.status().size;
    const result = await session.switchModel(scriptedModel({ info: small }));
    expect(result.kind).toBe('refused');
    expect(result).toMatchObject({
      detail: expect.stringMatching(
        /^The conversation takes about [\d,]+ tokens, and small-1 has a window of 6,000\. big-1 stays\. A compaction did not help: /,
      ),
    });
    expect(session.status()).toMatchObject({ model: big, size });
    await host.close();
  });

  it('decides nothing by what the old model counted', async () => {
    const host = await hostWith({ model: scriptedModel({ info: big, ratio: 2.5 }) });
    const session = await host.newSession();
    await talk(session, 8);
    const estimated = session.contextMap().estimatedTokens;
    expect(session.status().size.tokens).toBeGreaterThan(estimated * 2);
    await session.switchModel(scriptedModel({ info: { ...small, name: 'small-2' } }));
    expect(session.status().size).toEqual({ tokens: estimated, basis: 'estimated' });
    await host.close();
  });

  it('sends no reasoning that another model wrote, and keeps it stored', async () => {
    const thinking = scriptedModel({
      info: big,
      answer: () => ({ content: 'Yes.', reasoning_content: 'Hm, is it?' }),
    });
    const host = await hostWith({ model: thinking });
    const session = await host.newSession();
    await session.runTurn('Is it?');
    await session.runTurn('Sure?');
    expect(JSON.stringify(thinking.requests[1]?.messages)).toContain('Hm, is it?');
    const next = scriptedModel({ info: small });
    await session.switchModel(next);
    await session.runTurn('And now?');
    expect(JSON.stringify(next.requests[0]?.messages)).not.toContain('Hm, is it?');
    expect(next.requests[0]?.messages.map(({ content }) => contentText(content))).toContain('Yes.');
    expect(JSON.stringify(session.messages())).toContain('Hm, is it?');
    await host.close();
  });
});

function verboseAnswer(_: unknown, index: number): string {
  return contentText(`Answer ${index}. ${'and so on it goes '.repeat(60)}`);
}

describe('a conversation without a switch', () => {
  it('S-110 keeps its model through compactions, refusals and undo', async () => {
    const model = verboseModel();
    const host = await hostWith({ model });
    const session = await host.newSession();
    await talk(session, 12);
    await session.compact();
    await session.undo();
    expect(session.status().model).toEqual(model.info);
    await host.close();
  });
});

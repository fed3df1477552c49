import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import { conversation, options } from './conversation.fixture.ts';
import { createPromptCache } from './prompt-cache.ts';
import {
  anyPrompt,
  countMarkers,
  markedPlaces,
  promptOf,
  reloaded,
  result,
  start,
  step,
  steps,
  user,
} from './prompts.fixture.ts';
import { wireText } from './wire-text.ts';

const MINUTE_MS = 60_000;

const strategies = fc.constantFrom('peat', 'system_and_3', 'none');
const ttls = fc.constantFrom('5m', '1h', 'auto');

describe('prepare', () => {
  it('sends what it was given but for at most four markers, and edits nothing, whatever follows on whatever', () => {
    const requests = fc.array(fc.tuple(anyPrompt, fc.nat(100 * MINUTE_MS)), { maxLength: 6 });
    fc.assert(
      fc.property(requests, strategies, ttls, (prompts, strategy, ttl) => {
        const cache = createPromptCache({ ...options, strategy, ttl });
        let nowMs = 0;
        for (const [prompt, gapMs] of prompts) {
          nowMs += gapMs;
          const sent = cache.prepare(prompt, nowMs);
          expect(countMarkers(sent)).toBeLessThanOrEqual(strategy === 'none' ? 0 : 4);
          expect(sent.messages.map(wireText)).toEqual(prompt.messages.map(wireText));
          expect((sent.tools ?? []).map(wireText)).toEqual((prompt.tools ?? []).map(wireText));
        }
      }),
    );
  });

  it('gives the same again for the same prompt, for a copy of it, and for what it gave', () => {
    fc.assert(
      fc.property(fc.array(anyPrompt, { minLength: 1, maxLength: 4 }), strategies, (prompts, strategy) => {
        const cache = createPromptCache({ ...options, strategy });
        for (const prompt of prompts) {
          const sent = cache.prepare(prompt, 0);
          expect(cache.prepare(prompt, 0)).toEqual(sent);
          expect(cache.prepare(reloaded(prompt), 0)).toEqual(sent);
          expect(cache.prepare(sent, 0)).toEqual(sent);
        }
      }),
    );
  });

  it('marks the end of the system prompt, of the request before, and of this one', () => {
    const { send } = conversation();
    expect(markedPlaces(send(start.slice(0, 1)))).toEqual(['system', 0]);
    expect(markedPlaces(send(start))).toEqual(['system', 8, 10]);
  });

  it('marks the last pruned message, and on the request that rewrote it the one before', () => {
    const { send } = conversation();
    const more = [...start, ...steps(5, 12)]; // 25 messages
    const once = more.with(2, result('c0', '[cut]')).with(6, result('c2', '[cut]'));
    const twice = once.with(12, result('c5', '[cut]'));
    send(more);
    expect(markedPlaces(send([...once, ...step('d')]))).toEqual(['system', 6, 24, 26]);
    expect(markedPlaces(send([...twice, ...step('d'), ...steps(90, 91)]))).toEqual(['system', 6, 12, 28]);
    expect(markedPlaces(send([...twice, ...step('d'), ...steps(90, 92)]))).toEqual(['system', 12, 28, 30]);
  });

  it('drops the old mark where the rewrite went below it, and follows it where it only moved', () => {
    const { send } = conversation();
    const pruned = start.with(6, result('c2', '[cut]'));
    const summary = user('Summary.');
    send(start);
    send([...pruned, ...step('d')]);
    const compacted = [summary, ...pruned.slice(9), ...step('d'), ...step('e')];
    expect(markedPlaces(send(compacted))).toEqual(['system', 0, 4, 6]);
    // A summary in front of the pruned message: that one still ends what is stable, at index 5 now.
    const other = conversation();
    other.send(start);
    other.send([...pruned, ...step('d')]);
    const shorter = [summary, ...pruned.slice(2), ...step('d'), ...step('e')];
    expect(markedPlaces(other.send(shorter))).toEqual(['system', 5, 11, 13]);
  });

  it('holds after two rewrites in a row, after a rewind, and after a reset', () => {
    const { cache, send } = conversation();
    const pruned = start.with(6, result('c2', '[cut]'));
    send(start);
    send(pruned);
    expect(markedPlaces(send(pruned.with(2, result('c0', '[cut]'))))).toEqual(['system', 6, 8, 10]);
    expect(markedPlaces(send([...pruned.slice(0, 2), result('c0', '[cut]'), ...pruned.slice(3, 5)]))).toEqual([
      'system',
      2,
      4,
    ]);
    cache.reset();
    expect(markedPlaces(send(start))).toEqual(['system', 8, 10]);
  });

  it('has no old mark to read from behind another system prompt, or behind a rewind', () => {
    const pruned = start.with(6, result('c2', '[cut]'));
    const twice = pruned.with(8, result('c3', '[cut]'));
    const { cache, send } = conversation();
    send(start);
    send(pruned);
    const other = cache.prepare(promptOf([...twice, ...step('d')], { system: 'You are a poet.' }), 9_000);
    expect(markedPlaces(other)).toEqual(['system', 8, 10, 12]);

    const rewound = conversation();
    rewound.send(start);
    rewound.send(pruned);
    rewound.send(pruned.slice(0, 5));
    const longer = [...pruned.slice(0, 5), ...steps(20, 26)];
    expect(markedPlaces(rewound.send(longer))).toEqual(['system', 14, 16]);
  });

  it('takes a summary that nothing is left behind for a rewrite when told so, not for a rewind', () => {
    const summary = [user('Summary.'), user('Go on.')];
    const places = [false, true].map((isNoted) => {
      const { cache, send } = conversation();
      send(start);
      if (isNoted) cache.noteRewrite();
      send(summary);
      return markedPlaces(send([...summary, ...steps(0, 3)]));
    });
    expect(places).toEqual([
      ['system', 5, 7],
      ['system', 1, 5, 7],
    ]);
  });

  it('notices a list that was appended to in place', () => {
    const cache = createPromptCache(options);
    const list: WireObject[] = [...start];
    const prompt: WirePrompt = { shape: 'anthropic', system: 'You are an agent.', messages: list };
    cache.prepare(prompt, 0);
    cache.report({ promptTokens: 9_000, cacheReadTokens: 0, cacheWriteTokens: 9_000 });
    list.push(...step('d'));
    list[2] = result('c0', '[cut]');
    expect(markedPlaces(cache.prepare(prompt, 1))).toContain(2);
  });

  it('compares pointers alone for messages that are the same objects', () => {
    let readCount = 0;
    const counted = (message: WireObject): WireObject =>
      new Proxy(message, {
        get(target, key, receiver): unknown {
          readCount += 1;
          return Reflect.get(target, key, receiver);
        },
        ownKeys(target) {
          readCount += 1;
          return Reflect.ownKeys(target);
        },
      });
    const readsFor = (count: number, strategy: 'peat' | 'system_and_3'): number => {
      const cache = createPromptCache({ ...options, strategy });
      const messages = [user('Fix it.'), ...steps(0, count)].map(counted);
      const more = steps(count, count + 1).map(counted);
      cache.prepare({ shape: 'anthropic', messages }, 0);
      cache.prepare({ shape: 'anthropic', messages: [...messages, ...more] }, 1);
      readCount = 0;
      cache.prepare({ shape: 'anthropic', messages: [...messages, ...more] }, 2);
      return readCount;
    };
    for (const strategy of ['peat', 'system_and_3'] as const) {
      expect(readsFor(1_000, strategy)).toBe(readsFor(10, strategy));
      expect(readsFor(10, strategy)).toBeLessThan(100);
    }
  });
});

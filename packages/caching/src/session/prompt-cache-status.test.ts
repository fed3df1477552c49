import { describe, expect, it } from 'vitest';
import { conversation } from './conversation.fixture.ts';
import type { PromptCacheOptions } from './prompt-cache.ts';
import { anthropicRoute, implicitRoute, start, step } from './prompts.fixture.ts';
import { createReferenceCache } from './reference-cache.fixture.ts';

const MINUTE_MS = 60_000;

describe('the lifetime', () => {
  it('is learned from the pauses when it is auto: 5m at first, then 1h for a chat, and 5m again for a loop', () => {
    const { cache, send } = conversation({ ttl: 'auto' });
    const provider = createReferenceCache();
    let messages = start;
    let nowMs = 0;
    const request = (gapMs: number): string | undefined => {
      nowMs += gapMs;
      messages = [...messages, ...step(`m${nowMs}`)];
      const usage = provider.send(send(messages, nowMs), nowMs); // throws for 1h behind 5m
      cache.report(usage);
      return cache.status().ttl;
    };
    expect([request(0), request(5_000), request(2 * MINUTE_MS)]).toEqual(['5m', '5m', '5m']);
    expect(request(20 * MINUTE_MS)).toBe('1h');
    expect([...Array(30)].map(() => request(2 * MINUTE_MS)).at(-1)).toBe('5m');
  });

  it('is not changed by a request that is tried again later', () => {
    const { cache, send } = conversation({ ttl: 'auto' });
    send(start, 0);
    send(start, 20 * MINUTE_MS);
    send([...start, ...step('d')], 22 * MINUTE_MS);
    expect(cache.status().ttl).toBe('5m');
  });

  it('is the one asked for when that is on offer, else the first, and none where none is', () => {
    const ttlOf = (settings: Partial<PromptCacheOptions>): string | undefined =>
      conversation(settings).cache.status().ttl;
    expect(ttlOf({ ttl: '1h' })).toBe('1h');
    expect(ttlOf({ ttl: '1h', route: { ...anthropicRoute, ttls: ['5m'] } })).toBe('5m');
    expect(ttlOf({ route: implicitRoute })).toBeUndefined();
    expect(ttlOf({ strategy: 'none' })).toBeUndefined();
  });

  it('tells when the cache is cold', () => {
    const { cache, send } = conversation();
    expect(cache.isCold(0)).toBe(true);
    send(start, 10_000);
    expect([10_000, 309_999, 310_000].map((nowMs) => cache.isCold(nowMs))).toEqual([false, false, true]);
    cache.reset();
    expect(cache.isCold(10_001)).toBe(true);

    const hour = conversation({ ttl: '1h' });
    hour.send(start, 0);
    expect([59, 60].map((minutes) => hour.cache.isCold(minutes * MINUTE_MS))).toEqual([false, true]);
  });

  it('calls a provider with a lifetime of its own cold after an hour, and one that caches nothing always', () => {
    const implicit = conversation({ route: implicitRoute });
    implicit.send(start, 0);
    expect([59, 60].map((minutes) => implicit.cache.isCold(minutes * MINUTE_MS))).toEqual([false, true]);
    const unmarked = conversation({ strategy: 'none' });
    unmarked.send(start, 0);
    expect(unmarked.cache.isCold(1)).toBe(true);
  });
});

describe('status', () => {
  it('adds up what was reported, and goes on over a reset', () => {
    const { cache, send } = conversation();
    expect(cache.status()).toEqual({
      strategy: 'peat',
      ttl: '5m',
      requests: 0,
      promptTokens: 0,
      readTokens: 0,
      writeTokens: 0,
      alarms: 0,
    });
    send(start);
    cache.report({ promptTokens: 1_000, cacheReadTokens: 0, cacheWriteTokens: 1_000 });
    cache.reset();
    send(start);
    cache.report({ promptTokens: 3_000, cacheReadTokens: 1_000, cacheWriteTokens: 2_000 });
    expect(cache.status()).toEqual({
      strategy: 'peat',
      ttl: '5m',
      requests: 2,
      promptTokens: 4_000,
      readTokens: 1_000,
      writeTokens: 3_000,
      readShare: 0.25,
      lastPromptTokens: 3_000,
      lastReadTokens: 1_000,
      alarms: 0,
    });
  });

  it('knows no share where the provider does not say what it read', () => {
    const { cache, send } = conversation();
    send(start);
    cache.report({ promptTokens: 1_000 });
    expect(cache.status()).not.toHaveProperty('readShare');
  });
});

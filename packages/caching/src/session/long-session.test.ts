import { deepFreeze } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireObject } from '../wire-prompt.ts';
import type { CacheUsage } from './cache-usage.ts';
import { options } from './conversation.fixture.ts';
import { createPromptCache } from './prompt-cache.ts';
import { promptOf, reloaded, user } from './prompts.fixture.ts';
import { createReferenceCache } from './reference-cache.fixture.ts';

describe('a long session against the rules of the provider', () => {
  interface Turn {
    readonly kind: 'step' | 'prune' | 'compact' | 'rewind';
    readonly size: number;
  }
  const turn: fc.Arbitrary<Turn> = fc.record({
    kind: fc.constantFrom('step', 'step', 'step', 'step', 'prune', 'compact', 'rewind'),
    size: fc.integer({ min: 1, max: 14 }),
  });

  /** A step of one message with several calls, and one with their answers. */
  function wideStep(id: string, callCount: number): readonly WireObject[] {
    const ids = Array.from({ length: callCount }, (_, index) => `${id}.${index}`);
    const input = { path: 'some/long/path' };
    return deepFreeze([
      { role: 'assistant', content: ids.map((each) => ({ type: 'tool_use', id: each, name: 'read', input })) },
      {
        role: 'user',
        content: ids.map((each) => ({ type: 'tool_result', tool_use_id: each, content: `${each} ${'x'.repeat(40)}` })),
      },
    ]);
  }

  function rewritten(messages: readonly WireObject[], { kind, size }: Turn): readonly WireObject[] {
    switch (kind) {
      case 'step':
        return messages;
      case 'prune':
        return messages.map((message, index) =>
          index > 0 && index < messages.length - 4 && index <= size * 2 && message['role'] === 'user'
            ? user(`[cut ${index}]`)
            : message,
        );
      case 'compact':
        return messages.length > 6 ? [user(`Summary of ${messages.length}.`), ...messages.slice(-4)] : messages;
      case 'rewind':
        return messages.slice(0, Math.max(1, messages.length - 2 * (size % 3)));
    }
  }

  it('reads the whole prompt before when it was appended to, and the head that was stable after a rewrite', () => {
    fc.assert(
      fc.property(fc.array(turn, { minLength: 5, maxLength: 60 }), fc.boolean(), (turns, isReloaded) => {
        const cache = createPromptCache(options);
        const provider = createReferenceCache();
        let messages: readonly WireObject[] = [user('Fix it.')];
        let nowMs = 0;
        let before: Required<CacheUsage> | undefined;
        for (const [index, each] of turns.entries()) {
          const next = rewritten(messages, each);
          const isRewrite = next !== messages && JSON.stringify(next) !== JSON.stringify(messages);
          messages = each.kind === 'step' ? [...next, ...wideStep(`s${index}`, each.size)] : next;
          if (isRewrite) cache.noteRewrite();
          nowMs += 30_000;
          const prompt = promptOf(messages);
          const usage = provider.send(cache.prepare(isReloaded ? reloaded(prompt) : prompt, nowMs), nowMs);
          expect(cache.report(usage)).toBeUndefined();
          expect(usage.cacheReadTokens + usage.cacheWriteTokens).toBe(usage.promptTokens);
          if (before !== undefined && !isRewrite) expect(usage.cacheReadTokens).toBe(before.promptTokens);
          if (before !== undefined) expect(usage.cacheReadTokens).toBeGreaterThan(0); // the system prompt at least
          before = usage;
        }
      }),
    );
  });

  it('reads up to the last pruned message when the next ones are pruned', () => {
    const cache = createPromptCache(options);
    const provider = createReferenceCache();
    let messages: readonly WireObject[] = [user('Fix it.')];
    let [frontier, nowMs] = [0, 0];
    for (let index = 0; index < 120; index += 1) {
      messages = [...messages, ...wideStep(`s${index}`, 3)];
      const isPrune = index % 15 === 14;
      const stable = messages.slice(0, frontier + 1);
      if (isPrune) {
        const end = messages.length - 8;
        messages = messages.map((message, at) =>
          at > frontier && at < end && message['role'] === 'user' ? user(`[cut ${at}]`) : message,
        );
        frontier = messages.findLastIndex((_, at) => at < end && at % 2 === 0);
        cache.noteRewrite();
      }
      nowMs += 30_000;
      const usage = provider.send(cache.prepare(promptOf(messages), nowMs), nowMs);
      cache.report(usage);
      if (!isPrune || index === 14) continue;
      const stableTokens = createReferenceCache().send(promptOf(stable), 0).promptTokens;
      expect(usage.cacheReadTokens).toBeGreaterThanOrEqual(stableTokens);
    }
    expect(cache.status().readShare).toBeGreaterThan(0.9);
  });
});

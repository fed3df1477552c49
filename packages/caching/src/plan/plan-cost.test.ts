import { describe, expect, it } from 'vitest';
import type { CachePlan } from '../cache-plan.ts';
import { findRoute } from '../routes/find-route.ts';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import { applyPlan } from './apply-plan.ts';
import { planPeat } from './plan-peat.ts';
import { planSystemAnd3 } from './plan-system-and-3.ts';

const route = findRoute({ provider: 'anthropic', model: 'claude-opus-5' });

/** Counts how often anything of an object is looked at. */
function counted<T extends object>(target: T, count: () => void): T {
  const look = <R>(read: () => R): R => {
    count();
    return read();
  };
  return new Proxy(target, {
    get: (object, key, receiver) => look(() => Reflect.get(object, key, receiver)),
    ownKeys: (object) => look(() => Reflect.ownKeys(object)),
    has: (object, key) => look(() => Reflect.has(object, key)),
    getOwnPropertyDescriptor: (object, key) => look(() => Reflect.getOwnPropertyDescriptor(object, key)),
  });
}

function history(length: number, count: () => void): readonly WireObject[] {
  return Array.from({ length }, (_, index) =>
    counted({ role: index % 2 === 0 ? 'user' : 'assistant', content: `message ${index}` }, count),
  );
}

const planners: readonly [string, (prompt: WirePrompt) => CachePlan][] = [
  ['peat', (prompt) => planPeat(prompt, { route, ttl: { prefix: '5m', rest: '5m' }, epoch: 4, previousEpoch: 2 })],
  ['system_and_3', (prompt) => planSystemAnd3(prompt, { route, ttl: '5m' })],
];

describe.each(planners)('the cost of %s', (_, plan) => {
  it('is the same for a long history as for a short one while planning, messages and their list alike', () => {
    const looksAt = (length: number): number => {
      let looks = 0;
      const count = () => {
        looks += 1;
      };
      plan({ shape: 'anthropic', system: 'Be brief.', messages: counted(history(length, count), count) });
      return looks;
    };
    expect(looksAt(4_001)).toBe(looksAt(41));
    expect(looksAt(41)).toBeGreaterThan(0);
  });

  it('is the same in each further request, marking included: only what is new or marked is looked at', () => {
    const looksAt = (length: number): number => {
      let looks = 0;
      const messages = history(length + 2, () => {
        looks += 1;
      });
      const send = (end: number) => {
        const prompt: WirePrompt = { shape: 'anthropic', system: 'Be brief.', messages: messages.slice(0, end) };
        applyPlan(prompt, plan(prompt), route);
      };
      send(length);
      expect(looks).toBeGreaterThan(length);
      looks = 0;
      send(length + 2);
      return looks;
    };
    expect(looksAt(4_001)).toBe(looksAt(41));
  });
});

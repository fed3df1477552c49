import { deepFreeze } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CachePlan, CacheTtl, MarkerPlace } from '../cache-plan.ts';
import type { CacheRoute } from '../routes/cache-route.ts';
import { ROUTE_ROWS } from '../routes/route-table.ts';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import { applyPlan } from './apply-plan.ts';
import { markersIn, spelledOut } from './found-markers.fixture.ts';
import { planPeat } from './plan-peat.ts';
import { planSystemAnd3 } from './plan-system-and-3.ts';
import { stripMarkers } from './strip-markers.ts';
import { wirePrompts } from './wire-prompts.fixture.ts';

const ttls = fc.constantFrom<CacheTtl>('5m', '1h');
const routes = fc.constantFrom<CacheRoute>(...ROUTE_ROWS.filter(({ placement }) => placement !== 'none'));
const indexes = fc.option(fc.nat({ max: 40 }), { nil: undefined });

type Planner = (prompt: WirePrompt) => CachePlan;

/** A route and a way to plan for it. */
const plannings = fc
  .record({ route: routes, prefix: ttls, rest: ttls, epoch: indexes, previousEpoch: indexes, isPeat: fc.boolean() })
  .map(({ route, prefix, rest, epoch, previousEpoch, isPeat }) => {
    const plan: Planner = isPeat
      ? (prompt) => planPeat(prompt, { route, ttl: { prefix, rest }, epoch, previousEpoch })
      : (prompt) => planSystemAnd3(prompt, { route, ttl: rest });
    return { route, plan, label: isPeat ? 'peat' : 'system_and_3' };
  });

/** Plans that nobody checked: places that are not there or cannot carry, too many, in any order. */
const wildPlans: fc.Arbitrary<CachePlan> = fc
  .array(
    fc.record({
      place: fc.oneof(
        fc.record({ part: fc.constantFrom('tools' as const, 'system' as const), index: fc.nat({ max: 3 }) }),
        fc.record({ part: fc.constant('messages' as const), index: fc.nat({ max: 20 }), block: fc.nat({ max: 8 }) }),
        fc.record({ part: fc.constant('messages' as const), index: fc.nat({ max: 20 }) }),
      ) as fc.Arbitrary<MarkerPlace>,
      ttl: ttls,
      slot: fc.constantFrom('prefix' as const, 'tail' as const, 'recent' as const),
      why: fc.constant('A test says so.'),
    }),
    { maxLength: 12 },
  )
  .map((markers) => deepFreeze({ markers, skipped: [], notes: [] }));

const NO_MARKERS: CachePlan = { markers: [], skipped: [], notes: [] };

describe('a planned and marked request', () => {
  it('has no more markers than the route takes, those of the plan and no other', () => {
    fc.assert(
      fc.property(wirePrompts, plannings, (prompt, { route, plan }) => {
        const sent = applyPlan(prompt, NO_MARKERS, route);
        const planned = plan(sent);
        const found = markersIn(applyPlan(sent, planned, route));
        expect(markersIn(applyPlan(prompt, plan(prompt), route))).toEqual(found);
        expect(found.length).toBeLessThanOrEqual(Math.min(4, route.maxMarkers));
        expect(found.map(({ path }) => path.split('.').slice(0, 2).join('.'))).toEqual(
          planned.markers.map(({ place }) => `${place.part}.${place.index}`),
        );
      }),
    );
  });

  it('stays within the rules of its route whatever plan it was given', () => {
    fc.assert(
      fc.property(wirePrompts, routes, wildPlans, (prompt, route, plan) => {
        const marked = applyPlan(prompt, plan, route);
        expectLegal(marked, route);
        expect(markersIn(marked).length).toBeLessThanOrEqual(route.maxMarkers);
      }),
    );
  });

  it('has markers on legal carriers alone, and no longer lifetime behind a shorter one', () => {
    fc.assert(
      fc.property(wirePrompts, plannings, (prompt, { route, plan }) => {
        expectLegal(applyPlan(prompt, plan(prompt), route), route);
      }),
    );
  });

  it('is planned and marked a second time without a change', () => {
    fc.assert(
      fc.property(wirePrompts, plannings, (prompt, { route, plan }) => {
        const once = applyPlan(prompt, plan(prompt), route);
        expect(applyPlan(once, plan(once), route)).toEqual(once);
      }),
    );
  });

  it('says what the unmarked one says, byte for byte but for a string that became a part', () => {
    fc.assert(
      fc.property(wirePrompts, plannings, (prompt, { route, plan }) => {
        const unmarked = applyPlan(prompt, NO_MARKERS, route);
        const stripped = stripMarkers(applyPlan(prompt, plan(prompt), route));
        expect(JSON.stringify(spelledOut(stripped))).toBe(JSON.stringify(spelledOut(unmarked)));
        if (!route.refusesBlankText) expect(unmarked).toEqual(stripMarkers(prompt));
      }),
    );
  });

  it('keeps each message, block and tool without a change as the same object', () => {
    fc.assert(
      fc.property(wirePrompts, plannings, (prompt, { route, plan }) => {
        const clean = applyPlan(prompt, NO_MARKERS, route);
        const planned = plan(clean);
        const marked = applyPlan(clean, planned, route);
        const places = planned.markers.map(({ place }) => `${place.part}.${place.index}`);
        const touched = new Set(places);
        for (const [index, message] of clean.messages.entries()) {
          if (!touched.has(`messages.${index}`)) expect(marked.messages[index]).toBe(message);
          else
            expect(changedBlocks(marked.messages[index], message)).toBeLessThanOrEqual(
              countOf(`messages.${index}`, places),
            );
        }
        for (const [index, tool] of (clean.tools ?? []).entries()) {
          if (!touched.has(`tools.${index}`)) expect(marked.tools?.[index]).toBe(tool);
        }
      }),
    );
  });

  it('is the same request again where nothing is to be marked or removed', () => {
    fc.assert(
      fc.property(wirePrompts, routes, (prompt, route) => {
        const clean = applyPlan(prompt, NO_MARKERS, route);
        expect(applyPlan(clean, NO_MARKERS, route).messages).toBe(clean.messages);
        expect(stripMarkers(clean).messages).toBe(clean.messages);
      }),
    );
  });
});

function expectLegal(prompt: WirePrompt, route: CacheRoute): void {
  const found = markersIn(prompt);
  expect(found.map(({ ttl }) => ttl)).toEqual(found.map(({ ttl }) => ttl).toSorted());
  for (const { path, carrier } of found) {
    const [part, , field, ...inner] = path.split('.');
    expect(inner.length).toBeLessThanOrEqual(1);
    if (part === 'messages' && field === undefined)
      expect([prompt.shape, route.messageLevel]).toEqual(['openai-chat', true]);
    if (part === 'messages' && field !== undefined) expect(['content', 'output']).toContain(field);
    expect(['thinking', 'redacted_thinking', 'output_text', 'reasoning', 'function_call']).not.toContain(
      carrier['type'],
    );
    if ('text' in carrier) expect(carrier['text']).toMatch(/\S/);
    const message = part === 'messages' ? prompt.messages[Number(path.split('.')[1])] : undefined;
    if (message?.['role'] === 'tool' && field !== undefined) expect(route.toolRole).toBe('part');
    if (message?.['role'] === 'assistant' && prompt.shape !== 'anthropic') expect(route.noAssistant).toBeUndefined();
  }
}

function changedBlocks(marked: WireObject | undefined, message: WireObject): number {
  const before = message['content'];
  const after = marked?.['content'];
  return Array.isArray(before) && Array.isArray(after) ? after.filter((block) => !before.includes(block)).length : 0;
}

function countOf(place: string, places: readonly string[]): number {
  return places.filter((each) => each === place).length;
}

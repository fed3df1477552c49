import {
  applyPlan,
  type CacheTtl,
  findRoute,
  planPeat,
  planSystemAnd3,
  type WireObject,
  type WirePrompt,
} from '@hermes-context/caching';
import { describe, expect, it } from 'vitest';
import { loadCase } from './load-case.ts';

const anthropic = findRoute({ provider: 'anthropic', model: 'claude-opus-5' });
const openRouter = findRoute({ provider: 'openrouter', model: 'anthropic/claude-opus-5' });
const ephemeral = { cache_control: { type: 'ephemeral' } };
const FIVE_MINUTES = { prefix: '5m', rest: '5m' } as const;

/** The request of a case in Anthropic form. */
function requestOf(number: string): WirePrompt {
  return { shape: 'anthropic', ...(loadCase(number).input['request'] as Omit<WirePrompt, 'shape'>) };
}

/** Lifetimes of all markers, in the order of the prompt. */
function lifetimes({ tools, system, messages }: WirePrompt): readonly string[] {
  const written = JSON.stringify([tools, system, messages]);
  return [...written.matchAll(/"cache_control":(\{[^}]*\})/g)].map(([, marker]) => {
    const { ttl } = JSON.parse(marker ?? '{}') as { readonly ttl?: string };
    return ttl ?? '5m';
  });
}

describe('case 21: five breakpoints', () => {
  const prompt = requestOf('21');
  const plans = [
    ['system_and_3', (each: WirePrompt) => planSystemAnd3(each, { route: anthropic, ttl: '5m' })],
    ['peat', (each: WirePrompt) => planPeat(each, { route: anthropic, ttl: FIVE_MINUTES })],
  ] as const;

  it.each(plans)(
    'leaves at most four with %s, those of the caller counted, and changes nothing in place',
    (_, plan) => {
      expect(lifetimes(prompt)).toHaveLength(5);
      const before = JSON.stringify(prompt);
      const marked = applyPlan(prompt, plan(prompt), anthropic);
      expect(lifetimes(marked).length).toBeLessThanOrEqual(4);
      expect(JSON.stringify(prompt)).toBe(before);
      expect(applyPlan(marked, plan(marked), anthropic)).toEqual(marked);
    },
  );

  it.each(plans)('gives up the inner of two system markers with %s, and never the last message', (_, plan) => {
    const { system, messages } = applyPlan(prompt, plan(prompt), anthropic);
    expect(system).toEqual([
      { type: 'text', text: 'core' },
      { type: 'text', text: 'project', ...ephemeral },
    ]);
    expect(messages.at(-1)).toEqual({ role: 'user', content: [{ type: 'text', text: 'q2', ...ephemeral }] });
  });

  it('gives up the same of a plan that asks for all five places', () => {
    const place = [
      { part: 'tools', index: 1 },
      { part: 'system', index: 0 },
      { part: 'system', index: 1 },
      { part: 'messages', index: 0, block: 0 },
      { part: 'messages', index: 2, block: 0 },
    ] as const;
    const markers = place.map((each) => ({ place: each, ttl: '5m', slot: 'recent', why: 'A test.' }) as const);
    const marked = applyPlan(prompt, { markers, skipped: [], notes: [] }, anthropic);
    expect(lifetimes(marked)).toHaveLength(4);
    expect(JSON.stringify(marked.system)).not.toContain('"core","cache_control"');
  });
});

describe('case 22: carriers that cannot be marked', () => {
  const prompt = requestOf('22');

  it('passes over blank texts and thinking to what stands before them, and sends no blank text', () => {
    const marked = applyPlan(prompt, planSystemAnd3(prompt, { route: anthropic, ttl: '5m' }), anthropic);
    expect(marked).not.toHaveProperty('system');
    expect(marked.messages.slice(0, 2)).toEqual(prompt.messages.slice(0, 2));
    expect(marked.messages.slice(2)).toEqual([
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '', ...ephemeral }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Looking', ...ephemeral },
          { type: 'thinking', thinking: 'hm2', signature: 'T=' },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'Go on', ...ephemeral }] },
    ]);
  });

  it('sends no blank text in the next request either, where the message has no marker any more', () => {
    const later: readonly WireObject[] = ['a', 'b', 'c', 'd'].map((text, index) => ({
      role: index % 2 === 0 ? 'assistant' : 'user',
      content: [{ type: 'text', text }],
    }));
    const grown = { ...prompt, messages: [...prompt.messages, ...later] };
    const marked = applyPlan(grown, planSystemAnd3(grown, { route: anthropic, ttl: '5m' }), anthropic);
    expect(marked.messages[4]).toEqual({ role: 'user', content: [{ type: 'text', text: 'Go on' }] });
  });

  it('goes out without a marker when nothing can carry one, and says why', () => {
    const thinking = { type: 'thinking', thinking: 'hm', signature: 'S=' };
    const bare: WirePrompt = { ...prompt, messages: [{ role: 'assistant', content: [thinking] }] };
    const plan = planPeat(bare, { route: anthropic, ttl: FIVE_MINUTES });
    expect(plan.markers).toEqual([]);
    expect(plan.skipped.map(({ slot }) => slot)).toEqual(['prefix', 'epoch', 'anchor', 'tail']);
    expect(lifetimes(applyPlan(bare, plan, anthropic))).toEqual([]);
  });
});

describe('case 23: lifetimes in order', () => {
  it('raises the system to the hour that the messages ask for, reports it, and counts the marker of the host', () => {
    const { systemTtl, messageTtl } = loadCase('23').input['settings'] as Record<'systemTtl' | 'messageTtl', CacheTtl>;
    const prompt = requestOf('23');
    const ttl = { prefix: systemTtl, rest: messageTtl };
    const plan = planPeat(prompt, { route: anthropic, ttl });
    expect(lifetimes(applyPlan(prompt, plan, anthropic))).toEqual(['1h', '1h', '1h']);
    expect(plan.notes).toEqual([
      'The prefix marker lives 1h instead of 5m: none behind it may live longer than it does.',
    ]);
    const short = planPeat(prompt, { route: anthropic, ttl: FIVE_MINUTES });
    expect(lifetimes(applyPlan(prompt, short, anthropic))).toEqual(['5m', '5m', '5m']);
  });
});

describe('case 37: carriers that the route honours', () => {
  it('marks four that take effect, in the outgoing copy alone', () => {
    const { messages } = loadCase('37').input as { readonly messages: readonly WireObject[] };
    const prompt: WirePrompt = { shape: 'openai-chat', messages };
    const marked = applyPlan(prompt, planSystemAnd3(prompt, { route: openRouter, ttl: '5m' }), openRouter);
    const part = (text: string) => [{ type: 'text', text, ...ephemeral }];
    expect(marked.messages).toEqual(
      messages.map((message, index) => {
        if (index === 0) return { ...message, content: part('core') };
        if (index === 1) return { ...message, content: part('task') };
        if (index === 3) return { ...message, content: part('result one') };
        return index === 7 ? { ...message, content: part('result three') } : message;
      }),
    );
    expect(lifetimes(prompt)).toEqual([]);
  });
});

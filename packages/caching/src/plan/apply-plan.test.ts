import { deepFreeze } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import type { CachePlan } from '../cache-plan.ts';
import { findRoute } from '../routes/find-route.ts';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import { applyPlan } from './apply-plan.ts';
import { planPeat } from './plan-peat.ts';

const native = findRoute({ provider: 'anthropic', model: 'claude-opus-5' });
const NO_MARKERS: CachePlan = { markers: [], skipped: [], notes: [] };
const blank = { type: 'text', text: ' ' };

function user(...content: readonly WireObject[]): WireObject {
  return { role: 'user', content };
}

function sent(...messages: readonly WireObject[]): WirePrompt['messages'] {
  return applyPlan(deepFreeze({ shape: 'anthropic', messages }), NO_MARKERS, native).messages;
}

describe('blank texts', () => {
  it('are not sent beside others, and the message without them is the same object each time', () => {
    const message = user({ type: 'text', text: 'hello' }, blank);
    const [first] = sent(message);
    expect(first).toEqual(user({ type: 'text', text: 'hello' }));
    expect(sent(message)[0]).toBe(first);
  });

  it('stay where a message has nothing else: without content it would be refused, too', () => {
    const message = user(blank, blank);
    expect(sent(message)[0]).toBe(message);
  });

  it('stay on a route that does not refuse them', () => {
    const route = findRoute({ provider: 'openrouter', model: 'anthropic/claude-opus-5' });
    const prompt = deepFreeze<WirePrompt>({
      shape: 'openai-chat',
      messages: [user({ type: 'text', text: 'a' }, blank)],
    });
    const plan = planPeat(prompt, { route, ttl: { prefix: '5m', rest: '5m' } });
    expect(applyPlan(prompt, plan, route).messages).toEqual([
      user({ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }, blank),
    ]);
  });
});

it("replaces the caller's markers by those of the plan, with their lifetime", () => {
  const hour = { cache_control: { type: 'ephemeral', ttl: '1h' } };
  const prompt = deepFreeze<WirePrompt>({
    shape: 'anthropic',
    tools: [{ name: 'read', ...hour }],
    system: [{ type: 'text', text: 'core', ...hour }],
    messages: [user({ type: 'text', text: 'hello', ...hour })],
  });
  const plan = planPeat(prompt, { route: native, ttl: { prefix: '5m', rest: '5m' } });
  expect(applyPlan(prompt, plan, native)).toEqual({
    shape: 'anthropic',
    tools: [{ name: 'read' }],
    system: [{ type: 'text', text: 'core', cache_control: { type: 'ephemeral' } }],
    messages: [user({ type: 'text', text: 'hello', cache_control: { type: 'ephemeral' } })],
  });
});

it('marks the end of the tools, and that of a chat request where tools carry markers', () => {
  const tools = [{ type: 'function', function: { name: 'read' } }];
  const prompt = deepFreeze<WirePrompt>({
    shape: 'openai-chat',
    tools,
    messages: [user({ type: 'text', text: 'hello' })],
  });
  const toolsOn = (provider: string) => {
    const route = findRoute({ provider, model: 'claude-opus-5' });
    return applyPlan(prompt, planPeat(prompt, { route, ttl: { prefix: '1h', rest: '5m' } }), route).tools;
  };
  expect(toolsOn('openrouter')).toEqual([{ ...tools[0], cache_control: { type: 'ephemeral', ttl: '1h' } }]);
  expect(toolsOn('litellm')).toEqual(tools);
});

it('writes an OpenRouter marker for a Responses item as a breakpoint, which lives 5m', () => {
  const route = findRoute({ provider: 'openrouter', model: 'anthropic/claude-opus-5' });
  const prompt = deepFreeze<WirePrompt>({ shape: 'openai-responses', messages: [{ role: 'user', content: 'hello' }] });
  const plan = planPeat(prompt, { route, ttl: { prefix: '1h', rest: '1h' } });
  expect(plan.markers.map(({ slot, ttl }) => [slot, ttl])).toEqual([['tail', '5m']]);
  expect(plan.notes).toEqual(['OpenRouter has no lifetime of 1h here: its markers live 5m.']);
  expect(applyPlan(prompt, plan, route).messages).toEqual([
    { role: 'user', content: [{ type: 'input_text', text: 'hello', prompt_cache_breakpoint: { mode: 'explicit' } }] },
  ]);
});

import { deepFreeze } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CachePlan, MarkerPlace } from '../cache-plan.ts';
import { findRoute } from '../routes/find-route.ts';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import { applyPlan } from './apply-plan.ts';
import { markersIn } from './found-markers.fixture.ts';
import { type PeatRequest, planPeat } from './plan-peat.ts';
import { anthropicPrompts } from './wire-prompts.fixture.ts';

const native = findRoute({ provider: 'anthropic', model: 'claude-opus-5' });
const openAi = findRoute({ provider: 'openai', model: 'gpt-5.6-sol' });
const FIVE_MINUTES = { prefix: '5m', rest: '5m' } as const;

function text(words: string): WireObject {
  return { type: 'text', text: words };
}

function said(role: string, ...words: string[]): WireObject {
  return { role, content: words.map(text) };
}

/** Five messages in Anthropic form behind a system prompt. */
const conversation = deepFreeze<WirePrompt>({
  shape: 'anthropic',
  tools: [{ name: 'read' }],
  system: 'You are helpful.',
  messages: [
    said('user', 'summary'),
    said('assistant', 'one'),
    said('user', 'two'),
    said('assistant', 'three'),
    said('user', 'four'),
  ],
});

function plan(prompt: WirePrompt, request: Partial<PeatRequest> = {}): CachePlan {
  return planPeat(prompt, { route: native, ttl: FIVE_MINUTES, ...request });
}

function slots({ markers }: CachePlan): readonly string[] {
  return markers.map(({ slot, place }) => `${slot} ${place.part} ${place.index}`);
}

describe('the slots of peat', () => {
  it('are the end of the system prompt, of the stable head, of the previous request and of this one', () => {
    expect(slots(plan(conversation, { epoch: 0 }))).toEqual([
      'prefix system 0',
      'epoch messages 0',
      'anchor messages 2',
      'tail messages 4',
    ]);
  });

  it('put the end of the earlier head in place of the anchor on the first request after a rewrite', () => {
    expect(slots(plan(conversation, { epoch: 2, previousEpoch: 0 }))).toEqual([
      'prefix system 0',
      'anchor messages 0',
      'epoch messages 2',
      'tail messages 4',
    ]);
  });

  it('take the last tool for the prefix where no system prompt can carry it, but none that is deferred', () => {
    const tools = [{ name: 'read' }, { name: 'late', defer_loading: true }];
    expect(slots(plan({ ...conversation, tools, system: ' ' }))[0]).toBe('prefix tools 0');
    const { tools: _, system: __, ...bare } = conversation;
    expect(plan(bare).skipped[0]).toEqual({
      slot: 'prefix',
      why: 'Neither a system prompt nor a tool can carry a marker.',
    });
  });

  it('are merged where they fall together, with a word about each', () => {
    const first = plan({ ...conversation, messages: conversation.messages.slice(0, 1) }, { epoch: 0 });
    expect(slots(first)).toEqual(['prefix system 0', 'epoch messages 0']);
    expect(first.skipped).toEqual([
      { slot: 'anchor', why: 'The model has not answered yet, so there is no previous request.' },
      { slot: 'tail', why: 'It falls on the same block as the epoch marker.' },
    ]);
  });

  it('are left out under the minimum of the model, where the size is known', () => {
    const tokensUpTo = (place: MarkerPlace) => (place.part === 'system' ? 300 : undefined);
    const { skipped } = plan(conversation, { tokensUpTo, minTokens: 512, epoch: 0 });
    expect(skipped).toEqual([
      { slot: 'prefix', why: 'The prompt has about 300 tokens up to there, and fewer than 512 are not cached.' },
    ]);
    expect(slots(plan(conversation, { tokensUpTo, minTokens: 300 }))[0]).toBe('prefix system 0');
    expect(slots(plan(conversation, { tokensUpTo: () => 1_023 }))).toEqual([]);
  });

  it('pass over what the caller names as new in each request, to the static end of the system prompt', () => {
    const prompt = { ...conversation, system: [text('static'), text('It is Monday.')] };
    expect(slots(plan(prompt, { perRequest: [{ part: 'system', index: 1 }] }))[0]).toBe('prefix system 0');
    expect(slots(plan(prompt))[0]).toBe('prefix system 1');
  });

  it('walk back over messages that cannot carry a marker', () => {
    const thinking = { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: 'S=' }] };
    const prompt = { ...conversation, messages: [...conversation.messages, thinking] };
    expect(slots(plan(prompt, { epoch: 5 })).at(-1)).toBe('epoch messages 4');
  });

  it('say why nothing is marked on a route without markers', () => {
    const route = findRoute({ provider: 'gemini', model: 'gemini-3.1-pro' });
    const { markers, skipped } = plan(conversation, { route, epoch: 0 });
    expect(markers).toEqual([]);
    expect(skipped.map(({ slot }) => slot)).toEqual(['prefix', 'epoch', 'anchor', 'tail']);
    expect(skipped[0]?.why).toBe('Gemini takes no markers in this form of request.');
  });

  it('have the previous tail for an anchor when a conversation only grew', () => {
    fc.assert(
      fc.property(anthropicPrompts, (prompt) => {
        for (let end = 1; end < prompt.messages.length; end += 1) {
          if (prompt.messages[end]?.['role'] !== 'assistant') continue;
          const before = applyPlan({ ...prompt, messages: prompt.messages.slice(0, end) }, NO_MARKERS, native);
          const after = applyPlan({ ...prompt, messages: prompt.messages.slice(0, end + 2) }, NO_MARKERS, native);
          if (after.messages[end + 1]?.['role'] === 'assistant') continue;
          const tail = plan(before).markers.findLast(({ place }) => place.part === 'messages');
          const places = plan(after).markers.map(({ place }) => place);
          if (tail !== undefined) expect(places).toContainEqual(tail.place);
        }
      }),
    );
  });
});

const NO_MARKERS: CachePlan = { markers: [], skipped: [], notes: [] };

describe('lifetimes of peat', () => {
  it('raise what stands before a longer one, and say so', () => {
    const { markers, notes } = plan(conversation, { ttl: { prefix: '5m', rest: '1h' } });
    expect(markers.map(({ ttl }) => ttl)).toEqual(['1h', '1h', '1h']);
    expect(notes).toEqual(['The prefix marker lives 1h instead of 5m: none behind it may live longer than it does.']);
  });

  it('are mixed as asked for when the longer one comes first', () => {
    const { markers, notes } = plan(conversation, { ttl: { prefix: '1h', rest: '5m' } });
    expect(markers.map(({ ttl }) => ttl)).toEqual(['1h', '5m', '5m']);
    expect(notes).toEqual([]);
  });

  it('are those that the route has', () => {
    const route = findRoute({ provider: 'qwen', model: 'qwen3.7-max' });
    const prompt = { ...conversation, shape: 'openai-chat' as const };
    const { markers, notes } = plan(prompt, { route, ttl: { prefix: '1h', rest: '5m' } });
    expect(new Set(markers.map(({ ttl }) => ttl))).toEqual(new Set(['5m']));
    expect(notes).toEqual([]); // No system message: nothing asked for the hour.
    expect(plan(prompt, { route, ttl: { prefix: '1h', rest: '1h' } }).notes).toEqual([
      'Alibaba Cloud has no lifetime of 1h here: its markers live 5m.',
    ]);
  });
});

describe('peat with OpenAI breakpoints', () => {
  const prompt = deepFreeze<WirePrompt>({
    shape: 'openai-responses',
    system: 'instructions',
    messages: [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'input_text', text: 'summary' }] },
      { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'result' },
      { role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
      { role: 'user', content: 'more' },
    ],
  });

  it('marks the developer block and the epoch, and leaves the end to the provider', () => {
    const planned = plan(prompt, { route: openAi, epoch: 1 });
    expect(slots(planned)).toEqual(['prefix messages 0', 'epoch messages 1']);
    expect(planned.skipped).toEqual([
      { slot: 'anchor', why: 'The provider sets this breakpoint itself.' },
      { slot: 'tail', why: 'The provider sets this breakpoint itself.' },
    ]);
    const { messages } = applyPlan(prompt, planned, openAi);
    expect(messages.slice(0, 2)).toEqual([
      {
        role: 'developer',
        content: [{ type: 'input_text', text: 'Be brief.', prompt_cache_breakpoint: { mode: 'explicit' } }],
      },
      {
        role: 'user',
        content: [{ type: 'input_text', text: 'summary', prompt_cache_breakpoint: { mode: 'explicit' } }],
      },
    ]);
  });

  it('never uses more than the three that it keeps, the earlier head among them', () => {
    const planned = plan(prompt, { route: openAi, epoch: 4, previousEpoch: 1 });
    expect(slots(planned)).toEqual(['prefix messages 0', 'anchor messages 1', 'epoch messages 3']);
    const marked = applyPlan(prompt, planned, openAi);
    expect(marked.messages[3]).toEqual({
      type: 'function_call_output',
      call_id: 'c1',
      output: [{ type: 'input_text', text: 'result', prompt_cache_breakpoint: { mode: 'explicit' } }],
    });
    expect(markersIn(marked)).toHaveLength(3);
  });
});

import { deepFreeze } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CacheTtl } from '../cache-plan.ts';
import { findRoute } from '../routes/find-route.ts';
import { ROUTE_ROWS } from '../routes/route-table.ts';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import { applyPlan } from './apply-plan.ts';
import { markersIn } from './found-markers.fixture.ts';
import { planSystemAnd3 } from './plan-system-and-3.ts';
import { wirePrompts } from './wire-prompts.fixture.ts';

const claude = 'claude-opus-5';
const native = findRoute({ provider: 'anthropic', model: claude });
const openRouter = findRoute({ provider: 'openrouter', model: `anthropic/${claude}` });
const ephemeral = { cache_control: { type: 'ephemeral' } };

function marked(prompt: WirePrompt, route = native, ttl: CacheTtl = '5m'): WirePrompt {
  return applyPlan(prompt, planSystemAnd3(prompt, { route, ttl }), route);
}

/** What becomes of one message, the last one of a chat. */
function markedMessage(message: WireObject, route = native): WireObject | undefined {
  return marked(
    deepFreeze({ shape: 'openai-chat', messages: [{ role: 'user', content: 'q' }, message] }),
    route,
  ).messages.at(-1);
}

const conversation = deepFreeze<WirePrompt>({
  shape: 'openai-chat',
  messages: [
    { role: 'system', content: 'You are helpful.' },
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'two' },
    { role: 'user', content: 'three' },
    { role: 'assistant', content: 'four' },
    { role: 'user', content: 'five' },
  ],
});

describe('system_and_3', () => {
  it('S-100 marks at most 4 places, whatever the request', () => {
    fc.assert(
      fc.property(wirePrompts, fc.constantFrom(...ROUTE_ROWS), (prompt, route) => {
        expect(markersIn(marked(prompt, route)).length).toBeLessThanOrEqual(4);
      }),
    );
  });

  it('S-101 marks the system prompt and the last 3 non-system messages', () => {
    const carriers = ['messages.0.content.0', 'messages.3.content.0', 'messages.4.content.0', 'messages.5.content.0'];
    for (const route of [native, openRouter]) {
      expect(markersIn(marked(conversation, route)).map(({ path }) => path)).toEqual(carriers);
    }
    const { messages } = conversation;
    const blocks = deepFreeze<WirePrompt>({
      shape: 'anthropic',
      system: 'You are helpful.',
      messages: messages.slice(1),
    });
    expect(markersIn(marked(blocks)).map(({ path }) => path)).toEqual([
      'system.0',
      'messages.2.content.0',
      'messages.3.content.0',
      'messages.4.content.0',
    ]);
  });

  it('S-101 counts each result of a tool as a message of its own, though they are sent as one', () => {
    const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: `found ${id}` });
    const calls = ['a', 'b', 'c', 'd'].map((id) => ({ type: 'tool_use', id, name: 'read', input: {} }));
    const prompt = deepFreeze<WirePrompt>({
      shape: 'anthropic',
      messages: [
        { role: 'user', content: 'Read them.' },
        { role: 'assistant', content: calls },
        { role: 'user', content: ['a', 'b', 'c', 'd'].map(result) },
      ],
    });
    const paths = markersIn(marked(prompt)).map(({ path }) => path);
    expect(paths).toEqual(['messages.2.content.1', 'messages.2.content.2', 'messages.2.content.3']);
  });

  it('S-101 does not count a system message in the middle, nor spend its breakpoint elsewhere without a prompt', () => {
    const [, ...rest] = conversation.messages;
    const prompt = deepFreeze<WirePrompt>({
      ...conversation,
      messages: [...rest, { role: 'system', content: 'A note.' }],
    });
    const plan = planSystemAnd3(prompt, { route: native, ttl: '5m' });
    expect(plan.markers.map(({ place }) => place.index)).toEqual([2, 3, 4]);
    expect(plan.skipped).toEqual([{ slot: 'system', why: 'No block of a system prompt can carry a marker.' }]);
  });

  it('S-102 writes {"type":"ephemeral"}, and a ttl for the hour alone', () => {
    const [system] = marked(conversation).messages;
    expect(JSON.stringify(system)).toBe(
      '{"role":"system","content":[{"type":"text","text":"You are helpful.","cache_control":{"type":"ephemeral"}}]}',
    );
    const controls = markersIn(marked(conversation, native, '1h')).map(({ carrier }) => carrier['cache_control']);
    expect(controls).toEqual(Array.from({ length: 4 }, () => ({ type: 'ephemeral', ttl: '1h' })));
  });

  it("S-103 leaves the caller's messages as they were", () => {
    fc.assert(
      fc.property(wirePrompts, (frozen) => {
        const prompt = structuredClone(frozen);
        const before = structuredClone(prompt);
        marked(prompt);
        expect(prompt).toEqual(before);
      }),
    );
  });
});

describe('S-104 the place of a marker', () => {
  it('S-104 string content becomes one text part with the marker', () => {
    for (const route of [native, openRouter]) {
      expect(markedMessage({ role: 'user', content: 'hello' }, route)).toEqual({
        role: 'user',
        content: [{ type: 'text', text: 'hello', ...ephemeral }],
      });
    }
  });

  it('S-104 list content gets it on its last part', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    for (const route of [native, openRouter]) {
      expect(markedMessage({ role: 'user', content }, route)).toEqual({
        role: 'user',
        content: [content[0], { ...content[1], ...ephemeral }],
      });
    }
  });

  it('S-104 null or empty content gets it on the message, in the native layout alone', () => {
    for (const content of [null, '', []]) {
      const message = { role: 'assistant', content, tool_calls: [{ id: 'c1' }] };
      expect(markedMessage(message)).toEqual({ ...message, ...ephemeral });
      expect(markedMessage(message, openRouter)).toEqual(message);
    }
  });

  it('S-104 a tool message gets it on the message in the native layout alone, and on its part on OpenRouter', () => {
    const message = { role: 'tool', tool_call_id: 'c1', content: 'result' };
    expect(markedMessage(message)).toEqual({ ...message, ...ephemeral });
    expect(markedMessage(message, openRouter)).toEqual({
      ...message,
      content: [{ type: 'text', text: 'result', ...ephemeral }],
    });
  });

  it('leaves tool messages alone where a marker on their parts is refused', () => {
    const route = findRoute({ provider: 'litellm', model: claude });
    const message = { role: 'tool', tool_call_id: 'c1', content: 'result' };
    expect(markedMessage(message, route)).toEqual(message);
  });

  it('has a tool_result block carry the marker, not what is in it', () => {
    const result = { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'r' }] };
    const prompt = deepFreeze<WirePrompt>({ shape: 'anthropic', messages: [{ role: 'user', content: [result] }] });
    expect(marked(prompt).messages).toEqual([{ role: 'user', content: [{ ...result, ...ephemeral }] }]);
  });

  it('is never text that is new in each request', () => {
    const content = [
      { type: 'text', text: 'hello' },
      { type: 'text', text: 'It is 10:42.' },
    ];
    const prompt = deepFreeze<WirePrompt>({ shape: 'anthropic', messages: [{ role: 'user', content }] });
    const clock = { part: 'messages', index: 0, block: 1 } as const;
    const { markers } = planSystemAnd3(prompt, { route: native, ttl: '5m', perRequest: [clock] });
    expect(markers.map(({ place }) => place)).toEqual([{ part: 'messages', index: 0, block: 0 }]);
    const whole = planSystemAnd3(prompt, { route: native, ttl: '5m', perRequest: [{ part: 'messages', index: 0 }] });
    expect(whole.markers).toEqual([]);
  });
});

import { deepFreeze } from '@hermes-context/testing';
import { expect, it } from 'vitest';
import type { WirePrompt } from '../wire-prompt.ts';
import { stripMarkers } from './strip-markers.ts';

const control = { cache_control: { type: 'ephemeral' } };

const marked = deepFreeze<WirePrompt>({
  shape: 'anthropic',
  tools: [{ name: 'read', input_schema: {}, ...control }],
  system: [{ type: 'text', text: 'core', ...control }],
  messages: [
    { role: 'user', content: 'hello', ...control },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'read', input: { ...control } }] },
    {
      role: 'user',
      content: [
        { ...control, type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'r', ...control }] },
      ],
    },
  ],
});

it('removes markers on tools, system, messages and blocks, and inside tool results, but no argument of a call', () => {
  expect(JSON.stringify(stripMarkers(marked))).toBe(
    JSON.stringify({
      shape: 'anthropic',
      tools: [{ name: 'read', input_schema: {} }],
      system: [{ type: 'text', text: 'core' }],
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'read', input: control }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'r' }] }],
        },
      ],
    }),
  );
});

it('gives the same object for a message each time, so that it is recognised in the next request', () => {
  const [first, second] = [stripMarkers(marked), stripMarkers(marked)];
  expect(first.messages[0]).toBe(second.messages[0]);
  expect(first.messages[1]).toBe(marked.messages[1]);
});

it('removes OpenAI breakpoints from the output of a tool', () => {
  const part = { type: 'input_text', text: 'r' };
  const item = { type: 'function_call_output', call_id: 'c1' };
  const prompt = deepFreeze<WirePrompt>({
    shape: 'openai-responses',
    system: 'instructions',
    messages: [{ ...item, output: [{ ...part, prompt_cache_breakpoint: { mode: 'explicit' } }] }],
  });
  expect(stripMarkers(prompt)).toEqual({ ...prompt, messages: [{ ...item, output: [part] }] });
});

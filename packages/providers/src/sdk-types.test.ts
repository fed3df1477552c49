import type Anthropic from '@anthropic-ai/sdk';
import type { Messages } from '@hermes-context/contract';
import { deepFreeze } from '@hermes-context/testing';
import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import type { ChatRequest, WirePromptParts } from './chat/chat-model.ts';
import { chatPromptParts, chatRequestBody } from './chat/chat-request-body.ts';
import { messagesPromptParts, messagesRequestBody } from './chat/messages-request-body.ts';
import { fromResponsesItems } from './openai-responses/from-responses.ts';
import { toResponsesItems } from './openai-responses/to-responses.ts';
import { WireMemo } from './wire-memo.ts';
import type { WireObject } from './wire-value.ts';

// The expected bodies are written in the types of the providers' own clients: a field that they do not know, or that
// has another form, does not compile; a body that we build in another form fails.

const MARKER = { type: 'ephemeral', ttl: '1h' } as const;
const BREAKPOINT = { mode: 'explicit', ttl: '30m' } as const;
const PARAMETERS = { type: 'object', properties: { path: { type: 'string' } } } as const;
const IMAGE = 'data:image/png;base64,iVBO';
const SIGNED = { type: 'thinking', thinking: 'Look.', signature: 'SIG=' } as const;

const MESSAGES: Messages = deepFreeze([
  { role: 'system', content: 'Rules.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url: IMAGE } },
    ],
  },
  {
    role: 'assistant',
    content: 'Looking.',
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{"path":"x"}' } }],
    _context: { id: 'm3' },
  },
  { role: 'tool', tool_call_id: 'a', content: 'ok' },
  { role: 'user', content: 'Go on.' },
]);

function request(messages: Messages, mark: (parts: WirePromptParts) => WirePromptParts): ChatRequest {
  const tools = [{ name: 'read', description: 'Reads.', parameters: PARAMETERS }];
  return { messages, tools, signal: new AbortController().signal, prepareWire: mark };
}

/** A message whose last part carries a marker. */
function marked(message: WireObject | undefined, marker: WireObject): WireObject {
  const content = message?.['content'];
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly WireObject[]);
  return { ...message, content: parts.with(-1, { ...parts.at(-1), ...marker }) };
}

describe('a body that we build', () => {
  it('is one of the Messages API, markers on blocks, system and tools included', () => {
    const thoughtful = MESSAGES.with(2, {
      ...MESSAGES[2],
      role: 'assistant',
      content: 'Looking.',
      reasoning_content: 'Look.',
      _context: { wire: { format: 'anthropic', parts: [SIGNED] } },
    });
    const asked = request(thoughtful, (parts) => ({
      ...parts,
      tools: [{ ...parts.tools?.[0], cache_control: MARKER }],
      system: [{ type: 'text', text: 'Rules.', cache_control: MARKER }],
      messages: parts.messages.with(-1, marked(parts.messages.at(-1), { cache_control: { type: 'ephemeral' } })),
    }));
    const expected = {
      model: 'claude-opus-5',
      max_tokens: 8_192,
      stream: true,
      tools: [
        {
          name: 'read',
          description: 'Reads.',
          input_schema: { type: 'object', properties: { path: { type: 'string' } } },
          cache_control: { type: 'ephemeral', ttl: '1h' },
        },
      ],
      system: [{ type: 'text', text: 'Rules.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Look.', signature: 'SIG=' },
            { type: 'text', text: 'Looking.' },
            { type: 'tool_use', id: 'a', name: 'read', input: { path: 'x' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: 'ok' },
            { type: 'text', text: 'Go on.', cache_control: { type: 'ephemeral' } },
          ],
        },
      ],
    } satisfies Anthropic.MessageCreateParamsStreaming;
    const parts = messagesPromptParts(asked, new WireMemo());
    expect(messagesRequestBody(parts, { model: 'claude-opus-5', maxOutputTokens: 8_192 })).toEqual(expected);
  });

  it('is one of the OpenAI chat API, breakpoints on parts and the key of the conversation included', () => {
    const asked = request(MESSAGES, (parts) => ({
      ...parts,
      messages: parts.messages
        .with(1, marked(parts.messages[1], { prompt_cache_breakpoint: BREAKPOINT }))
        .with(-1, marked(parts.messages.at(-1), { prompt_cache_breakpoint: { mode: 'explicit' } })),
    }));
    const expected = {
      model: 'gpt-6',
      stream: true,
      stream_options: { include_usage: true },
      prompt_cache_key: 's-1',
      tools: [
        {
          type: 'function',
          function: {
            name: 'read',
            description: 'Reads.',
            parameters: { type: 'object', properties: { path: { type: 'string' } } },
          },
        },
      ],
      messages: [
        { role: 'system', content: 'Rules.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url: IMAGE }, prompt_cache_breakpoint: { mode: 'explicit', ttl: '30m' } },
          ],
        },
        {
          role: 'assistant',
          content: 'Looking.',
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{"path":"x"}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'ok' },
        {
          role: 'user',
          content: [{ type: 'text', text: 'Go on.', prompt_cache_breakpoint: { mode: 'explicit' } }],
        },
      ],
    } satisfies OpenAI.ChatCompletionCreateParamsStreaming;
    const options = { model: 'gpt-6', asksForUsage: true, cacheKey: { prompt_cache_key: 's-1' } };
    expect(chatRequestBody(chatPromptParts(asked, new WireMemo()), options)).toEqual(expected);
  });
});

describe('items of the Responses API', () => {
  const input = [
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'What is it?', prompt_cache_breakpoint: { mode: 'explicit' } },
        {
          type: 'input_image',
          image_url: IMAGE,
          detail: 'auto',
          prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' },
        },
      ],
    },
    { type: 'function_call', call_id: 'a', name: 'read', arguments: '{"path":"x"}' },
    {
      type: 'function_call_output',
      call_id: 'a',
      output: [{ type: 'input_text', text: 'ok', prompt_cache_breakpoint: { mode: 'explicit' } }],
    },
  ] satisfies OpenAI.Responses.ResponseCreateParams['input'];
  const conversation = fromResponsesItems({ instructions: 'Rules.', input: deepFreeze(input) });

  it('go out as they came, breakpoints on their parts included', () => {
    const expected = {
      model: 'gpt-6',
      stream: true,
      instructions: 'Rules.',
      input,
    } satisfies OpenAI.Responses.ResponseCreateParams;
    expect({ model: 'gpt-6', stream: true, ...toResponsesItems(conversation) }).toEqual(expected);
    expect(toResponsesItems(conversation).input[0]).toBe(input[0]);
  });

  it('keep the breakpoint of a part whose words were edited', () => {
    const cleared = conversation.map((message) => {
      return message.role === 'tool' ? { ...message, content: [{ type: 'text', text: 'cleared' } as const] } : message;
    });
    expect(toResponsesItems(cleared).input[2]).toEqual({
      type: 'function_call_output',
      call_id: 'a',
      output: [{ type: 'input_text', text: 'cleared', prompt_cache_breakpoint: { mode: 'explicit' } }],
    });
  });
});

import { deepFreeze, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAnthropicMessages } from '../anthropic/to-anthropic.ts';
import type { WirePromptParts } from '../chat/chat-model.ts';
import { TranscriptShapeError } from '../transcript-shape-error.ts';
import type { WireObject } from '../wire-value.ts';
import { toBedrockConverse } from './to-bedrock-converse.ts';

const MARK = { cache_control: { type: 'ephemeral' } };
const MARK_1H = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const POINT = { cachePoint: { type: 'default' } };
const POINT_1H = { cachePoint: { type: 'default', ttl: '1h' } };
const PNG = { type: 'base64', media_type: 'image/png', data: 'iVBO' };
const PDF = { type: 'base64', media_type: 'application/pdf', data: 'JVBE' };

function prompt(messages: readonly WireObject[], extra: Partial<WirePromptParts> = {}): WirePromptParts {
  return deepFreeze({ shape: 'anthropic', messages, ...extra });
}

describe('toBedrockConverse', () => {
  it('puts a cache point behind a marked tool, instruction and block, with its lifetime', () => {
    const tools = [
      { name: 'read', description: 'Reads.', input_schema: { type: 'object' } },
      { name: 'list', description: '', input_schema: { type: 'object' }, ...MARK_1H },
    ];
    const system = [
      { type: 'text', text: 'Rules.', ...MARK_1H },
      { type: 'text', text: 'Today.' },
    ];
    const messages = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: { p: 1 }, ...MARK }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'x', ...MARK },
          { type: 'text', text: 'y' },
        ],
      },
    ];
    expect(toBedrockConverse(prompt(messages, { tools, system }))).toEqual({
      system: [{ text: 'Rules.' }, POINT_1H, { text: 'Today.' }],
      messages: [
        { role: 'user', content: [{ text: 'Hello' }] },
        { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'read', input: { p: 1 } } }, POINT] },
        {
          role: 'user',
          content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'x' }] } }, POINT, { text: 'y' }],
        },
      ],
      toolConfig: {
        tools: [
          { toolSpec: { name: 'read', description: 'Reads.', inputSchema: { json: { type: 'object' } } } },
          { toolSpec: { name: 'list', inputSchema: { json: { type: 'object' } } } },
          POINT_1H,
        ],
      },
    });
  });

  it('carries every kind of block that a conversation holds', () => {
    const content = [
      [{ type: 'image', source: PNG }, { image: { format: 'png', source: { bytes: 'iVBO' } } }],
      [
        { type: 'document', source: PDF, title: 'A: b.pdf' },
        { document: { format: 'pdf', name: 'A b pdf 0-1', source: { bytes: 'JVBE' } } },
      ],
      [
        {
          type: 'tool_result',
          tool_use_id: 'a',
          is_error: true,
          content: [
            { type: 'text', text: 'no' },
            { type: 'image', source: PNG },
          ],
        },
        {
          toolResult: {
            toolUseId: 'a',
            status: 'error',
            content: [{ text: 'no' }, { image: { format: 'png', source: { bytes: 'iVBO' } } }],
          },
        },
      ],
      [{ type: 'tool_result', tool_use_id: 'b' }, { toolResult: { toolUseId: 'b', content: [] } }],
      [
        { type: 'thinking', thinking: 'Hm.', signature: 'SIG=' },
        { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'SIG=' } } },
      ],
      [{ type: 'redacted_thinking', data: 'ENC=' }, { reasoningContent: { redactedContent: 'ENC=' } }],
      [{ type: 'text', text: 'x', citations: null }, { text: 'x' }],
    ] as const;
    const { messages } = toBedrockConverse(prompt([{ role: 'user', content: content.map(([block]) => block) }]));
    expect(messages[0]?.['content']).toEqual(content.map(([, block]) => block));
  });

  it('joins messages of one role', () => {
    const said = (role: string, text: string): WireObject => ({ role, content: text });
    expect(toBedrockConverse(prompt([said('user', 'a'), said('user', 'b'), said('assistant', 'c')])).messages).toEqual([
      { role: 'user', content: [{ text: 'a' }, { text: 'b' }] },
      { role: 'assistant', content: [{ text: 'c' }] },
    ]);
  });

  const user = (...content: readonly object[]): WirePromptParts => prompt([{ role: 'user', content }]);
  const result = (content: readonly object[]): object => ({ type: 'tool_result', tool_use_id: 'a', content });
  it.each([
    [user({ type: 'server_tool_use', id: 'a' }), 'messages[0].content[0]'],
    [user({ type: 'image', source: { type: 'url', url: 'https://a.test' } }), 'messages[0].content[0].source'],
    [user({ type: 'image', source: { ...PNG, media_type: 'image/tiff' } }), 'messages[0].content[0].source'],
    [user({ type: 'text', text: 'x', citations: [{}] }), 'messages[0].content[0].citations'],
    [user({ type: 'thinking', thinking: 'x', signature: 's', ...MARK }), 'messages[0].content[0].cache_control'],
    [user({ type: 'thinking', thinking: 'x' }), 'messages[0].content[0].signature'],
    [user({ type: 'text', text: 'x', cache_control: { type: 'other' } }), 'messages[0].content[0].cache_control'],
    [user(result([{ type: 'text', text: 'x', ...MARK }])), 'messages[0].content[0].content[0].cache_control'],
    [user(result([{ type: 'tool_reference' }])), 'messages[0].content[0].content[0]'],
    [prompt([{ role: 'system', content: 'x' }]), 'messages[0].role'],
    [prompt([{ role: 'user', content: 3 }]), 'messages[0].content'],
    [prompt([], { tools: [{ type: 'web_search_20260209', name: 'web_search' }] }), 'tools[0]'],
    [prompt([], { tools: [{ name: 'x' }] }), 'tools[0].input_schema'],
    [prompt([], { system: [{ type: 'image', source: PNG }] }), 'system[0]'],
    [prompt([], { shape: 'openai-chat' }), 'shape'],
  ])('says what Converse cannot carry, and where: %#', (parts, path) => {
    const convert = (): unknown => toBedrockConverse(parts);
    expect(convert).toThrow(TranscriptShapeError);
    expect(convert).toThrow(expect.objectContaining({ path, message: expect.stringContaining('Bedrock Converse') }));
  });

  it('takes what becomes of any conversation, roles in turns, no text lost, as many points as markers', () => {
    fc.assert(
      fc.property(transcript(), fc.nat(), (messages, seed) => {
        const { system, messages: wire } = toAnthropicMessages(messages);
        const marked = wire.map((message, index) => (index % 3 === seed % 3 ? withMarker(message) : message));
        const parts = {
          shape: 'anthropic',
          ...(typeof system === 'string' ? { system } : {}),
          messages: marked,
        } as const;
        const body = toBedrockConverse(parts);
        const roles = body.messages.map(({ role }) => role);
        expect(roles.every((role, index) => role !== roles[index - 1])).toBe(true);
        expect(countOf(body, '"cachePoint"')).toBe(countOf(marked, '"cache_control"'));
        expect(textsOf(body)).toEqual(textsOf(parts));
      }),
    );
  });
});

/** A message whose last block has a marker. */
function withMarker(message: WireObject): WireObject {
  const { content } = message;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly WireObject[]);
  return { ...message, content: blocks.with(-1, { ...blocks.at(-1), ...MARK }) };
}

function countOf(value: unknown, word: string): number {
  return JSON.stringify(value).split(word).length - 1;
}

/** What is said, in order: texts, and the texts of contents that are one. */
function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    if (typeof each !== 'string') return textsOf(each);
    return (key === 'text' || key === 'content' || key === 'system') && each !== '' ? [each] : [];
  });
}

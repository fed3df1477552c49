import type { Message } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTextTokens } from './estimate-text-tokens.ts';
import { estimateMessagesTokens, estimateTokens, estimateToolTokens } from './estimate-tokens.ts';
import { IMAGE_TOKENS } from './message-tokens.ts';
import { tokensByCategory } from './token-categories.ts';

const EMPTY_TOKENS = estimateTokens({ role: 'user', content: '' });
const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${'iVBORw0K'.repeat(50_000)}` } };

/** Messages as they come at run time, pictures and junk among them. */
const messages = fc.array(
  fc.record(
    {
      role: fc.constantFrom('system', 'user', 'assistant', 'tool', 'function', 'critic'),
      content: fc.oneof(
        fc.string(),
        fc.array(
          fc.oneof(fc.constant(picture), fc.record({ type: fc.constant('text'), text: fc.string() }), fc.anything()),
        ),
        fc.anything(),
      ),
      reasoning_content: fc.oneof(fc.string(), fc.anything()),
      reasoning: fc.oneof(fc.string(), fc.anything()),
      tool_calls: fc.oneof(
        fc.array(fc.record({ function: fc.record({ name: fc.string(), arguments: fc.json() }) })),
        fc.anything(),
      ),
    },
    { requiredKeys: ['role'] },
  ),
) as fc.Arbitrary<Message[]>;

describe('estimateTokens', () => {
  it('counts text, and a little around it', () => {
    const text = 'Fix the failing tests, please.';

    expect(EMPTY_TOKENS).toBe(4);
    expect(estimateTokens({ role: 'user', content: text })).toBe(EMPTY_TOKENS + estimateTextTokens(text));
    expect(estimateTokens({ role: 'user', content: [{ type: 'text', text }] })).toBe(
      EMPTY_TOKENS + estimateTextTokens(text),
    );
    expect(estimateTokens({ role: 'user', content: null })).toBe(EMPTY_TOKENS);
    expect(estimateTokens({ role: 'user', content: '', name: 'robin' })).toBeGreaterThan(EMPTY_TOKENS);
  });

  it('counts a picture flat, whatever the size of its data and the dialect of its part', () => {
    const dialects = [
      picture,
      { type: 'input_image', image_url: 'https://x.invalid/a.png' },
      { type: 'image', source: {} },
    ];

    for (const part of dialects) {
      expect(estimateTokens({ role: 'user', content: [part] })).toBe(EMPTY_TOKENS + IMAGE_TOKENS);
    }
  });

  it('counts base64 in the text of a tool result as the text that the provider reads', () => {
    const message: Message = { role: 'tool', tool_call_id: 's1', content: 'QUJDREVGR0hJ'.repeat(4_000) };

    expect(estimateTokens(message)).toBeGreaterThan(48_000 / 3);
  });

  it('counts a file flat, and a part of unknown kind as little', () => {
    const file = { type: 'file', file: { file_data: 'A'.repeat(100_000) } };
    const unknown = { type: 'item_reference', id: 'x'.repeat(100_000) };

    expect(estimateTokens({ role: 'user', content: [file] })).toBe(EMPTY_TOKENS + 1_500);
    expect(estimateTokens({ role: 'user', content: [unknown] })).toBeLessThan(EMPTY_TOKENS + 50);
  });

  it('counts the name and arguments of each call', () => {
    const call = {
      id: 'c1',
      type: 'function',
      function: { name: 'terminal', arguments: '{"cmd":"npm test"}' },
    } as const;
    const one = estimateTokens({ role: 'assistant', content: null, tool_calls: [call] });
    const two = estimateTokens({ role: 'assistant', content: null, tool_calls: [call, call] });

    expect(one - EMPTY_TOKENS).toBeGreaterThan(estimateTextTokens(call.function.arguments) + 1);
    expect(two - one).toBe(one - EMPTY_TOKENS);

    const longName = { ...call, function: { ...call.function, name: 'terminal_with_a_much_longer_name' } };
    expect(estimateTokens({ role: 'assistant', content: null, tool_calls: [longName] })).toBeGreaterThan(one);
  });

  it('counts reasoning once, under either name', () => {
    const text = 'The user wants the tests green first.';
    const expected = EMPTY_TOKENS + estimateTextTokens(text);
    const named: Message = { role: 'assistant', content: null, reasoning_content: text };
    const other = { role: 'assistant', content: null, reasoning: text } as const;

    expect(estimateTokens(named)).toBe(expected);
    expect(estimateTokens(other)).toBe(expected);
    expect(estimateTokens({ ...other, ...named })).toBe(expected);
  });

  it('counts nothing for what is not sent: side data, encrypted items, metadata, timestamps', () => {
    const bulk = 'x y '.repeat(10_000);
    const message: Message = {
      role: 'assistant',
      content: 'ok',
      metadata: { note: bulk },
      _context: { wire: { format: 'openai-responses', parts: [{ type: 'reasoning', encrypted_content: bulk }] } },
    };

    expect(estimateTokens({ ...message, timestamp: 1_790_000_000_000 } as Message)).toBe(
      estimateTokens({ role: 'assistant', content: 'ok' }),
    );
  });

  it('never throws, counts whole tokens, and reads a message once', () => {
    fc.assert(
      fc.property(messages, (list) => {
        const first = list.map(estimateTokens);
        expect(first.every((tokens) => Number.isSafeInteger(tokens) && tokens >= EMPTY_TOKENS)).toBe(true);
        expect(list.map(estimateTokens)).toEqual(first);
        expect(list.map((message) => estimateTokens({ ...message }))).toEqual(first);
        expect(estimateMessagesTokens(list)).toBe(first.reduce((sum, tokens) => sum + tokens, 0));
      }),
    );
  });

  it('survives a content that JSON cannot hold', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;

    for (const content of [42, true, { text: 'x' }, cycle, 10n, [null, 7, cycle, 'text'], Symbol('s')]) {
      expect(estimateTokens({ role: 'user', content } as unknown as Message)).toBeGreaterThanOrEqual(EMPTY_TOKENS);
    }
  });

  it('answers for a list that it has seen in a twentieth of the time', () => {
    const text = 'The build fails in packages/core with exit code 1. '.repeat(10);
    const listOf = (start: number): readonly Message[] =>
      Array.from({ length: 10_000 }, (_, index) => ({ role: 'user', content: `${start + index} ${text}` }));
    const timed = (list: readonly Message[]): number => {
      const start = performance.now();
      estimateMessagesTokens(list);
      return performance.now() - start;
    };
    // The compiler is at work during the first list; the second is the one that counts.
    const [warmUp, list] = [listOf(0), listOf(10_000)];
    for (let round = 0; round < 20; round += 1) timed(warmUp);
    const firstMs = timed(list);
    const laterMs = Math.min(...Array.from({ length: 20 }, () => timed(list)));

    expect(laterMs).toBeLessThan(firstMs / 20);
  });
});

describe('tokensByCategory', () => {
  it('adds up to the whole', () => {
    fc.assert(
      fc.property(messages, (list) => {
        const sum = Object.values(tokensByCategory(list)).reduce((total, tokens) => total + tokens, 0);
        expect(sum).toBe(estimateMessagesTokens(list));
      }),
    );
  });

  it('keeps calls, pictures and reasoning apart from the text of their role', () => {
    const conversation: Message[] = [
      { role: 'system', content: 'You are Hermes.' },
      { role: 'user', content: [{ type: 'text', text: 'What is this?' }, picture] },
      {
        role: 'assistant',
        content: 'Let me look.',
        reasoning_content: 'A picture, so I should look.',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: [picture] },
    ];
    const tokens = tokensByCategory(conversation);

    expect(tokens.system).toBe(4 + estimateTextTokens('You are Hermes.'));
    expect(tokens.user).toBe(4 + estimateTextTokens('What is this?'));
    expect(tokens.assistant).toBe(4 + estimateTextTokens('Let me look.'));
    expect(tokens.toolOutput).toBe(4);
    expect(tokens.images).toBe(2 * IMAGE_TOKENS);
    expect(tokens.reasoning).toBe(estimateTextTokens('A picture, so I should look.'));
    expect(tokens.arguments).toBeGreaterThan(2);
  });
});

describe('estimateToolTokens', () => {
  const parameters = { type: 'object', properties: { query: { type: 'string', description: 'What to look for.' } } };

  it('counts name, description and parameters, whatever the dialect', () => {
    const [name, description] = ['lcm_grep', 'Search what was compacted away.'];
    const plain = estimateToolTokens([{ name, description, parameters, execute: () => 'never counted' }]);

    expect(plain).toBeGreaterThan(estimateTextTokens(description) + estimateTextTokens(JSON.stringify(parameters)));
    expect(estimateToolTokens([{ type: 'function', function: { name, description, parameters } }])).toBe(plain);
    expect(estimateToolTokens([{ name, description, input_schema: parameters }])).toBe(plain);
  });

  it('counts a tool of unknown shape by its JSON, and nothing for none', () => {
    expect(estimateToolTokens([])).toBe(0);
    expect(estimateToolTokens([{ type: 'web_search' }])).toBeGreaterThan(estimateToolTokens([undefined]));
  });
});

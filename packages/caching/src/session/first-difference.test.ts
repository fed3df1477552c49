import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import { firstDifference } from './first-difference.ts';
import { anyMessage, anyPrompt, promptOf, reloaded, steps, user } from './prompts.fixture.ts';
import { messagePieces, wireText } from './wire-text.ts';

/** The prompt as a cache sees it, one piece after another, with a message's role in front of its blocks. */
function piecesOf({ tools = [], system, messages }: WirePrompt): readonly string[] {
  const systemText =
    typeof system === 'string' && system !== '' ? [`s${wireText({ type: 'text', text: system })}`] : [];
  return [
    ...tools.map((tool) => `t${wireText(tool)}`),
    ...systemText,
    ...messages.flatMap((message) => {
      const { rest, blocks } = messagePieces(message);
      return [`m${rest}`, ...blocks];
    }),
  ];
}

function startsWith(all: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((piece, index) => piece === all[index]);
}

const base = promptOf([user('Fix it.'), ...steps(0, 3)]);

describe('firstDifference', () => {
  it('finds none exactly where the pieces of the one prompt begin the other', () => {
    const pair = fc.oneof(
      fc.tuple(anyPrompt, anyPrompt),
      fc
        .tuple(anyPrompt, fc.array(anyMessage), fc.boolean())
        .map(([prompt, more]) => [prompt, { ...reloaded(prompt), messages: [...prompt.messages, ...more] }] as const),
      fc.tuple(anyPrompt, fc.nat(12)).map(([prompt, cut]) => {
        return [{ ...prompt, messages: prompt.messages.slice(0, cut) }, prompt] as const;
      }),
    );
    fc.assert(
      fc.property(pair, ([before, after]) => {
        expect(firstDifference(before, after) === undefined).toBe(startsWith(piecesOf(after), piecesOf(before)));
      }),
    );
  });

  it('quotes both sides on one line of at most 80 well-formed characters, from where they differ', () => {
    const long = fc.string({ unit: 'binary', minLength: 0, maxLength: 300 });
    fc.assert(
      fc.property(long, long, long, (lead, one, other) => {
        const difference = firstDifference(
          promptOf([], { system: `x${lead}${one}` }),
          promptOf([user('a')], { system: `x${lead}${other}` }),
        );
        for (const excerpt of difference === undefined ? [] : [difference.before, difference.after]) {
          expect(excerpt.length).toBeLessThanOrEqual(80);
          expect(excerpt).not.toMatch(/[\n\r\u2028]/);
          expect(excerpt.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('fills the 80 characters where there is more to show', () => {
    const [one, other] = ['a', 'b'].map((each) => promptOf([], { system: `${'x'.repeat(200)}${each.repeat(200)}` }));
    const difference = firstDifference(one ?? base, other ?? base);
    expect(difference?.before).toBe(`…${'x'.repeat(24)}${'a'.repeat(54)}…`);
    expect(difference?.before).toHaveLength(80);
  });

  it('names the tool, block of the system prompt, message or block', () => {
    const places: readonly (readonly [Partial<WirePrompt>, object])[] = [
      [
        { tools: [{ name: 'read' }, { name: 'write', strict: true }] },
        { part: 'tools', index: 1, cause: 'tools_changed' },
      ],
      [{ tools: [{ name: 'read' }] }, { part: 'tools', index: 1, cause: 'removed', after: '' }],
      [{ system: 'You are a poet.' }, { part: 'system', index: 0, cause: 'system_changed' }],
      [{ messages: base.messages.with(0, user('Fix that.')) }, { part: 'messages', index: 0, block: 0 }],
      [{ messages: base.messages.slice(0, 4) }, { part: 'messages', index: 4, cause: 'removed' }],
      [
        { messages: base.messages.with(3, { ...base.messages[3], role: 'user' }) },
        { part: 'messages', index: 3, cause: 'message_changed' },
      ],
    ];
    for (const [changes, expected] of places) {
      expect(firstDifference(base, { ...base, ...changes })).toMatchObject(expected);
    }
  });

  it('recognises what changes by itself', () => {
    const pairs: readonly (readonly [string, string, string])[] = [
      ['It is 2026-12-02T10:00:00Z.', 'It is 2026-12-02T10:01:01Z.', 'date_time'],
      ['Today is Wed, 2 December 2026, all day', 'Today is Thu, 3 December 2026, all day', 'date_time'],
      ['Dec 9, 2026', 'Dec 10, 2026', 'date_time'],
      ['now=1796205600000', 'now=1796205661000', 'date_time'],
      ['At 9:59 am', 'At 10:01 am', 'date_time'],
      ['Run 6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'Run 6f9619ff-8b86-4d01-b42d-10cf4fc964ff', 'identifier'],
      ['trace 8f3a91bc04de7712', 'trace 1f3a91bc04de7713', 'identifier'],
      ['Version 2, of 2026-12-02', 'Version 3, of 2026-12-02', 'system_changed'],
      ['You are an agent.', 'You are a poet.', 'system_changed'],
      ['Meet me on monday', 'Meet me', 'system_changed'],
    ];
    for (const [one, other, cause] of pairs) {
      const difference = firstDifference(
        promptOf([user('a')], { system: one }),
        promptOf([user('a')], { system: other }),
      );
      expect([one, difference?.cause]).toEqual([one, cause]);
    }
  });

  it('recognises another order of keys', () => {
    const call = (input: WireObject): WireObject => ({
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'c', input }],
    });
    const before = promptOf([call({ path: 'a', line: 1 })]);
    const after = promptOf([call({ line: 1, path: 'a' })]);
    expect(firstDifference(before, after)?.cause).toBe('key_order');
  });

  it('says all of it in a sentence', () => {
    expect(firstDifference(base, promptOf(base.messages, { system: 'You are a poet.' }))?.description).toBe(
      'The prompt first differs in system[0]: "You are a poet." stands where "You are an agent." stood. ' +
        'Probably a changed system prompt.',
    );
  });
});

describe('case 25-changing-bytes-in-prefix', () => {
  const input = {
    turnGapSeconds: 61,
    systemTemplate: 'You are an agent. Current date and time: {{now}}. Working directory: /w. Tools: {{tools}}',
    tools: [{ name: 'zeta' }, { name: 'alpha' }],
    toolsSecondRequest: [{ name: 'alpha' }, { name: 'zeta' }],
    messages: [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'hi' },
      { role: 'user', content: 'go' },
    ],
    appended: [
      { role: 'assistant', content: 'done' },
      { role: 'user', content: 'more' },
    ],
  };
  const startMs = Date.parse('2026-12-02T10:00:00Z');
  const secondMs = startMs + input.turnGapSeconds * 1_000;

  function assemble(messages: readonly WireObject[], tools: readonly WireObject[], nowMs: number): WirePrompt {
    const names = tools.map((tool) => tool['name']).join(', ');
    const system = input.systemTemplate.replace('{{now}}', new Date(nowMs).toISOString()).replace('{{tools}}', names);
    return promptOf(messages, { tools, system });
  }
  const sorted = (tools: readonly WireObject[]): readonly WireObject[] =>
    tools.toSorted((one, other) => String(one['name']).localeCompare(String(other['name'])));
  const all = [...input.messages, ...input.appended];
  const first = assemble(input.messages, sorted(input.tools), startMs);

  it('finds the first request at the beginning of the second, when the time is fixed and the tools are sorted', () => {
    const second = assemble(all, sorted(input.toolsSecondRequest), startMs);
    expect(firstDifference(first, second)).toBeUndefined();
    const bytes = (prompt: WirePrompt): string =>
      [prompt.tools, prompt.system, ...prompt.messages].map((each) => JSON.stringify(each)).join('\n');
    expect(bytes(second).startsWith(bytes(first))).toBe(true);
  });

  it('names the time in the system prompt', () => {
    const second = assemble(all, sorted(input.toolsSecondRequest), secondMs);
    const difference = firstDifference(first, second);
    expect(difference).toMatchObject({ part: 'system', index: 0, cause: 'date_time' });
    expect(difference?.before).toContain('10:00:00');
    expect(difference?.after).toContain('10:01:01');
  });

  it('names the order of the tools, which comes first', () => {
    const unsorted = assemble(input.messages, input.tools, startMs);
    const difference = firstDifference(unsorted, assemble(all, input.toolsSecondRequest, secondMs));
    expect(difference).toMatchObject({ part: 'tools', index: 0, cause: 'tool_order' });
    expect(difference?.description).toMatch(
      /tools\[0\].*"alpha".* stands where .*"zeta".*another order of the same tools/,
    );
  });
});

import type { Message, Messages } from '@hermes-context/contract';
import { BRIDGE_TEXT, isSummary, validateAlternation } from '@hermes-context/messages';
import { deepFreeze } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemble, type Parts } from './assemble.ts';

const system: Message = { role: 'system', content: 'You are helpful.' };
const user: Message = { role: 'user', content: 'Fix the tests.' };
const reply: Message = { role: 'assistant', content: 'Done.' };
const round: Messages = [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'ls', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'a', content: 'main.ts' },
];
const partsOf = (parts: Partial<Parts>): Parts =>
  deepFreeze({
    head: [],
    carried: [],
    tail: [],
    summary: '## Goal\nShip it',
    mark: { source: 'model', coveredCount: 9 },
    ...parts,
  });
const rolesOf = (messages: Messages): readonly string[] =>
  messages.map((message) => (isSummary(message) ? `${message.role}*` : message.role));

describe('assemble', () => {
  it('S-057 puts head, summary and the unmodified tail in order', () => {
    const list = assemble(partsOf({ head: [system, user], tail: [user, ...round] }));
    expect(rolesOf(list)).toEqual(['system', 'user', 'assistant*', 'user', 'assistant', 'tool']);
    expect(list.slice(0, 2)).toEqual([system, user]);
    expect(list.slice(3)).toEqual([user, ...round]);
  });

  it('S-058 starts the summary with its header and marks what it stands for', () => {
    const summary = assemble(partsOf({ head: [system, user], tail: [user] }))[2];
    expect(summary?.content).toMatch(/^\[CONTEXT COMPACTION\]/);
    expect(summary?.content).toContain('## Goal\nShip it');
    expect(summary?._context?.mark).toEqual({ kind: 'summary', summary: { source: 'model', coveredCount: 9 } });
  });

  it.each<[string, Messages, Messages, readonly string[]]>([
    ['the assistant role between two users', [system, user], [user], ['system', 'user', 'assistant*', 'user']],
    ['the user role between two assistants', [user, reply], [reply], ['user', 'assistant', 'user*', 'assistant']],
    ['the user role at the very start', [system], [...round], ['system', 'user*', 'assistant', 'tool']],
    [
      'a bridge before a user when nothing else may come first',
      [system],
      [user],
      ['system', 'user*', 'assistant', 'user'],
    ],
    [
      'a bridge between an assistant summary and an assistant reply',
      [user],
      [reply],
      ['user', 'assistant*', 'user', 'assistant'],
    ],
    [
      'a bridge where only the plain roles clash',
      [user],
      [...round],
      ['user', 'assistant*', 'user', 'assistant', 'tool'],
    ],
    [
      'no bridge that would itself clash',
      [user],
      [...round, user],
      ['user', 'assistant*', 'assistant', 'tool', 'user'],
    ],
  ])('S-058 takes %s', (_, head, tail, expected) => {
    expect(rolesOf(assemble(partsOf({ head, tail })))).toEqual(expected);
  });

  it('parts two carried user messages by a line of the assistant', () => {
    const newer: Message = { role: 'user', content: 'And the docs.' };
    const list = assemble(partsOf({ head: [system], carried: [user, newer], tail: round }));
    expect(rolesOf(list)).toEqual(['system', 'user*', 'assistant', 'user', 'assistant', 'user', 'assistant', 'tool']);
    expect(list[4]?.content).toBe(BRIDGE_TEXT);
  });

  it('S-058 adds no clash of roles that a strict template would see', () => {
    const turns = fc.array(fc.constantFrom<Messages>([user, reply], [user, ...round, reply], [user, ...round]), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(turns, fc.nat({ max: 20 }), fc.nat({ max: 20 }), fc.boolean(), (list, a, b, hasSystem) => {
        const messages = list.flat();
        const [headEnd, tailStart] = [
          Math.min(a, messages.length),
          Math.max(Math.min(a, messages.length), messages.length - b),
        ];
        const head = [...(hasSystem ? [system] : []), ...messages.slice(0, headEnd)];
        const violations = validateAlternation(assemble(partsOf({ head, tail: messages.slice(tailStart) })));
        expect(violations.length).toBeLessThanOrEqual(
          validateAlternation([...head, ...messages.slice(headEnd)]).length,
        );
      }),
    );
  });
});

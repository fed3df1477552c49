import type { Message, Messages } from '@hermes-context/contract';
import { BRIDGE_TEXT, joinSegments, roleBehind, validateAlternation } from '@hermes-context/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

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

describe('joinSegments', () => {
  it('parts two stretches by a marked line where the same role would speak twice', () => {
    const list = joinSegments([[user], [user, ...round], [], [reply]]);

    expect(list.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'tool', 'assistant']);
    expect(list[1]).toEqual({ role: 'assistant', content: BRIDGE_TEXT, _context: { mark: { kind: 'bridge' } } });
    expect(list[2]).toBe(user);
  });

  it('hands every message on as the object that it is, and adds no clash of roles', () => {
    const stretches = fc.array(fc.constantFrom<Messages>([], [user], [reply], [user, reply], [user, ...round]));
    fc.assert(
      fc.property(stretches, (segments) => {
        const list = joinSegments(segments);
        const isBridge = ({ _context }: Message) => _context?.mark?.kind === 'bridge';

        expect(list.filter((message) => !isBridge(message))).toEqual(segments.flat());
        expect(validateAlternation(list).length).toBeLessThanOrEqual(validateAlternation(segments.flat()).length);
      }),
    );
  });
});

describe('roleBehind', () => {
  it('answers a user as the assistant, and speaks as the user otherwise', () => {
    expect(roleBehind([{ role: 'system', content: 's' }, user])).toBe('assistant');
    expect(roleBehind([user, reply])).toBe('user');
    expect(roleBehind([])).toBe('user');
  });
});

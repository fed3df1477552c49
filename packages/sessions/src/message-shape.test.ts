import type { Message } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkList, checkMessage } from './message-shape.ts';
import { SessionInputError } from './session-errors.ts';

const check = (value: unknown): ReturnType<typeof checkMessage> => checkMessage(value as Message);

describe('checkMessage', () => {
  it('takes a message for what it reads back as', () => {
    const given = {
      toJSON: () => ({ role: 'user', content: 'said', at: new Date(0), big: Number.POSITIVE_INFINITY, none: -0 }),
    };
    expect(check(given)).toEqual({
      text: '{"role":"user","content":"said","at":"1970-01-01T00:00:00.000Z","big":null,"none":0}',
      message: { role: 'user', content: 'said', at: '1970-01-01T00:00:00.000Z', big: null, none: 0 },
    });
  });

  it.each([
    [{ content: 'x' }, 'Its role is undefined'],
    [{ role: 'user', content: ['x'] }, 'content[0] is "x"; it is an object with a type'],
    [{ role: 'assistant', tool_calls: [null] }, 'tool_calls[0] is null'],
    [{ role: 'tool', content: '' }, 'Its tool_call_id is undefined'],
    [{ role: 'user', content: 7 }, 'Its content is 7'],
  ])('says of %j that %s', (value, why) => {
    expect(() => check(value)).toThrow(why);
  });

  it('counts levels of objects and lists, not of characters', () => {
    const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    const padding = 'x'.repeat(5_000);
    expect(() => check({ role: 'user', content: padding, deep: deep(999) })).not.toThrow();
    expect(() => check({ role: 'user', content: padding, deep: deep(1_000) })).toThrow('more than 1000 levels');
    expect(() => check({ role: 'user', content: '[[{'.repeat(5_000) })).not.toThrow();
  });

  it('takes a message whole, or refuses it in its own words', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (role, content) => {
        try {
          expect(check({ role, content }).message).toEqual(JSON.parse(JSON.stringify({ role, content })));
        } catch (error) {
          expect(error).toBeInstanceOf(SessionInputError);
        }
      }),
    );
  });
});

describe('checkList', () => {
  it('takes lists alone', () => {
    expect(checkList([])).toEqual([]);
    for (const value of [null, undefined, {}, 'text'])
      expect(() => checkList(value as unknown as [])).toThrow(SessionInputError);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sessionIdOfKey } from './session-id-of-key.ts';

it('uses the key itself where an id can hold it', () => {
  expect(sessionIdOfKey('support-room_7.eu')).toBe('gw.support-room_7.eu');
  expect(sessionIdOfKey('telegram:4711')).toMatch(/^gwh\.[0-9a-f]{40}$/);
  expect(sessionIdOfKey('k'.repeat(101))).toMatch(/^gwh\./);
});

it('makes an id that stores take of any key, the same for the same key and never the same for two', () => {
  const key = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 256 }),
    fc.stringMatching(/^[a-c.:]{1,3}$/),
  );
  fc.assert(
    fc.property(key, key, (one, other) => {
      expect(sessionIdOfKey(one)).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
      expect(sessionIdOfKey(one) === sessionIdOfKey(other)).toBe(one === other);
    }),
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeCause } from './describe-cause.ts';

it('gives the name and the message on one line', () => {
  expect(describeCause(new TypeError('x is\nnot a function'))).toBe('TypeError: x is not a function');
  expect(describeCause('plain')).toBe('plain');
  expect(describeCause(undefined)).toBe('undefined');
  expect(describeCause({})).toBe('something that is not an Error was thrown');
});

it('masks secrets and removes what could repaint a terminal', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const text = describeCause(new Error(`\u001b[2Jbad token ${secret}`));
  expect(text).not.toContain(secret);
  expect(text).not.toContain('\u001b');
});

it('stays short, and survives whatever was thrown', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), (value) => {
      expect(describeCause(value).length).toBeLessThanOrEqual(400);
    }),
  );
  expect(describeCause(new Error('x'.repeat(10_000))).length).toBeLessThanOrEqual(400);
  const hostile = new Proxy(() => 0, {
    get: () => {
      throw new Error('no');
    },
  });
  expect(describeCause(hostile)).toContain('not an Error');
});

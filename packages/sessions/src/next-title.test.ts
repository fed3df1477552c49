import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextTitle } from './next-title.ts';

describe('the title of what goes on', () => {
  it.each([
    ['Fix the build', 'Fix the build #2'],
    ['Fix the build #2', 'Fix the build #3'],
    ['Fix the build #9', 'Fix the build #10'],
    ['issue #0', 'issue #0 #2'],
    ['issue#2', 'issue#2 #2'],
    ['two\nlines #2', 'two\nlines #3'],
    [' #2', ' #2 #2'],
    ['far #9999999999', 'far #9999999999 #2'],
  ])('follows %j with %j', (title, next) => {
    expect(nextTitle(title)).toBe(next);
  });

  it('counts on past titles that are taken', () => {
    expect(nextTitle('name', (title) => ['name #2', 'name #3'].includes(title))).toBe('name #4');
  });

  it('never comes back to a title of the same row', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 12 }), (first, steps) => {
        const titles = [first];
        for (let step = 0; step < steps; step += 1) titles.push(nextTitle(titles.at(-1) ?? ''));
        expect(new Set(titles).size).toBe(titles.length);
      }),
    );
  });
});

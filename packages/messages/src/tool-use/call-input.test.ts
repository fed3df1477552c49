import { describe, expect, it } from 'vitest';
import { mainArgument } from './call-input.ts';

describe('mainArgument', () => {
  it.each([
    [{ command: 'cd src && export X=1 && npm test' }, 'npm test'],
    [{ command: ['bash', '-lc', 'ls -la'] }, 'ls -la'],
    [{ command: "bash -lc 'cat a.md'" }, 'cat a.md'],
    [{ command: 'view', path: 'm.c' }, 'view m.c'],
    [{ file_path: 'a.ts', limit: 5 }, 'a.ts'],
    [{ query: 'cats' }, 'cats'],
    [{ reservation_id: 'ZFA04Y', cabin: 'economy' }, 'reservation_id=ZFA04Y, cabin=economy'],
    [{}, ''],
  ])('tells of %j what it was about', (input, expected) => {
    expect(mainArgument(input, [], JSON.stringify(input))).toBe(expected);
  });

  it('shows arguments that are no JSON as they are', () => {
    expect(mainArgument({}, [], '{"path": "a')).toBe('{"path": "a');
  });
});

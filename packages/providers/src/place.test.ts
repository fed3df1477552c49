import { describe, expect, it } from 'vitest';
import { formatPlace } from './place.ts';

describe('formatPlace', () => {
  it('writes a path as a reader would look it up', () => {
    expect(formatPlace(['messages', 3, 'tool_calls', 0, 'function', 'arguments'])).toBe(
      'messages[3].tool_calls[0].function.arguments',
    );
    expect(formatPlace(['$', 2])).toBe('$[2]');
    expect(formatPlace(['line 7'])).toBe('line 7');
    expect(formatPlace(['line 7', 'content', 0, 'type'])).toBe('line 7: content[0].type');
  });

  it('quotes a key that could be taken for something else', () => {
    expect(formatPlace(['$', 'a.b', 0])).toBe('$["a.b"][0]');
  });
});

import type { Message } from '@hermes-context/contract';
import { deepFreeze, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText, idOf, withId } from './canonical-message.ts';

const text = (value: unknown): string => canonicalText(deepFreeze(value) as Message);

describe('the text of a message', () => {
  it('is its JSON, whatever it holds', () => {
    for (const json of [
      '{"role":"user","content":"\\ud800 a \\u0000"}',
      '{"content":[],"role":"user","unknown":{"b":1,"a":[null,{"__proto__":{"x":1}}]},"__proto__":{"id":"y"}}',
      '{"role":"assistant","content":null,"_context":{"wire":{"format":"anthropic","parts":[{"_context":{"id":"z"}}]}}}',
    ]) {
      expect(text(JSON.parse(json))).toBe(json);
    }
  });

  it('has no id in it, and no _context that was nothing but the id', () => {
    expect(text({ role: 'user', _context: { id: 'a:1' }, content: 'x' })).toBe('{"role":"user","content":"x"}');
    expect(text({ role: 'user', content: 'x', _context: {} })).toBe('{"role":"user","content":"x"}');
    expect(text({ _context: { id: 'a:1', mark: { kind: 'bridge' } }, role: 'user', content: '"_context"' })).toBe(
      '{"_context":{"mark":{"kind":"bridge"}},"role":"user","content":"\\"_context\\""}',
    );
  });

  it('stays the same through an id', () => {
    fc.assert(
      fc.property(transcript({ maxTurns: 2 }), (messages) => {
        for (const message of messages) {
          const marked = withId(canonicalText(message), 's:7');
          expect(idOf(marked)).toBe('s:7');
          expect(canonicalText(marked)).toBe(JSON.stringify(message));
        }
      }),
    );
  });

  it('is refused to what JSON cannot hold', () => {
    const round: Record<string, unknown> = { role: 'user' };
    round['self'] = round;
    let deep: unknown = 'x';
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    for (const value of [
      round,
      { role: 'user', content: 1n },
      { role: 'user', content: deep },
      { role: 'user', content: 'x', _context: 'y' },
      { role: 'user', content: 'x', _context: null },
      [],
      'hello',
      null,
      undefined,
    ]) {
      const refused = (): string => canonicalText(value as unknown as Message);
      expect(refused).toThrow(expect.objectContaining({ code: 'CTX_SESSION_INPUT_INVALID' }));
    }
  });
});

import type { Message, Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { giveBack, lendMessages } from './lend-messages.ts';
import { conversation } from './parts.fixture.ts';

const frozen: Message = Object.freeze({ role: 'user', content: 'Hello' });

describe('lendMessages', () => {
  it('lends copies that cannot be edited, down to the arguments of a call', () => {
    const messages = conversation(1);
    const lent = lendMessages(messages);
    expect(lent).toEqual(messages);
    expect(() => (lent as Message[]).pop()).toThrow(TypeError);
    const calls = lent[2] as unknown as { tool_calls: { function: { name: string } }[] };
    expect(() => {
      calls.tool_calls[0]!.function.name = 'rm';
    }).toThrow(TypeError);
    expect(Object.isFrozen(messages[2])).toBe(false);
  });

  it('lends the same copy every time, so that what is known of a message stays known', () => {
    const [message] = conversation(0);
    expect(lendMessages([message!])[0]).toBe(lendMessages([frozen, message!])[1]);
  });

  it('lends what is frozen to the ground as it is, and no more than that', () => {
    const shallow: Message = Object.freeze({ role: 'user', content: [{ type: 'text', text: 'Hello' }] });
    const lent = lendMessages([frozen, shallow]);
    expect(lent[0]).toBe(frozen);
    expect(lent[1]).not.toBe(shallow);
    expect(Object.isFrozen(lent[1]?.content)).toBe(true);
  });

  it('leaves alone what is no JSON, and comes to an end in a circle', () => {
    const bytes = new Uint8Array([1]);
    const circle: Record<string, unknown> = { bytes };
    circle['self'] = circle;
    const [lent] = lendMessages([{ role: 'user', content: 'x', metadata: circle }]);
    expect(lent?.metadata?.['bytes']).toBe(bytes);
    expect(lent?.metadata?.['self']).toBe(lent?.metadata);
  });

  it('keeps a key that is called __proto__', () => {
    const metadata: Record<string, unknown> = JSON.parse('{"__proto__":{"a":1}}');
    const [lent] = lendMessages([{ role: 'user', content: 'x', metadata }]);
    expect(JSON.stringify(lent?.metadata)).toBe('{"__proto__":{"a":1}}');
  });
});

describe('giveBack', () => {
  it('puts the messages themselves in the places of what was lent, and leaves new ones', () => {
    const messages = conversation(1);
    const fresh: Message = { role: 'assistant', content: 'New.' };
    const list = giveBack([lendMessages(messages)[1]!, fresh], messages);
    expect(list[0]).toBe(messages[1]);
    expect(list[1]).toBe(fresh);
  });

  it('gives back the copy where the list was lent twice over', () => {
    const outer = lendMessages(conversation(1));
    const inner: Messages = lendMessages(outer);
    expect(giveBack(inner, outer).every((message, index) => message === outer[index])).toBe(true);
  });
});

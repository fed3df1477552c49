import { deepFreeze } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { acceptableMessage } from './acceptable-message.ts';
import { fromAnthropicMessages } from './from-anthropic.ts';
import { toAnthropicMessages } from './to-anthropic.ts';
import { loop } from './tool-loop.fixture.ts';

const text = (said: string) => ({ type: 'text', text: said });
const thought = { type: 'thinking', thinking: 'Hm.', signature: 'S' };
const call = { type: 'tool_use', id: 'a', name: 'f', input: {} };
const assistant = (...content: readonly object[]) => deepFreeze({ role: 'assistant', content });

describe('a message that the API takes', () => {
  it.each(loop)('is the same object: %#', (message) => {
    expect(acceptableMessage(message)).toBe(message);
  });

  it('has no texts of blanks', () => {
    expect(acceptableMessage(assistant(text('\n\n'), call))).toEqual(assistant(call));
    const content = [text(' '), text('x')];
    expect(acceptableMessage({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] })).toEqual({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content: [text('x')] }],
    });
  });

  it('does not end with a thought: then all thinking leaves', () => {
    expect(acceptableMessage(assistant(thought, text('Half.'), thought))).toEqual(assistant(text('Half.')));
    expect(acceptableMessage(assistant(thought, text('\n')))).toBeUndefined();
  });

  it.each([{ role: 'user', content: ' \n' }, { role: 'user', content: [text(' ')] }, assistant(thought)])(
    'is none where nothing is left: %j',
    (message) => {
      expect(acceptableMessage(message)).toBeUndefined();
    },
  );

  it('is what a request gets', () => {
    const messages = fromAnthropicMessages({ messages: [loop[0], assistant(thought, text('\n\n'), call)] });
    expect(toAnthropicMessages(messages).messages[1]).toEqual(assistant(thought, call));
  });
});

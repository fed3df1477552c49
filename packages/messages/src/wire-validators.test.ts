import type { Message, Messages } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assistant,
  brokenTranscript,
  calling,
  callOf,
  plainTranscript,
  result,
  system,
  user,
} from './conversation.fixture.ts';
import { validateAlternation } from './validate-alternation.ts';
import { validateAnthropic } from './validate-anthropic.ts';
import { validateGemini } from './validate-gemini.ts';
import { validateGemma } from './validate-gemma.ts';
import { validateMistral } from './validate-mistral.ts';
import { validateOpenAiChat } from './validate-openai-chat.ts';
import { validateOpenAiResponses } from './validate-openai-responses.ts';
import type { Violation } from './validate-violation.ts';

type Validate = (messages: Messages) => readonly Violation[];

const named =
  (validate: Validate) =>
  (...messages: Messages): readonly string[] =>
    validate(messages).map(({ index, rule }) => `${index} ${rule}`);

const responses = named(validateOpenAiResponses);
const gemini = named(validateGemini);
const mistral = named(validateMistral);
const gemma = named(validateGemma);

const ALL: readonly Validate[] = [
  validateOpenAiChat,
  validateAnthropic,
  validateOpenAiResponses,
  validateGemini,
  validateMistral,
  validateGemma,
];

const withCall = (name: string, args: string): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ ...callOf('c'), function: { name, arguments: args } }],
});

describe('the six validators', () => {
  it('find nothing in well-formed conversations that wait for an answer', () => {
    fc.assert(
      fc.property(plainTranscript(), (messages) => {
        const waiting = messages.at(-1)?.role === 'assistant' ? [...messages, user('Go on.')] : messages;
        for (const validate of ALL) expect(validate(waiting)).toEqual([]);
      }),
    );
  });

  it('answer in order of index, the same when asked again', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        for (const validate of ALL) {
          const violations = validate(messages);
          const indices = violations.map(({ index }) => index);
          expect(indices).toEqual(indices.toSorted((a, b) => a - b));
          expect(validate(messages)).toEqual(violations);
        }
      }),
    );
  });

  it('hold a Mistral model to all that alternation asks', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        const strict = validateMistral(messages);
        for (const violation of validateAlternation(messages)) expect(strict).toContainEqual(violation);
      }),
    );
  });

  it('differ: each takes what another refuses', () => {
    const late = [user('u'), calling('a'), user('Wait.'), result('a'), assistant('b'), user('c')];
    expect([responses(...late), gemini(...late)]).toEqual([[], ['1 call-unanswered', '3 result-orphaned']]);

    const foreign = [user('u'), calling('functions.read:0'), result('functions.read:0')];
    expect(ALL.map((validate) => validate(foreign).length)).toEqual([0, 1, 0, 0, 0, 0]);

    const impatient = [user('u'), calling('a'), result('a'), user('v')];
    expect([mistral(...impatient), gemma(...impatient), gemini(...impatient)]).toEqual([
      ['3 roles-not-alternating', '3 user-after-result'],
      ['3 turns-not-alternating'],
      [],
    ]);

    const thinkingAloud = [user('u'), assistant('Let me look.'), calling('a'), result('a')];
    expect([mistral(...thinkingAloud), gemma(...thinkingAloud)]).toEqual([[], ['2 turns-not-alternating']]);
  });
});

describe('validateOpenAiResponses', () => {
  it('pairs by id, wherever the result stands behind its call', () => {
    expect(responses(user('u'), calling('a', 'b'), assistant('Hm.'), result('b'), user('v'), result('a'))).toEqual([]);
    expect(responses(user('u'), result('a'), calling('a'))).toEqual(['1 result-unasked', '2 call-unanswered']);
    expect(responses(user('u'), calling('a', 'a'))).toEqual(['1 call-unanswered', '1 call-unanswered']);
    expect(responses(user('u'), calling('a'), result('a'), calling('a'), result('a'))).toEqual([]);
  });

  it('asks for ids of 1 to 64 characters', () => {
    const id = (length: number): string => 'x'.repeat(length);
    expect(responses(calling(id(64)), result(id(64)))).toEqual([]);
    expect(responses(calling(id(65)), result(id(65)))).toEqual(['0 call-id-long']);
    expect(responses(calling(''), result(''))).toEqual(['0 call-id-empty']);
  });

  it('asks for names of letters, digits, underscores and hyphens', () => {
    expect(responses(withCall('mcp__read-file', '{}'), result('c'))).toEqual([]);
    expect(responses(withCall('mcp.read', '{}'), result('c'))).toEqual(['0 call-name']);
  });

  it('needs no user, but some message', () => {
    expect(responses()).toEqual(['0 list-empty']);
    expect(responses(system('s'))).toEqual([]);
  });

  it('judges contents as the chat endpoint does', () => {
    expect(responses(user(''), withCall('f', 'x'), result('c'))).toEqual(['0 message-empty', '1 arguments-not-json']);
  });
});

describe('validateGemini', () => {
  it('asks for a call only behind a user or a result, and for all its results next', () => {
    expect(gemini(system('s'), calling('a'), result('a'), user('u'))).toEqual(['1 first-not-user']);
    expect(gemini(user('u'), calling('a', 'b'), result('a'))).toEqual(['1 call-unanswered']);
    expect(gemini(user('u'), calling('a'), result('a'), result('b'))).toEqual(['3 result-orphaned']);
  });

  it('pays no heed to ids, where calls and results pair by position', () => {
    expect(gemini(user('u'), calling('', ''), result(''), result(''))).toEqual([]);
    expect(gemini(user('u'), calling('ü'), result('ü'), calling('ü'), result('ü'))).toEqual([]);
  });

  it('asks for arguments that are an object, and for a name that begins with a letter', () => {
    expect(gemini(user('u'), withCall('ns.read:1', '{"a":1}'), result('c'))).toEqual([]);
    expect(gemini(user('u'), withCall('1read', '[1]'), result('c'))).toEqual(['1 arguments-not-object', '1 call-name']);
  });

  it('reads no gif, and no empty part; leaves an empty system prompt out', () => {
    const picture = (type: string): Message =>
      user([{ type: 'image_url', image_url: { url: `data:image/${type};base64,AAAA` } }]);
    expect(gemini(picture('heic'))).toEqual([]);
    expect(gemini(picture('gif'))).toEqual(['0 image-type']);
    expect(gemini(system(''), user([{ type: 'text', text: '' }]))).toEqual(['1 message-empty']);
  });

  it('needs a user message', () => {
    expect(gemini(system('s'))).toEqual(['0 user-missing']);
  });
});

describe('validateMistral', () => {
  it('asks for an assistant between a result and the next user', () => {
    expect(mistral(user('u'), calling('a'), result('a'), assistant('b'), user('v'))).toEqual([]);
  });

  it('asks for results directly behind their call', () => {
    expect(mistral(user('u'), result('a'))).toEqual(['1 result-orphaned']);
    expect(mistral(user('u'), calling('a'))).toEqual(['1 call-unanswered', '1 last-is-assistant']);
  });

  it('asks for something to answer', () => {
    expect(mistral(user('u'), assistant('a'))).toEqual(['1 last-is-assistant']);
  });
});

describe('validateGemma', () => {
  it('sees calls as the words of the model, and results as the words of the user', () => {
    expect(gemma(system('s'), user('u'), calling('a', 'b'), result('a'), result('b'), assistant('c'))).toEqual([]);
    expect(gemma(user('u'), calling('a'), assistant('b'))).toEqual(['2 turns-not-alternating']);
    expect(gemma(user('u'), result('a'))).toEqual(['1 turns-not-alternating']);
  });

  it('lets the user begin, and takes a system message in front alone', () => {
    expect(gemma(calling('a'), result('a'))).toEqual(['0 first-not-user']);
    expect(gemma(user('u'), system('s'), assistant('a'))).toEqual(['1 system-not-first']);
  });
});

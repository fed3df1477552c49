import type { Messages } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assistant, brokenTranscript, calling, plainTranscript, result, system, user } from './conversation.fixture.ts';
import { validateAlternation } from './validate-alternation.ts';
import { validateAnthropic } from './validate-anthropic.ts';
import { validateOpenAiChat } from './validate-openai-chat.ts';
import type { Violation } from './validate-violation.ts';

function rules(violations: readonly Violation[]): readonly string[] {
  return violations.map(({ index, rule }) => `${index} ${rule}`);
}

const openai = (messages: Messages): readonly string[] => rules(validateOpenAiChat(messages));
const anthropic = (messages: Messages): readonly string[] => rules(validateAnthropic(messages));
const alternation = (messages: Messages): readonly string[] => rules(validateAlternation(messages));

describe('all validators', () => {
  it('find nothing in well-formed conversations', () => {
    fc.assert(
      fc.property(plainTranscript(), (messages) => {
        expect(validateOpenAiChat(messages)).toEqual([]);
        expect(validateAnthropic(messages)).toEqual([]);
        expect(validateAlternation(messages)).toEqual([]);
      }),
    );
  });

  it('answer in order of index, with a sentence that quotes nothing of the messages', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        for (const violations of [
          validateOpenAiChat(messages),
          validateAnthropic(messages),
          validateAlternation(messages),
        ]) {
          const indices = violations.map(({ index }) => index);
          expect(indices).toEqual(indices.toSorted((a, b) => a - b));
          for (const { reason, rule } of violations) {
            const again = validateAnthropic([user(null), calling('', '')]).find((other) => other.rule === rule);
            expect(reason).toMatch(/^[A-Z].*\.$/);
            if (again !== undefined) expect(reason).toBe(again.reason);
          }
        }
      }),
    );
  });
});

describe('validateOpenAiChat and validateAnthropic', () => {
  it('ask for a user message', () => {
    expect(openai([])).toEqual(['0 user-missing']);
    expect(openai([system('s')])).toEqual(['0 user-missing']);
    expect(anthropic([system('s')])).toEqual(['0 user-missing']);
  });

  it('ask for one result of each call, directly behind its message', () => {
    for (const validate of [openai, anthropic]) {
      expect(validate([user('u'), calling('a', 'b'), result('b'), result('a')])).toEqual([]);
      expect(validate([user('u'), calling('a', 'b'), result('b')])).toEqual(['1 call-unanswered']);
      expect(validate([user('u'), calling('a', 'b')])).toEqual(['1 call-unanswered', '1 call-unanswered']);
      expect(validate([user('u'), calling('a'), result('a'), result('a')])).toEqual(['3 result-duplicate']);
      expect(validate([user('u'), result('a')])).toEqual(['1 result-orphaned']);
      expect(validate([user('u'), calling('a'), result('a'), result('b')])).toEqual(['3 result-orphaned']);
    }
  });

  it('take no late result: between call and result stand tool messages alone', () => {
    for (const between of [user('Wait.'), assistant('Hm.'), system('s')]) {
      const late = [user('u'), calling('a'), between, result('a')];
      expect(openai(late)).toEqual(['1 call-unanswered', '3 result-orphaned']);
      expect(anthropic(late)).toEqual(['1 call-unanswered', '3 result-orphaned']);
    }
  });

  it('ask for ids: some id, another one for each call of a message', () => {
    for (const validate of [openai, anthropic]) {
      expect(validate([user('u'), calling(''), result('')])).toEqual(['1 call-id-empty']);
      expect(validate([user('u'), calling('a', 'a'), result('a'), result('a')])).toEqual(['1 call-id-duplicate']);
    }
  });

  it('report each message by its own faults', () => {
    expect(openai([user('u'), user(''), assistant(null)])).toEqual(['1 message-empty', '2 content-null']);
  });
});

describe('validateAnthropic', () => {
  it('asks for ids that no other call of the request has', () => {
    const again = [user('u'), calling('a'), result('a'), calling('a'), result('a')];
    expect(openai(again)).toEqual([]);
    expect(anthropic(again)).toEqual(['3 call-id-reused']);
  });

  it('asks for ids of letters, digits, underscores and hyphens', () => {
    const foreign = [user('u'), calling('functions.read:0'), result('functions.read:0')];
    expect(openai(foreign)).toEqual([]);
    expect(anthropic(foreign)).toEqual(['1 call-id-characters']);
  });

  it('asks that the user opens the conversation, behind the system messages', () => {
    expect(anthropic([system('s'), system('t'), user('u')])).toEqual([]);
    expect(anthropic([system('s'), assistant('a'), user('u')])).toEqual(['1 first-not-user']);
    expect(openai([system('s'), assistant('a'), user('u')])).toEqual([]);
    expect(anthropic([assistant('a'), user(' '), user('u')])).toEqual(['0 first-not-user', '1 message-empty']);
  });

  it('takes neighbours of one role and system messages later on: the adapter merges and lifts them', () => {
    expect(anthropic([user('u'), user('v'), assistant('a'), assistant('b'), system('s')])).toEqual([]);
  });
});

describe('validateAlternation', () => {
  it('P1 does not see tool messages and assistant messages with calls, as strict templates do not', () => {
    expect(alternation([system('s'), user('u'), calling('a'), result('a'), assistant('b'), user('c')])).toEqual([]);
    expect(alternation([user('u'), calling('a'), result('a'), user('v')])).toEqual(['3 roles-not-alternating']);
    expect(alternation([calling('a'), result('a'), assistant('b')])).toEqual(['2 first-not-user']);
  });

  it('finds neighbours of one role and a wrong beginning', () => {
    expect(alternation([user('u'), user('v'), assistant('a'), assistant('b')])).toEqual([
      '1 roles-not-alternating',
      '3 roles-not-alternating',
    ]);
    expect(alternation([assistant('a'), user('u')])).toEqual(['0 first-not-user']);
  });

  it('takes a system message in front alone', () => {
    expect(alternation([system('s'), user('u'), system('t'), assistant('a')])).toEqual(['2 system-not-first']);
  });
});

import type { AssistantMessage, Message, Messages } from '@hermes-context/contract';
import { validateOpenAiChat } from '@hermes-context/messages';
import { scrambledTranscript, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOf, scriptedModel } from '../scripted-model.fixture.ts';
import { issuedBy, issuerOf, type RequestReader, requestMessages } from './build-request.ts';

const ISSUER_KEY = 'issuer';
const here = scriptedModel({ info: { name: 'm' }, route: 'https://here.example/v1' });
const there = scriptedModel({ info: { name: 'm' }, route: 'https://there.example/v1' });
const thought: AssistantMessage = { role: 'assistant', content: 'Yes.', reasoning_content: 'Because.' };
const asked: Message = { role: 'user', content: 'Is it?' };

const sentTo = (messages: Messages, reader: RequestReader): Messages => requestMessages(messages, reader).messages;

describe('who wrote a message', () => {
  it('is the model at its address, and is noted beside what is noted already', () => {
    expect(issuerOf(here)).toBe('m @ https://here.example/v1');
    expect(issuedBy({ ...thought, metadata: { stopped: true } }, { model: here }).metadata).toEqual({
      stopped: true,
      [ISSUER_KEY]: 'm @ https://here.example/v1',
    });
    expect(thought.metadata).toBeUndefined();
  });

  it('decides about its reasoning: the same model gets it back, another one never', () => {
    const messages = [asked, issuedBy(thought, { model: here })];
    expect(sentTo(messages, { model: here })[1]).toBe(messages[1]);
    const [, sent] = sentTo(messages, { model: there });
    expect(sent).toMatchObject({ role: 'assistant', content: 'Yes.' });
    expect(sent).not.toHaveProperty('reasoning_content');
    expect(messages[1]).toHaveProperty('reasoning_content', 'Because.');
  });

  it.each([undefined, 5, null])('is nobody known where the note is %j: it is sent as it is', (issuer) => {
    const messages: Messages = [asked, { ...thought, metadata: { [ISSUER_KEY]: issuer } }];
    expect(sentTo(messages, { model: there })[1]).toBe(messages[1]);
  });
});

describe('a model that binds its thinking to what stands before it', () => {
  const behind = (prefix: string) => ({ model: here, prefix });

  it('gets back what it thought behind the same list, and nothing of what it thought behind another', () => {
    const messages = [asked, issuedBy(thought, behind('s#1')), asked, issuedBy(thought, behind('s#2'))];
    const sent = sentTo(messages, behind('s#2'));
    expect(sent[1]).not.toHaveProperty('reasoning_content');
    expect(sent[3]).toBe(messages[3]);
  });

  it('gets nothing back of which it is not known what stood before it', () => {
    const [, sent] = sentTo([asked, issuedBy(thought, { model: here })], behind('s#1'));
    expect(sent).not.toHaveProperty('reasoning_content');
  });

  it('gets the same object for the same message each time, so that the rest of the request is recognised', () => {
    const messages = [asked, issuedBy(thought, behind('s#1'))];
    expect(sentTo(messages, behind('s#2'))[1]).toBe(sentTo(messages, behind('s#3'))[1]);
  });
});

describe('a request', () => {
  it('is answered where a call is not, without a change of the conversation', () => {
    const messages: Messages = [asked, { role: 'assistant', content: null, tool_calls: [callOf('a')] }];
    expect(sentTo(messages, { model: here })).toHaveLength(3);
    expect(messages).toHaveLength(2);
  });

  it('is the conversation, object for object, where that is sound', () => {
    fc.assert(
      fc.property(transcript(), (messages) => {
        const sent = sentTo(messages, { model: here });
        if (!messages.some(({ role }) => role === 'user')) return;
        expect(sent.length).toBe(messages.length);
        expect(messages.every((message, index) => message === sent[index])).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('is valid whatever the conversation looks like', () => {
    fc.assert(
      fc.property(scrambledTranscript(), fc.boolean(), (messages, isIssued) => {
        const list = isIssued
          ? messages.map((each) => (each.role === 'assistant' ? issuedBy(each, { model: there }) : each))
          : messages;
        expect(validateOpenAiChat(sentTo(list, { model: here }))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

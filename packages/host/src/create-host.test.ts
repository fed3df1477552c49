import type { Messages } from '@hermes-context/contract';
import { contentText, validateOpenAiChat } from '@hermes-context/messages';
import { ChatModelError } from '@hermes-context/providers';
import { createMemorySessionStore } from '@hermes-context/sessions';
import { manualClock } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { engineOf, hostWith, readFile, talk } from './host.fixture.ts';
import type { HostTool, TurnEvent } from './host-types.ts';
import { callOf, scriptedModel } from './scripted-model.fixture.ts';

describe('a turn', () => {
  it('is the user message, calls with their results side by side, and the answer, all stored', async () => {
    const calls = [callOf('read_file', {}, 'a'), callOf('nothing', {}, 'b')];
    const model = scriptedModel({ answer: (_, index) => (index === 0 ? { tool_calls: calls } : 'It says: the file.') });
    const host = await hostWith({ model, tools: [readFile], systemPrompt: 'Help.' });
    const session = await host.newSession();
    const result = await session.runTurn('Read it.');
    expect(result).toMatchObject({ kind: 'completed', text: 'It says: the file.', usage: { requests: 2 } });
    const roles = session.messages().map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'assistant']);
    expect(contentText(session.messages()[4]?.content ?? '')).toMatch(/There is no tool named/);
    expect((await host.store.load(session.id)).messages).toEqual(session.messages());
    await host.close();
  });

  it('tells what happens as it happens, and survives a listener that throws', async () => {
    const host = await hostWith({ model: scriptedModel({ answer: () => 'Hello.' }) });
    const session = await host.newSession();
    const seen: string[] = [];
    const onEvent = (event: TurnEvent): void => {
      seen.push(event.type);
      throw new Error('listener');
    };
    expect((await session.runTurn('Hi', { onEvent })).kind).toBe('completed');
    expect(seen).toEqual(['message', 'text', 'usage', 'message']);
    await host.close();
  });

  it('waits for the turn in front of it', async () => {
    const host = await hostWith({ model: scriptedModel({ answer: (_, index) => `Answer ${index}.` }) });
    const session = await host.newSession();
    await Promise.all(['one', 'two', 'three'].map((text) => session.runTurn(text)));
    const texts = session.messages().map(({ content }) => content);
    expect(texts).toEqual(['one', 'Answer 0.', 'two', 'Answer 1.', 'three', 'Answer 2.']);
    await host.close();
  });

  it('stores a message that is delivered twice once, and gives the same answer', async () => {
    const model = scriptedModel({ answer: (_, index) => `Answer ${index}.` });
    const host = await hostWith({ model });
    const session = await host.newSession();
    await session.runTurn('Book it.', { key: 'update-17' });
    await session.runTurn('And now?');
    const again = await session.runTurn('Book it.', { key: 'update-17' });
    expect(again).toMatchObject({ kind: 'completed', text: 'Answer 0.' });
    expect(model.requests).toHaveLength(2);
    expect(session.messages()).toHaveLength(4);
    await host.close();
  });

  it('that was stopped is not taken for an answered one when it is delivered again', async () => {
    const stop = new AbortController();
    const model = scriptedModel({
      answer({ onDelta, signal }) {
        onDelta?.({ kind: 'text', text: 'Half of the' });
        stop.abort();
        signal.throwIfAborted();
        return 'never';
      },
    });
    const host = await hostWith({ model });
    const session = await host.newSession();
    await session.runTurn('Tell me.', { key: 'm1', signal: stop.signal });
    expect(await session.runTurn('Tell me.', { key: 'm1' })).toMatchObject({ kind: 'stopped', text: 'Half of the' });
    await host.close();
  });

  it('is over at once when it is stopped, whatever the client of the model does', async () => {
    const stop = new AbortController();
    const model = { ...scriptedModel(), complete: () => new Promise<never>(() => stop.abort()) };
    const host = await hostWith({ model });
    const session = await host.newSession();
    expect((await session.runTurn('Hi', { signal: stop.signal })).kind).toBe('stopped');
    await Promise.all([session.close(), host.close()]);
  });

  it('ends at the limit of requests', async () => {
    const model = scriptedModel({ answer: (_, index) => ({ tool_calls: [callOf('read_file', {}, `c${index}`)] }) });
    const host = await hostWith({ model, tools: [readFile], limits: { maxRequestsPerTurn: 3 } });
    const session = await host.newSession();
    expect((await session.runTurn('Loop.')).kind).toBe('request-limit');
    expect(model.requests).toHaveLength(3);
    expect(validateOpenAiChat(session.messages())).toEqual([]);
    await host.close();
  });

  it('fails as a value, and the next one goes on', async () => {
    const failure = new ChatModelError({ failure: 'overload', model: 'scripted', detail: 'Busy.' });
    const model = scriptedModel({
      answer(_, index) {
        if (index === 0) throw failure;
        return 'Here.';
      },
    });
    const host = await hostWith({ model });
    const session = await host.newSession();
    expect(await session.runTurn('One')).toMatchObject({ kind: 'failed', error: failure });
    expect(await session.runTurn('Two')).toMatchObject({ kind: 'completed', text: 'Here.' });
    await host.close();
  });
});

describe('a stop', () => {
  it('during an answer keeps what was said so far', async () => {
    const stop = new AbortController();
    const model = scriptedModel({
      answer({ onDelta, signal }) {
        onDelta?.({ kind: 'text', text: 'The first half' });
        stop.abort();
        signal.throwIfAborted();
        return 'never';
      },
    });
    const host = await hostWith({ model });
    const session = await host.newSession();
    const result = await session.runTurn('Tell me.', { signal: stop.signal });
    expect(result).toMatchObject({ kind: 'stopped', text: 'The first half' });
    expect(session.messages().at(-1)).toMatchObject({ role: 'assistant', content: 'The first half' });
    await host.close();
  });

  it('during tools answers every call', async () => {
    const stop = new AbortController();
    const slow: HostTool = { ...readFile, execute: () => new Promise(() => stop.abort()) };
    const calls = [callOf('read_file', {}, 'a'), callOf('read_file', {}, 'b')];
    const host = await hostWith({ model: scriptedModel({ answer: () => ({ tool_calls: calls }) }), tools: [slow] });
    const session = await host.newSession();
    expect((await session.runTurn('Read.', { signal: stop.signal })).kind).toBe('stopped');
    expect(validateOpenAiChat(session.messages())).toEqual([]);
    const last = contentText(session.messages().at(-1)?.content ?? '');
    expect(last).toBe('The call was stopped by the user before it answered.');
    await host.close();
  });

  it('in front of a turn leaves no trace of it', async () => {
    const host = await hostWith();
    const session = await host.newSession();
    expect((await session.runTurn('Hi', { signal: AbortSignal.abort() })).kind).toBe('stopped');
    expect(session.messages()).toEqual([]);
    await host.close();
  });
});

describe('a session that is resumed', () => {
  it('knows its size as the provider counted it, and its cooldown', async () => {
    const store = createMemorySessionStore();
    const clock = manualClock();
    const failing = engineOf({
      compress: async () => {
        throw new Error('broken');
      },
    });
    const host = await hostWith({ store, clock, engine: failing, model: scriptedModel({ ratio: 1.5 }) });
    const session = await host.newSession();
    await talk(session, 2);
    expect((await session.compact()).kind).toBe('unchanged');
    const { size, blocked } = session.status();
    expect(size.basis).toBe('anchored');
    await host.close();

    const again = await hostWith({ store, clock, engine: failing, model: scriptedModel({ ratio: 1.5 }) });
    const resumed = (await again.resumeSession(session.id)).status();
    expect(resumed.size).toEqual(size);
    expect(resumed.blocked).toBe(blocked);
    expect(blocked).toMatch(/The last compaction failed; the next try is in 60 s/);
    await again.close();
  });

  it('knows the last figure of all, once it was closed', async () => {
    const store = createMemorySessionStore();
    const host = await hostWith({ store, model: scriptedModel({ ratio: 1.5 }) });
    const session = await host.newSession();
    await talk(session, 3);
    await host.close();
    // The last request held five messages: two turns, and the question of the third.
    expect((await store.get(session.id)).metadata).toMatchObject({ _host: { size: { anchor: { count: 5 } } } });
  });

  it('has its open calls answered, so that providers take it', async () => {
    const store = createMemorySessionStore();
    const { id } = await store.create();
    const crashed: Messages = [
      { role: 'user', content: 'Delete it.' },
      { role: 'assistant', content: null, tool_calls: [callOf('read_file')] },
    ];
    await store.append(id, crashed);
    const model = scriptedModel();
    const host = await hostWith({ store, model });
    const session = await host.resumeSession(id);
    await session.runTurn('Go on.');
    expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(validateOpenAiChat(session.messages())).toEqual([]);
    await host.close();
  });

  it('takes in what another process added meanwhile', async () => {
    const store = createMemorySessionStore();
    const [here, there] = [await hostWith({ store }), await hostWith({ store })];
    const session = await here.newSession();
    await session.runTurn('one');
    await (await there.resumeSession(session.id)).runTurn('two');
    await session.runTurn('three');
    const texts = session.messages().map(({ content }) => content);
    expect(texts).toEqual(['one', 'Done.', 'two', 'Done.', 'three', 'Done.']);
    await Promise.all([here.close(), there.close()]);
  });

  it('is the same object while it is open, and refuses to go on once it is closed', async () => {
    const host = await hostWith();
    const session = await host.newSession();
    expect(await host.resumeSession(session.id)).toBe(session);
    await session.close();
    expect(await session.runTurn('Hi')).toMatchObject({ kind: 'failed', error: { code: 'CTX_HOST_CLOSED' } });
    const reopened = await host.resumeSession(session.id);
    expect(reopened).not.toBe(session);
    expect((await reopened.runTurn('Hi')).kind).toBe('completed');
    await host.close();
    await expect(host.newSession()).rejects.toMatchObject({ code: 'CTX_HOST_CLOSED' });
  });
});

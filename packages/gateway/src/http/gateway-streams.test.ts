import { ContextHostError } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { errorOf, heldTurns, readAll, ScriptedSessions, startGateway, until } from './gateway.fixture.ts';

describe('a turn over HTTP', () => {
  it('streams its events in order, and the result last', async () => {
    const sessions = new ScriptedSessions(async ({ text, messageId, onEvent }) => {
      onEvent({ type: 'text', text: 'Hel\nlo, ' } as never);
      onEvent({ type: 'tool-start', name: 'read_file' } as never);
      onEvent({ type: 'text', text: 'wörld\u2028✓' } as never);
      return { text, messageId };
    });
    await using gateway = await startGateway(sessions);
    const response = await gateway.post('/sessions/a/messages', { text: 'hi', messageId: 'm-1' });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(await readAll(response)).toEqual([
      { event: 'accepted', data: { ahead: 0 } },
      { event: 'text', data: { type: 'text', text: 'Hel\nlo, ' } },
      { event: 'tool-start', data: { type: 'tool-start', name: 'read_file' } },
      { event: 'text', data: { type: 'text', text: 'wörld\u2028✓' } },
      { event: 'done', data: { text: 'hi', messageId: 'm-1' } },
    ]);
  });

  it('lets no event pass for one of the gateway, or for several', async () => {
    const sessions = new ScriptedSessions(async ({ onEvent }) => {
      for (const type of ['done', 'error', 'x\ndata: 1\n\nevent: done', '']) onEvent({ type });
      return null;
    });
    await using gateway = await startGateway(sessions);
    const names = (await gateway.say('a', 'hi')).map(({ event }) => event);
    expect(names).toEqual(['accepted', 'event', 'event', 'event', 'event', 'done']);
  });

  it('tells what, why and fix of an error of ours, its secrets masked', async () => {
    const key = 'sk-proj-AbCdEfGhIjKlMnOpQrStUvWx0123456789';
    class ToldError extends ContextHostError {
      readonly code = 'CTX_TOLD';
    }
    const sessions = new ScriptedSessions(async () => {
      throw new ToldError({ what: `What ${key}`, why: `Why ${key}`, fix: `Fix ${key}` });
    });
    await using gateway = await startGateway(sessions);
    const [, error] = await gateway.say('a', 'hi');
    expect(error).toMatchObject({ event: 'error', data: { error: { code: 'CTX_TOLD' } } });
    expect(JSON.stringify(error)).not.toContain('AbCdEfGh');
    expect(gateway.lines[0]).toMatchObject({ outcome: 'error', code: 'CTX_TOLD' });
    expect(gateway.faults).toEqual([]);
  });

  it('tells nothing of an error that is not ours, except to the operator', async () => {
    const fault = new Error('connect to 10.0.0.7 as root');
    const sessions = new ScriptedSessions(async () => Promise.reject(fault));
    sessions.status = async () => Promise.reject(fault);
    await using gateway = await startGateway(sessions);
    const [, error] = await gateway.say('a', 'hi');
    const status = await gateway.send('/sessions/a');
    const texts = [JSON.stringify(error), await status.text()];
    expect(status.status).toBe(500);
    for (const text of texts) {
      expect(text).toContain('CTX_GATEWAY_FAULT');
      expect(text).not.toMatch(/10\.0\.0\.7|root|\.ts/);
    }
    expect(gateway.faults).toEqual([fault, fault]);
  });

  it('reports a result that JSON cannot hold, and goes on with the next message', async () => {
    const results: unknown[] = [{ size: 1n }, { fine: true }];
    await using gateway = await startGateway(new ScriptedSessions(async () => results.shift()));
    expect((await gateway.say('a', 'one')).at(-1)).toMatchObject({
      event: 'error',
      data: { error: { code: 'CTX_GATEWAY_FAULT' } },
    });
    expect((await gateway.say('a', 'two')).at(-1)).toEqual({ event: 'done', data: { fine: true } });
  });

  it('keeps a quiet stream open with comments', async () => {
    const { sessions, held } = heldTurns();
    await using gateway = await startGateway(sessions, { keepAliveMs: 5 });
    const response = await gateway.post('/sessions/a/messages', { text: 'hi' });
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.split(': keep-alive\n\n').length > 3) held[0]?.end({});
    }
    expect(text).toMatch(/^event: accepted\n.+\n\n(: keep-alive\n\n){3,}event: done\n/);
  });
});

describe('messages for one session', () => {
  it('are answered one at a time, in the order they came', async () => {
    const { sessions, held } = heldTurns();
    await using gateway = await startGateway(sessions);
    const streams: Promise<readonly { event: string; data: unknown }[]>[] = [];
    for (const text of ['one', 'two', 'three']) {
      const response = await gateway.post('/sessions/a/messages', { text });
      streams.push(readAll(response));
    }
    expect(await (await gateway.send('/sessions/a')).json()).toMatchObject({ running: true, waiting: 2 });
    for (const at of [0, 1, 2]) {
      await until(() => held.length === at + 1);
      expect(held).toHaveLength(at + 1);
      held[at]!.end(at);
      expect(await streams[at]).toEqual([
        { event: 'accepted', data: { ahead: at } },
        { event: 'done', data: at },
      ]);
    }
    expect(held.map(({ turn }) => turn.text)).toEqual(['one', 'two', 'three']);
  });

  it('do not wait for those of another session', async () => {
    const { sessions, held } = heldTurns();
    await using gateway = await startGateway(sessions);
    const streams = await Promise.all(
      Array.from({ length: 50 }, (_, at) => gateway.post(`/sessions/s${at}/messages`, { text: `for ${at}` })),
    );
    expect(held).toHaveLength(50);
    for (const { turn, key, end } of held.toReversed()) end({ key, text: turn.text });
    for (const [at, stream] of streams.entries()) {
      expect((await readAll(stream)).at(-1)?.data).toEqual({ key: `s${at}`, text: `for ${at}` });
    }
  });

  it('are refused with 429 when too many wait, and taken again afterwards', async () => {
    const { sessions, held } = heldTurns();
    await using gateway = await startGateway(sessions, { maxWaitingPerSession: 2, maxOpenTurns: 4 });
    const post = (key: string): Promise<Response> => gateway.post(`/sessions/${key}/messages`, { text: 'hi' });
    const taken = [await post('a'), await post('a'), await post('a')];
    const refused = await post('a');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await errorOf(refused)).toMatchObject({
      code: 'CTX_GATEWAY_BUSY',
      why: '2 messages wait for this session already.',
    });
    taken.push(await post('b'));
    expect(await errorOf(await post('c'))).toMatchObject({ why: '4 turns are open already.' });

    held.find(({ key }) => key === 'b')!.end({});
    await readAll(taken[3]!);
    const later = await post('c');
    expect(later.status).toBe(200);
  });
});

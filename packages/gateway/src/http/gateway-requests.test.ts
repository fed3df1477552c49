import { describe, expect, it } from 'vitest';
import { errorOf, readAll, ScriptedSessions, startGateway, TOKEN } from './gateway.fixture.ts';
import { serveGateway } from './serve-gateway.ts';

describe('who may ask', () => {
  it.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer a-token-for-tests-onlx' }],
    ['a token of another length', { authorization: 'Bearer a' }],
    ['another scheme', { authorization: `Basic ${TOKEN}` }],
  ])('refuses %s, whatever is asked for', async (_, headers) => {
    const sessions = new ScriptedSessions();
    await using gateway = await startGateway(sessions);
    for (const path of ['/sessions/a', '/sessions/a/messages', '/nowhere']) {
      const response = await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body: '{"text":"hi"}' });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await errorOf(response)).toMatchObject({ code: 'CTX_GATEWAY_TOKEN_REFUSED' });
    }
    expect(sessions.turns).toEqual([]);
  });

  it('takes the token in any case of the scheme, and asks for none at /healthz', async () => {
    await using gateway = await startGateway(new ScriptedSessions());
    const response = await gateway.post('/sessions/a/stop', undefined, {
      headers: { authorization: `bearer ${TOKEN}` },
    });
    expect(response.status).toBe(200);
    const health = await fetch(`${gateway.url}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  });

  it.each(['', 'short', 'has spaces in it, and more', 'ü'.repeat(20)])(
    'does not start with the token "%s"',
    async (token) => {
      await expect(serveGateway({ sessions: new ScriptedSessions(), token, port: 0 })).rejects.toMatchObject({
        code: 'CTX_GATEWAY_UNUSABLE',
        explanation: { fix: 'Make one: openssl rand -hex 32' },
      });
    },
  );

  it('says which port is taken', async () => {
    await using gateway = await startGateway(new ScriptedSessions());
    const port = Number(new URL(gateway.url).port);
    await expect(serveGateway({ sessions: new ScriptedSessions(), token: TOKEN, port })).rejects.toMatchObject({
      code: 'CTX_GATEWAY_UNUSABLE',
      explanation: { what: `The gateway cannot listen on 127.0.0.1, port ${port}.` },
    });
  });
});

describe('what may be asked', () => {
  it.each([
    ['no body', undefined, 'The body has no text.'],
    ['broken JSON', '{"text": "s3cret', 'The body is no JSON object.'],
    ['a list', '["text"]', 'The body is no JSON object.'],
    ['null', 'null', 'The body is no JSON object.'],
    ['no text', '{}', 'The body has no text.'],
    ['an empty text', '{"text": " "}', 'The text of the body is empty or no string.'],
    ['a text that is none', '{"text": 7}', 'The text of the body is empty or no string.'],
    ['a misspelt field', '{"text": "hi", "messageID": "1"}', 'The body has a field that is not known here.'],
    ['an id of two lines', '{"text": "hi", "messageId": "1\\n2"}', 'The field "messageId" of the body cannot be used.'],
    [
      'an id without end',
      `{"text": "hi", "messageId": "${'1'.repeat(201)}"}`,
      'The field "messageId" of the body cannot be used.',
    ],
    ['a body that is no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 'The body is no UTF-8.'],
  ])('refuses %s with 400, and quotes nothing of it', async (_, body, what) => {
    const sessions = new ScriptedSessions();
    await using gateway = await startGateway(sessions);
    const response = await gateway.send('/sessions/a/messages', {
      method: 'POST',
      ...(body === undefined ? {} : { body }),
    });
    const error = await errorOf(response);
    expect(response.status).toBe(400);
    expect(error).toEqual({
      code: 'CTX_GATEWAY_REQUEST_INVALID',
      what,
      why: expect.any(String),
      fix: expect.any(String),
    });
    expect(JSON.stringify(error)).not.toContain('s3cret');
    expect(sessions.turns).toEqual([]);
  });

  it.each([
    ['too long', 'k'.repeat(257)],
    ['of two lines', 'a%0Ab'],
    ['broken', '%E0%A4'],
    ['blank', '%20'],
  ])('refuses a key that is %s', async (_, key) => {
    await using gateway = await startGateway(new ScriptedSessions());
    const response = await gateway.post(`/sessions/${key}/messages`, { text: 'hi' });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ what: 'The key of the session cannot be used.' });
  });

  it.each(['telegram:4711', 'a/b', 'x%41', 'Ümläut ✓', '?#&', '..'.padEnd(256, 'k')])(
    'takes the key %s as it is',
    async (key) => {
      const sessions = new ScriptedSessions();
      await using gateway = await startGateway(sessions);
      await gateway.say(encodeURIComponent(key), 'hi');
      expect(sessions.turns[0]?.key).toBe(key);
    },
  );

  it('refuses a body above the limit, announced or not, and takes one of exactly the limit', async () => {
    const sessions = new ScriptedSessions();
    await using gateway = await startGateway(sessions, { maxBodyBytes: 1_000 });
    const bodyOf = (bytes: number): string => `{"text":"${'x'.repeat(bytes - 11)}"}`;
    expect((await gateway.send('/sessions/a/messages', { method: 'POST', body: bodyOf(1_000) })).status).toBe(200);

    const announced = await gateway.send('/sessions/a/messages', { method: 'POST', body: bodyOf(1_001) });
    expect([announced.status, await errorOf(announced)]).toMatchObject([413, { code: 'CTX_GATEWAY_BODY_TOO_LARGE' }]);
    const body = new Blob([bodyOf(1_001)]).stream();
    const streamed = await gateway.send('/sessions/a/messages', { method: 'POST', body, duplex: 'half' });
    expect([streamed.status, await errorOf(streamed)]).toMatchObject([413, { code: 'CTX_GATEWAY_BODY_TOO_LARGE' }]);
    expect(sessions.turns).toHaveLength(1);
  });

  it('answers 404 where there is nothing, and 405 with what the path takes', async () => {
    await using gateway = await startGateway(new ScriptedSessions());
    for (const path of ['/', '/sessions', '/sessions/', '/sessions/a/b', '/sessions/a/messages/1']) {
      expect([path, (await gateway.post(path, {})).status]).toEqual([path, 404]);
    }
    for (const [method, path, allowed] of [
      ['GET', '/sessions/a/messages', 'POST'],
      ['DELETE', '/sessions/a/stop', 'POST'],
      ['PUT', '/sessions/a/compress', 'POST'],
      ['POST', '/sessions/a', 'GET'],
      ['POST', '/healthz', 'GET'],
    ] as const) {
      const response = await gateway.send(path, { method });
      expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, allowed]);
    }
  });

  it('knows no session before its first message', async () => {
    await using gateway = await startGateway(new ScriptedSessions());
    const unknown = await gateway.send('/sessions/a');
    expect([unknown.status, await errorOf(unknown)]).toMatchObject([404, { what: 'There is no session of this key.' }]);
    await gateway.say('a', 'hi');
    const known = await gateway.send('/sessions/a');
    expect(await known.json()).toEqual({ session: { turns: 1 }, running: false, waiting: 0 });
  });
});

describe('what is logged', () => {
  it('is one line a request, without text, key or token', async () => {
    await using gateway = await startGateway(new ScriptedSessions());
    await gateway.say('telegram:4711', 'my text');
    await gateway.post('/sessions/telegram:4711/messages', { text: '' });
    await fetch(`${gateway.url}/sessions/telegram:4711%0Ax/y`);
    await gateway.send('/healthz');
    expect(gateway.lines).toEqual([
      {
        method: 'POST',
        route: '/sessions/:key/messages',
        status: 200,
        ms: expect.any(Number),
        session: expect.stringMatching(/^[0-9a-f]{12}$/),
        outcome: 'done',
        isHungUp: false,
      },
      expect.objectContaining({ status: 400, code: 'CTX_GATEWAY_REQUEST_INVALID', session: gateway.lines[0]?.session }),
      { method: 'GET', route: 'unknown', status: 401, ms: expect.any(Number), code: 'CTX_GATEWAY_TOKEN_REFUSED' },
      { method: 'GET', route: '/healthz', status: 200, ms: expect.any(Number) },
    ]);
    expect(JSON.stringify(gateway.lines)).not.toMatch(/4711|my text|for-tests/);
  });
});

describe('compressing by hand', () => {
  it('streams like a turn, with the focus that was asked for', async () => {
    const sessions = new ScriptedSessions();
    await using gateway = await startGateway(sessions);
    const events = await readAll(await gateway.post('/sessions/a/compress', { focus: 'the schema' }));
    expect(events.map(({ event }) => event)).toEqual(['accepted', 'compaction-start', 'done']);
    await readAll(await gateway.post('/sessions/a/compress'));
    expect(sessions.compressions).toEqual([{ key: 'a', focus: 'the schema' }, { key: 'a' }]);
    expect((await gateway.post('/sessions/a/compress', { focus: 7 })).status).toBe(400);
  });
});

import { describe, expect, it } from 'vitest';
import { heldTurns, readAll, ScriptedSessions, startGateway, until } from './gateway.fixture.ts';

describe('stopping', () => {
  it('ends the turn that runs with why, and begins the next', async () => {
    const { sessions, held } = heldTurns();
    await using gateway = await startGateway(sessions);
    const first = await gateway.post('/sessions/a/messages', { text: 'one' });
    const second = await gateway.post('/sessions/a/messages', { text: 'two' });
    const stopped = await gateway.post('/sessions/a/stop');
    expect(await stopped.json()).toEqual({ stopped: true, waiting: 1 });
    expect((await readAll(first)).at(-1)).toMatchObject({
      event: 'error',
      data: { error: { code: 'CTX_GATEWAY_STOPPED' } },
    });
    await until(() => held.length === 2);
    held[1]!.end('two');
    expect((await readAll(second)).at(-1)?.data).toBe('two');
    expect(sessions.stops).toEqual(['a']);
    expect(await (await gateway.post('/sessions/a/stop')).json()).toEqual({ stopped: false, waiting: 0 });
  });

  it('passes on what the turn made of it', async () => {
    const sessions = new ScriptedSessions(async ({ signal }) => {
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      return { kind: 'stopped', text: 'So far' };
    });
    await using gateway = await startGateway(sessions);
    const response = await gateway.post('/sessions/a/messages', { text: 'one' });
    await gateway.post('/sessions/a/stop');
    expect((await readAll(response)).at(-1)).toEqual({ event: 'done', data: { kind: 'stopped', text: 'So far' } });
  });
});

describe('a client that hangs up', () => {
  it('stops its turn, and takes back its message if that still waits', async () => {
    const { sessions, held } = heldTurns();
    await using gateway = await startGateway(sessions);
    const [first, second] = [new AbortController(), new AbortController()];
    await gateway.post('/sessions/a/messages', { text: 'one' }, { signal: first.signal });
    await gateway.post('/sessions/a/messages', { text: 'two' }, { signal: second.signal });
    const third = await gateway.post('/sessions/a/messages', { text: 'three' });

    second.abort();
    await until(() => gateway.lines.length === 1);
    expect(gateway.lines[0]).toMatchObject({ outcome: 'error', code: 'CTX_GATEWAY_STOPPED', isHungUp: true });
    first.abort();
    await until(() => held.length === 2);
    expect(held[0]?.turn.signal.reason).toMatchObject({ reason: 'hang-up' });
    expect(held[1]?.turn.text).toBe('three');
    held[1]!.end({});
    await readAll(third);
    expect(sessions.turns).toHaveLength(2);
  });

  it('leaves its turn running when it asked for that', async () => {
    const { sessions, held } = heldTurns();
    await using gateway = await startGateway(sessions);
    const client = new AbortController();
    await gateway.post('/sessions/a/messages?detach=1', { text: 'one' }, { signal: client.signal });
    await gateway.post('/sessions/a/messages?detach=1', { text: 'two' }, { signal: client.signal });
    client.abort();
    // The server learns of it a little later than the client.
    await new Promise((resolve) => setTimeout(resolve, 30));
    held[0]!.end({});
    await until(() => held.length === 2);
    expect(held.map(({ turn }) => turn.signal.aborted)).toEqual([false, false]);
    held[1]!.end({});
    await until(() => gateway.lines.length === 2);
    expect(gateway.lines).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }]);
  });

  it('is one that takes nothing for too long', async () => {
    const sessions = new ScriptedSessions(async ({ signal, onEvent }) => {
      while (!signal.aborted) {
        onEvent({ type: 'message', content: 'x'.repeat(100_000) } as never);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return {};
    });
    await using gateway = await startGateway(sessions, { stallMs: 100 });
    await gateway.post('/sessions/a/messages', { text: 'hi' });
    await until(() => gateway.lines.length === 1);
    expect(gateway.lines[0]).toMatchObject({ isHungUp: true });
  });
});

describe('a slow client', () => {
  it('costs bounded memory, loses text first, and still gets the result', async () => {
    const { sessions, held } = heldTurns();
    await using gateway = await startGateway(sessions);
    const response = await gateway.post('/sessions/a/messages', { text: 'hi' });
    const { onEvent } = held[0]!.turn;
    const text = 'x'.repeat(10_000);
    for (let at = 0; at < 5_000; at += 1) {
      onEvent({ type: 'text', text: `${at}${text}` } as never);
      if (at % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    held[0]!.end({ text: 'all of it' });
    const events = await readAll(response);
    const texts = events.filter(({ event }) => event === 'text');
    const dropped = events.filter(({ event }) => event === 'dropped').map(({ data }) => Number(data['count']));
    expect(dropped.length).toBeGreaterThan(0);
    // What was not dropped was held somewhere: in our buffer, in the sockets, in the client.
    expect(texts.length * text.length).toBeLessThan(25_000_000); // of 50 MB that were sent
    expect(texts.length + dropped.reduce((sum, count) => sum + count, 0)).toBe(5_000);
    expect(events.at(-1)).toEqual({ event: 'done', data: { text: 'all of it' } });
  });
});

describe('shutting down', () => {
  it('takes nothing new, refuses what waits, and lets what runs finish', async () => {
    const { sessions, held } = heldTurns();
    const gateway = await startGateway(sessions);
    const running = await gateway.post('/sessions/a/messages', { text: 'one' });
    const waiting = await gateway.post('/sessions/a/messages', { text: 'two' });
    // A connection that is open already still reaches it; a new one is refused by the system.
    const closed = gateway.server.close({ graceMs: 60_000 });
    expect((await readAll(waiting)).at(-1)).toMatchObject({
      event: 'error',
      data: { error: { code: 'CTX_GATEWAY_CLOSING' } },
    });
    held[0]!.end('finished');
    expect((await readAll(running)).at(-1)).toEqual({ event: 'done', data: 'finished' });
    await closed;
    expect(sessions.turns).toHaveLength(1);
    await expect(fetch(`${gateway.url}/healthz`)).rejects.toThrow();
  });

  it('stops what still runs after its time, and tells the client', async () => {
    const { sessions, held } = heldTurns();
    const gateway = await startGateway(sessions);
    const response = await gateway.post('/sessions/a/messages', { text: 'one' });
    const slow = gateway.server.close({ graceMs: 60_000 });
    await gateway.server.close({ graceMs: 0 });
    expect(held[0]?.turn.signal.reason).toMatchObject({ reason: 'closing' });
    expect((await readAll(response)).at(-1)).toMatchObject({
      event: 'error',
      data: { error: { code: 'CTX_GATEWAY_STOPPED' } },
    });
    await slow;
  });
});

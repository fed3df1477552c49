import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@hermes-context/config';
import { createHost, type Host } from '@hermes-context/host';
import type { ChatModel, ChatRequest } from '@hermes-context/providers';
import { createMemorySessionStore } from '@hermes-context/sessions';
import { afterEach, describe, expect, it } from 'vitest';
import { sessionsOf } from './sessions-of.ts';

/** A model that repeats what it is told last, once the test lets it. */
function echoModel(before: (request: ChatRequest) => Promise<void> = async () => undefined): ChatModel {
  return {
    info: { name: 'echo', contextTokens: 100_000 },
    route: 'echo',
    async complete(request) {
      await before(request);
      request.signal.throwIfAborted();
      const text = `You said: ${request.messages.at(-1)?.content}`;
      request.onDelta?.({ kind: 'text', text });
      return {
        message: { role: 'assistant', content: text },
        finish: 'stop',
        usage: { promptTokens: 10, completionTokens: 5 },
      };
    },
  };
}

const hosts: Host[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

async function hostOf(model: ChatModel, store = createMemorySessionStore()): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-gateway-'));
  const loaded = await loadConfig({ cwd: folder, env: {}, home: folder });
  if (loaded.kind === 'invalid') throw new Error('config');
  const host = await createHost({ config: loaded.config, model, store, sessionSearch: false });
  hosts.push(host);
  return host;
}

const signal = new AbortController().signal;
const quiet = { signal, onEvent: () => undefined };

describe('sessionsOf', () => {
  it('begins a session with the first message of a key, and goes on with it after a restart', async () => {
    const store = createMemorySessionStore();
    const events: unknown[] = [];
    const before = sessionsOf(await hostOf(echoModel(), store));
    const result = await before.run('telegram:4711', { text: 'one', signal, onEvent: (event) => events.push(event) });
    expect(result).toEqual({
      kind: 'completed',
      sessionId: expect.stringMatching(/^gwh\.[0-9a-f]{40}$/),
      text: 'You said: one',
      usage: { requests: 1, promptTokens: 10, completionTokens: 5 },
      compactions: [],
    });
    expect(events).toContainEqual({ type: 'text', text: 'You said: one' });
    expect(events).toContainEqual({ type: 'message', message: { role: 'user', content: 'one' } });
    expect(JSON.stringify(events)).not.toContain('_context');

    const after = sessionsOf(await hostOf(echoModel(), store));
    await after.run('telegram:4711', { text: 'two', ...quiet });
    const { items } = await store.list();
    expect(items).toMatchObject([{ metadata: { gateway_key: 'telegram:4711' }, liveMessages: 4 }]);
  });

  it('S-020 cleans up before a message from a chat platform is answered', async () => {
    const echo = echoModel();
    const almostFull: ChatModel = {
      ...echo,
      info: { name: 'echo', contextTokens: 10_000 },
      complete: async (request) => ({
        ...(await echo.complete(request)),
        usage: { promptTokens: 9_000, completionTokens: 5 },
      }),
    };
    const sessions = sessionsOf(await hostOf(almostFull));
    const results: unknown[] = [];
    for (const text of ['one', 'two', 'three']) results.push(await sessions.run('a', { text, ...quiet }));
    expect(results.at(-1)).toMatchObject({ compactions: [{ site: 'hygiene' }] });
  });

  it('keeps the conversations of different keys apart', async () => {
    const sessions = sessionsOf(await hostOf(echoModel()));
    const keys = Array.from({ length: 20 }, (_, at) => `key-${at}`);
    await Promise.all(keys.map((key) => sessions.run(key, { text: `for ${key}`, ...quiet })));
    const results = await Promise.all(keys.map((key) => sessions.run(key, { text: `again ${key}`, ...quiet })));
    expect(results).toMatchObject(keys.map((key) => ({ sessionId: `gw.${key}`, text: `You said: again ${key}` })));
  });

  it('stores a message once that is delivered twice', async () => {
    const store = createMemorySessionStore();
    const sessions = sessionsOf(await hostOf(echoModel(), store));
    await sessions.run('a', { text: 'one', messageId: 'm-1', ...quiet });
    await sessions.run('a', { text: 'one', messageId: 'm-1', ...quiet });
    const { messages } = await store.load('gw.a');
    expect(messages.filter(({ role }) => role === 'user')).toHaveLength(1);
  });

  it('closes the sessions that were not used for longest, and opens them again', async () => {
    const sessions = sessionsOf(await hostOf(echoModel()), { maxOpen: 2 });
    for (const key of ['a', 'b', 'c', 'a', 'd', 'b']) await sessions.run(key, { text: 'hi', ...quiet });
    expect(sessions.openCount).toBe(2);
    expect(await sessions.status('c')).toMatchObject({
      sessionId: 'gw.c',
      messages: { live: 2, stored: 2 },
      live: null,
    });
    expect(await sessions.status('b')).toMatchObject({
      messages: { live: 4 },
      live: { model: 'echo', engine: 'compressor' },
    });
  });

  it('closes none that is in use', async () => {
    const gate = Promise.withResolvers<void>();
    const sessions = sessionsOf(await hostOf(echoModel(() => gate.promise)), { maxOpen: 1 });
    const runs = ['a', 'b', 'c'].map((key) => sessions.run(key, { text: 'hi', ...quiet }));
    expect(sessions.openCount).toBe(3);
    gate.resolve();
    expect(await Promise.all(runs)).toMatchObject([
      { kind: 'completed' },
      { kind: 'completed' },
      { kind: 'completed' },
    ]);
    expect(sessions.openCount).toBe(1);
  });

  it('keeps what was said of a turn that is stopped', async () => {
    const stop = new AbortController();
    const store = createMemorySessionStore();
    const model = echoModel(async () => stop.abort());
    const result = await sessionsOf(await hostOf(model, store)).run('a', {
      text: 'one',
      ...quiet,
      signal: stop.signal,
    });
    expect(result).toMatchObject({ kind: 'stopped' });
    expect((await store.load('gw.a')).messages[0]).toMatchObject({ role: 'user', content: 'one' });
  });

  it('knows nothing of a key without messages, and compresses nothing for it', async () => {
    const sessions = sessionsOf(await hostOf(echoModel()));
    expect(await sessions.status('a')).toBeUndefined();
    expect(await sessions.stop('a')).toBe(false);
    await expect(sessions.compress('a', quiet)).rejects.toMatchObject({ code: 'CTX_SESSION_NOT_FOUND' });
    await sessions.run('a', { text: 'hi', ...quiet });
    expect(await sessions.compress('a', { ...quiet, focus: 'the schema' })).toMatchObject({
      kind: 'unchanged',
      site: 'manual',
      detail: expect.any(String),
    });
  });
});

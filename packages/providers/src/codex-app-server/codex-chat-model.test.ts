import type { Messages } from '@hermes-context/contract';
import { type FakeCodex, type FakeCodexScript, fakeCodex } from '@hermes-context/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ChatDelta, ChatRequest } from '../chat/chat-model.ts';
import { type CodexChatModel, codexChatModel } from './codex-chat-model.ts';
import { openCodexAppServer } from './open-codex-app-server.ts';

function modelOver(script: FakeCodexScript): { readonly model: CodexChatModel; readonly codex: FakeCodex } {
  const codex = fakeCodex(script);
  const { command, args } = codex;
  const clientInfo = { name: 'test', title: 'test', version: '1' };
  const timing = { requestTimeoutMs: 5_000, endMs: 500, termMs: 500 };
  const open = () => openCodexAppServer({ command, args, cwd: process.cwd(), env: { PATH: '' }, clientInfo, timing });
  const model = codexChatModel({ info: { name: 'gpt-5.6', contextTokens: 20_000 }, open });
  onTestFinished(async () => {
    await model.close();
    codex[Symbol.dispose]();
  });
  return { model, codex };
}

function ask(model: CodexChatModel, messages: Messages, more: Partial<ChatRequest> = {}) {
  return model.complete({ messages, tools: [], signal: new AbortController().signal, ...more });
}

const user = (content: string) => ({ role: 'user', content }) as const;
const said = (content: string) => ({ role: 'assistant', content }) as const;
const inputs = (codex: FakeCodex): readonly string[] =>
  codex.paramsOf('turn/start').map((params) => JSON.stringify(Object(params).input));

describe('codexChatModel', () => {
  it('S-083 gives the thread the newest message alone, and its answer with usage and the name of the thread', async () => {
    const steps = [
      { kind: 'text', text: 'Done it.' },
      { kind: 'usage', inputTokens: 400, outputTokens: 7 },
    ] as const;
    const { model, codex } = modelOver({ turns: [steps] });
    const deltas: ChatDelta[] = [];
    const first = await ask(model, [user('one')], { onDelta: (delta) => deltas.push(delta) });
    expect(model.info.serverCompaction).toBe('thread');
    expect(first).toMatchObject({
      message: { role: 'assistant', content: 'Done it.' },
      finish: 'stop',
      usage: { promptTokens: 400, completionTokens: 7 },
      threadId: expect.any(String),
    });
    expect(deltas.map(({ text }) => text).join('')).toBe('Done it.');
    await ask(model, [user('one'), first.message, user('two')], { threadId: first.threadId ?? '', threadSeen: 2 });
    expect(inputs(codex)[1]).toContain('"two"');
    expect(codex.methods().filter((method) => method === 'thread/start')).toHaveLength(1);
  });

  it('tells the thread what another model said meanwhile', async () => {
    const { model, codex } = modelOver({});
    const first = await ask(model, [user('one')]);
    const list = [user('one'), first.message, user('asked elsewhere'), said('told elsewhere'), user('three')];
    await ask(model, list, { threadId: first.threadId ?? '', threadSeen: 2 });
    expect(inputs(codex)[1]).toMatch(/user: asked elsewhere.*assistant: told elsewhere.*three/);
    expect(inputs(codex)[1]).not.toContain('user: one');
  });

  it('S-085 says that the server compacted in a turn', async () => {
    const { model } = modelOver({ turns: [[{ kind: 'compact' }, { kind: 'text', text: 'Done.' }]] });
    const reply = await ask(model, [user('one')]);
    expect(reply.serverCompaction).toEqual({ kind: 'compacted', turnId: expect.any(String) });
  });

  it('S-084 has the thread compacted, and says why that failed', async () => {
    const fails = [
      { kind: 'start-compaction' },
      { kind: 'fail', message: 'No room.', codexErrorInfo: 'contextWindowExceeded' },
    ] as const;
    const { model } = modelOver({ compactions: [[{ kind: 'compact', tokensAfter: 321 }], fails] });
    const { threadId = '' } = await ask(model, [user('one')]);
    const { signal } = new AbortController();
    expect(await model.compactThread(threadId, { signal })).toMatchObject({ kind: 'compacted', tokensAfter: 321 });
    expect(await model.compactThread(threadId, { signal })).toEqual({
      kind: 'failed',
      detail: expect.stringContaining('contextWindowExceeded'),
    });
    expect(await model.compactThread('gone', { signal })).toMatchObject({ kind: 'failed' });
  });

  it.each([
    ['unauthorized', 'auth'],
    ['usageLimitExceeded', 'quota'],
    ['serverOverloaded', 'overload'],
    ['contextWindowExceeded', 'other'],
  ])('fails with %s as a model that fails by %s', async (codexErrorInfo, failure) => {
    const { model } = modelOver({ turns: [[{ kind: 'fail', message: 'It failed.', codexErrorInfo }]] });
    await expect(ask(model, [user('one')])).rejects.toMatchObject({ facts: { failure } });
  });

  it('starts the server again after it died, and goes on in the thread', async () => {
    const { model, codex } = modelOver({
      storedThreads: ['t-old'],
      turns: [[{ kind: 'exit', code: 3, stderr: 'boom' }]],
    });
    await expect(ask(model, [user('one')], { threadId: 't-old', threadSeen: 0 })).rejects.toMatchObject({
      facts: { failure: 'network', detail: expect.stringMatching(/3|boom/) },
    });
    await expect(ask(model, [user('two')], { threadId: 't-old', threadSeen: 0 })).rejects.toThrow();
    expect(codex.methods().filter((method) => method === 'thread/resume')).toHaveLength(2);
  });

  it('ends at an abort, and interrupts the turn', async () => {
    const { model, codex } = modelOver({ turns: [[{ kind: 'hang' }]] });
    const abort = new AbortController();
    const pending = ask(model, [user('one')], { signal: abort.signal });
    while (!codex.methods().includes('turn/start')) await new Promise((resolve) => setTimeout(resolve, 10));
    abort.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    expect(codex.methods()).toContain('turn/interrupt');
  });
});

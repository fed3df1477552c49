import { expect, it } from 'vitest';
import { openBench } from './codex.fixture.ts';
import type { CodexDecision } from './codex-request.ts';

const asked = { network: { enabled: true }, fileSystem: null };

const METHODS = [
  ['item/commandExecution/requestApproval', 'command', { result: { decision: 'decline' } }],
  ['item/fileChange/requestApproval', 'file-change', { result: { decision: 'decline' } }],
  ['item/permissions/requestApproval', 'permissions', { result: { permissions: {}, scope: 'turn' } }],
  ['item/tool/requestUserInput', 'user-input', { result: { answers: {} } }],
  [
    'item/tool/call',
    'tool-call',
    { result: { contentItems: [{ type: 'inputText', text: 'The call was declined.' }], success: false } },
  ],
  ['mcpServer/elicitation/request', 'elicitation', { result: { action: 'decline', content: null, _meta: null } }],
  [
    'account/chatgptAuthTokens/refresh',
    'auth-tokens',
    { error: { code: -32_000, message: 'account/chatgptAuthTokens/refresh was declined.' } },
  ],
] as const;

async function answersTo(method: string, decide?: () => CodexDecision) {
  await using bench = await openBench(
    { turns: [[{ kind: 'ask', method, params: { permissions: asked } }]] },
    decide === undefined ? {} : { decide },
  );
  const thread = await bench.server.startThread();
  expect(await thread.runTurn('hello')).toMatchObject({ kind: 'completed' });
  const [answer] = bench.fake.answers();
  const { id, ...said } = answer ?? {};
  expect(id).toBe('ask-1');
  return { said, declined: bench.heard('request-declined'), warnings: bench.warnings };
}

it.each(METHODS)('declines %s where nobody decides, and says so', async (method, request, said) => {
  const found = await answersTo(method);
  expect(found.said).toEqual(said);
  expect(found.declined).toEqual([
    { kind: 'request-declined', request, method, threadId: 'thread-1', turnId: 'turn-1' },
  ]);
});

it.each([
  ['item/commandExecution/requestApproval', { kind: 'accept' }, { decision: 'accept' }],
  ['item/commandExecution/requestApproval', { kind: 'accept', scope: 'session' }, { decision: 'acceptForSession' }],
  ['item/commandExecution/requestApproval', { kind: 'cancel' }, { decision: 'cancel' }],
  ['item/fileChange/requestApproval', { kind: 'accept' }, { decision: 'accept' }],
  [
    'item/permissions/requestApproval',
    { kind: 'accept' },
    { permissions: { network: { enabled: true } }, scope: 'turn' },
  ],
  ['mcpServer/elicitation/request', { kind: 'accept' }, { action: 'accept', content: null, _meta: null }],
  [
    'item/tool/requestUserInput',
    { kind: 'result', result: { answers: { q: { answers: ['yes'] } } } },
    { answers: { q: { answers: ['yes'] } } },
  ],
] as const)('answers %s as decided: %j', async (method, decision, result) => {
  const found = await answersTo(method, () => decision);
  expect(found.said).toEqual({ result });
  expect(found.declined).toHaveLength(decision.kind === 'cancel' ? 1 : 0);
});

it('declines a call that is accepted without a result, and warns', async () => {
  const found = await answersTo('item/tool/call', () => ({ kind: 'accept' }));
  expect(found.said).toMatchObject({ result: { success: false } });
  expect(found.declined).toHaveLength(1);
  expect(found.warnings).toMatchObject([{ kind: 'no-decision' }]);
});

it('declines when the decision fails, and warns without quoting it', async () => {
  const found = await answersTo('item/commandExecution/requestApproval', () => {
    throw new Error('rm -rf secret');
  });
  expect(found.said).toEqual({ result: { decision: 'decline' } });
  expect(found.warnings).toMatchObject([{ kind: 'no-decision', detail: expect.not.stringContaining('secret') }]);
});

it('answers a request that it does not know with an error', async () => {
  const found = await answersTo('attestation/generate');
  expect(found.said).toMatchObject({ error: { code: -32_601 } });
  expect(found.declined).toMatchObject([{ request: 'unknown' }]);
});

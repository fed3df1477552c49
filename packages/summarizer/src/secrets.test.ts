import type { Messages, SummaryResult } from '@hermes-context/contract';
import { deepFreeze, type FakeBehaviour, startFakeProvider } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { createSummarizer } from './failure-ladder.ts';

// Made up for this test, and written in pieces so that secret scanners do not take them for real.
const SECRETS = {
  password: 'Tr0ub4dor-EXAMPLE',
  bearer: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJlLWV4YW1wbGU',
  awsId: `AK${'IAIOSFODNN7EXAMPLE'}`,
  awsSecret: `wJalrXUtnFEMI/K7MDENG/${'bPxRfiCYEXAMPLEKEY'}`,
  database: 's3cr3t-EXAMPLE',
  privateKey: 'MIIEXAMPLEONLY',
  openAi: `sk-pr${'oj-EXAMPLEexampleEXAMPLEexample0123456789'}`,
};
const COMMIT = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b';
const UUID = '123e4567-e89b-12d3-a456-426614174000';

const environment = [
  `AWS_ACCESS_KEY_ID=${SECRETS.awsId}`,
  `AWS_SECRET_ACCESS_KEY=${SECRETS.awsSecret}`,
  `DATABASE_URL=postgres://app:${SECRETS.database}@db.invalid/app`,
  `-----BEGIN PRIV${'ATE KEY-----'}\n${SECRETS.privateKey}\n-----END PRIV${'ATE KEY-----'}`,
  `OPENAI_API_KEY=${SECRETS.openAi}`,
  `COMMIT=${COMMIT}`,
  `UUID=${UUID}`,
].join('\n');

function conversation(padding = ''): Messages {
  return deepFreeze<Messages>([
    { role: 'user', content: `Why does login fail? The staging password is ${SECRETS.password}, use it.` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'e1',
          type: 'function',
          function: {
            name: 'terminal',
            arguments: JSON.stringify({
              cmd: `env; curl -H 'Authorization: Bearer ${SECRETS.bearer}' https://demo.invalid`,
            }),
          },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'e1', content: padding + environment },
    { role: 'assistant', content: 'The token is expired.' },
  ]);
}

function leaks(text: string): readonly string[] {
  return Object.entries(SECRETS).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));
}

async function run(
  messages: Messages,
  script: (prompt: string) => FakeBehaviour,
  contextTokens?: number,
): Promise<{ readonly result: SummaryResult; readonly sent: string }> {
  await using provider = await startFakeProvider({
    script: (body) => script((body as { messages: { content: string }[] }).messages[0]?.content ?? ''),
  });
  const route = { label: 'main', model: 'm', apiKey: 'k', baseUrl: provider.url } as const;
  const summarise = createSummarizer({
    routes: [contextTokens === undefined ? route : { ...route, contextTokens }],
    retries: 0,
  });
  const request = {
    messages,
    maxTokens: 2_000,
    previousSummary: `## Critical Context\n- key ${SECRETS.openAi}`,
    focusTopic: `the key ${SECRETS.openAi}`,
    memoryContext: `key ${SECRETS.openAi}`,
    signal: new AbortController().signal,
  };
  const result = await summarise(request);
  return { result, sent: provider.requests.map(({ body }) => JSON.stringify(body)).join('\n') };
}

describe('secrets of a conversation', () => {
  it('reach neither the model nor the summary, while hashes and ids do (case 27)', async () => {
    const { result, sent } = await run(conversation(), (prompt) => ({
      kind: 'reply',
      text: `## Critical Context\n${prompt}`,
    }));
    expect(leaks(sent)).toEqual([]);
    expect(sent).toContain(COMMIT);
    expect(sent).toContain(UUID);
    if (result.kind !== 'summary') throw new Error(result.detail);
    expect(leaks(result.text)).toEqual([]);
    expect(result.text).toContain(COMMIT);
  });

  it('are masked in what a model makes up or was told elsewhere', async () => {
    const { result } = await run(conversation(), () => ({
      kind: 'reply',
      text: `## Critical Context\n${environment}`,
    }));
    if (result.kind !== 'summary') throw new Error(result.detail);
    expect(leaks(result.text)).toEqual([]);
    expect(result.text).toContain(COMMIT);
  });

  it('are found across the place where a long message is clipped or split', async () => {
    for (let padding = 2_500; padding < 3_300; padding += 40) {
      const { sent } = await run(
        conversation(`${'log line\n'.repeat(padding / 9)}`),
        () => ({ kind: 'reply', text: '## Goal\n- x' }),
        3_000,
      );
      expect(leaks(sent)).toEqual([]);
    }
  });

  it('are in no error text', async () => {
    const { result } = await run(conversation(), (prompt) => ({
      kind: 'status',
      status: 400,
      code: 'bad',
      message: `Refused: ${prompt}`,
    }));
    expect(leaks(JSON.stringify(result))).toEqual([]);
    expect(JSON.stringify(result.attempts)).not.toContain('login');
  });

  it('are in no local extract', async () => {
    const { result } = await run(conversation('log line\n'.repeat(200)), () => ({ kind: 'empty' }));
    expect(result).toMatchObject({ kind: 'summary', source: 'extractive' });
    expect(leaks(JSON.stringify(result))).toEqual([]);
    expect(JSON.stringify(result)).toContain(COMMIT);
  });
});

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type GatewaySessions, serveGateway } from '@hermes-context/gateway';
import { expect, it } from 'vitest';
import { askGateway } from './ask-gateway.ts';

const TOKEN = 'a-token-for-tests-only';
const ANSWER = 'Grüße, über\nzwei Zeilen ✓';

/** A gateway that answers word by word, or fails where it is asked to. */
async function startGateway() {
  const asked: unknown[] = [];
  const sessions: GatewaySessions = {
    async run(key, { text, messageId, onEvent }) {
      asked.push({ key, text, messageId });
      if (text === 'fail') return { kind: 'failed', text: '', error: { code: 'CTX_MODEL_FAILED' } };
      if (text === 'throw') throw new Error('secret');
      for (const piece of ANSWER.split(/(?<= )/)) {
        const event = { type: 'text', text: piece };
        onEvent(event);
      }
      return { kind: 'completed', text: ANSWER };
    },
    compress: async () => ({}),
    status: async () => undefined,
    stop: async () => false,
  };
  const server = await serveGateway({ sessions, token: TOKEN, port: 0 });
  return { url: server.url, asked, [Symbol.asyncDispose]: () => server.close({ graceMs: 0 }) };
}

it('posts a message, and passes the answer on as it is written', async () => {
  await using gateway = await startGateway();
  const pieces: string[] = [];
  const message = { url: gateway.url, token: TOKEN, chat: 'telegram:47/11', messageId: 'm-1', text: 'Hello' };
  expect(await askGateway(message, (piece) => pieces.push(piece))).toBe(ANSWER);
  expect(pieces.join('')).toBe(ANSWER);
  expect(pieces.length).toBeGreaterThan(1);
  expect(gateway.asked).toEqual([{ key: 'telegram:47/11', text: 'Hello', messageId: 'm-1' }]);
});

it('throws what the gateway says where it refuses, and where the turn fails', async () => {
  await using gateway = await startGateway();
  const message = { url: gateway.url, token: TOKEN, chat: 'a', messageId: 'm-1', text: 'Hello' };
  const ask = (change: Partial<typeof message>) => askGateway({ ...message, ...change }, () => undefined);
  await expect(ask({ token: 'wrong' })).rejects.toThrow('401');
  await expect(ask({ text: 'fail' })).rejects.toThrow('CTX_MODEL_FAILED');
  await expect(ask({ text: 'throw' })).rejects.toThrow('CTX_GATEWAY_FAULT');
});

it('runs as a program', async () => {
  await using gateway = await startGateway();
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const env = { HERMES_GATEWAY_URL: gateway.url, HERMES_GATEWAY_TOKEN: TOKEN };
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', main, 'Hello', 'there'], { env });
  expect(stdout).toBe(`${ANSWER}\n`);
  expect(gateway.asked).toEqual([{ key: 'terminal:me', text: 'Hello there', messageId: expect.any(String) }]);
});

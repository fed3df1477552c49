import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startFakeProvider } from '@hermes-context/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sandbox } from '../cli.fixture.ts';
import type { Io } from '../io.ts';
import { runGatewayServe } from './gateway-serve.ts';

const TOKEN = 'a-token-for-tests-only';

/** `hermes gateway serve` on a free port, until the test ends it. */
async function serve(flags: Parameters<typeof runGatewayServe>[0]) {
  const { folder } = sandbox();
  const listening = Promise.withResolvers<string>();
  const shutdown = new AbortController();
  let err = '';
  const io: Io = {
    out: listening.resolve,
    err: (text) => {
      err += text;
    },
    isTerminal: false,
    env: { HOME: folder, HERMES_HOME: `${folder}/home`, HERMES_GATEWAY_TOKEN: TOKEN },
    cwd: folder,
    readStdin: async () => '',
  };
  const exitCode = runGatewayServe({ port: '0', ...flags }, io, shutdown.signal);
  exitCode.catch(listening.reject);
  const out = await listening.promise;
  return {
    out,
    url: /http:\/\/[^\s"]+/.exec(out)![0],
    err: () => err,
    say: (url: string, text: string) =>
      fetch(`${url}/sessions/telegram:4711/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify({ text }),
      }),
    async end(): Promise<number> {
      shutdown.abort();
      return exitCode;
    },
  };
}

describe('hermes gateway serve', () => {
  it('answers messages with the model, logs no text and no key, and ends in order', async () => {
    await using provider = await startFakeProvider({ script: { kind: 'reply', text: 'Hello from the model.' } });
    const gateway = await serve({ baseUrl: provider.url, model: 'fake-model', contextLength: '32k' });
    expect(gateway.out).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+\n$/);

    const text = await (await gateway.say(gateway.url, 'What do you know?')).text();
    expect(text).toMatch(/^event: accepted\n/);
    expect(text).toContain('event: text\n');
    const done = JSON.parse(/event: done\ndata: (.+)\n\n$/.exec(text)![1]!);
    expect(done).toMatchObject({ kind: 'completed', text: 'Hello from the model.' });

    expect(await gateway.end()).toBe(0);
    expect(gateway.err()).toMatch(/^model fake-model, window 32,000 tokens; sessions in .*state\.db\n/);
    expect(gateway.err()).toMatch(/POST \/sessions\/:key\/messages 200 \d+ ms session [0-9a-f]{12} done\n/);
    expect(gateway.err()).toContain('info: Shutting down');
    expect(gateway.err()).not.toMatch(/4711|What do you know|for-tests/);
  });

  it('writes its log as JSON, one object a line', async () => {
    await using provider = await startFakeProvider();
    const gateway = await serve({ baseUrl: provider.url, model: 'fake-model', json: true });
    expect(JSON.parse(gateway.out)).toMatchObject({ event: 'listening', url: gateway.url, model: 'fake-model' });
    await fetch(`${gateway.url}/healthz`);
    await gateway.end();
    const lines = gateway
      .err()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining({ event: 'request', route: '/healthz', status: 200 }));
    expect(lines).toContainEqual(expect.objectContaining({ event: 'note', level: 'info' }));
  });

  it.each([
    ['no token', {}, 'HERMES_GATEWAY_TOKEN is not set.'],
    ['an empty token', { HERMES_GATEWAY_TOKEN: '' }, 'HERMES_GATEWAY_TOKEN is not set.'],
    ['a short token', { HERMES_GATEWAY_TOKEN: 'short' }, 'The token of the gateway cannot be used.'],
  ])('does not start with %s, and says how to make one', async (_, env, what) => {
    const run = await sandbox().hermes(['gateway', 'serve'], { env });
    expect(run.code).toBe(2);
    expect(run.err).toContain(what);
    expect(run.err).toContain('openssl rand -hex 32');
    expect(run.err).not.toContain(' at ');
  });

  it('does not start without a model, or on a port that is none', async () => {
    const env = { HERMES_GATEWAY_TOKEN: TOKEN };
    expect(await sandbox().hermes(['gateway', 'serve', '--port', '65536'], { env })).toMatchObject({ code: 2 });
    const run = await sandbox().hermes(['gateway', 'serve'], { env });
    expect([run.code, run.err]).toEqual([2, expect.stringContaining('There is no model to talk to.')]);
  });

  it('lets turns finish after a signal, and stops them after the second', async () => {
    await using provider = await startFakeProvider({ script: { kind: 'hang' } });
    const { folder } = sandbox();
    const main = `import { runProcess } from ${JSON.stringify(import.meta.resolve('../run-process.ts'))}; await runProcess(process.argv.slice(1));`;
    const argv = [
      'gateway',
      'serve',
      '--port',
      '0',
      '--base-url',
      provider.url,
      '--model',
      'fake-model',
      '--grace',
      '3600',
    ];
    const child = spawn(
      process.execPath,
      ['--conditions=@hermes-context/source', '--no-warnings', '--input-type=module', '-e', main, '--', ...argv],
      {
        env: { HOME: folder, HERMES_HOME: `${folder}/home`, HERMES_GATEWAY_TOKEN: TOKEN },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const exit = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
      if (text.includes('Shutting down')) child.kill('SIGTERM');
    });
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    const response = await fetch(`${/http\S+/.exec(String(line))![0]}/sessions/a/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ text: 'hi' }),
    });
    child.kill('SIGTERM');
    expect(await response.text()).toMatch(/"kind":"stopped".*\n\n$/);
    expect(await exit).toEqual([0, null]);
    expect(err).toContain('A second signal stops them.');
  });
});

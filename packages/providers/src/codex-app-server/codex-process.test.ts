import { fakeCodex } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { CLIENT, isAlive, openBench, until } from './codex.fixture.ts';
import { openCodexAppServer } from './open-codex-app-server.ts';

/** Long enough for a busy machine to notice each step. */
const SHORT = { endMs: 600, termMs: 600 };

describe('opening', () => {
  it('shakes hands: who it is, then that it is ready', async () => {
    await using bench = await openBench();
    expect(bench.server.userAgent).toBe('fake-codex/0.171.0');
    await until(() => bench.fake.methods().length === 2);
    expect(bench.fake.methods()).toEqual(['initialize', 'initialized']);
    expect(bench.fake.paramsOf('initialize')).toEqual([{ clientInfo: CLIENT, capabilities: null }]);
  });

  it.each([
    ['is not there', { command: '/nowhere/codex' }],
    ['cannot run in its folder', { cwd: import.meta.filename }],
  ])('says so when the program %s', async (_what, options) => {
    await expect(openBench({}, options)).rejects.toMatchObject({
      code: 'CTX_CODEX_APP_SERVER_FAILED',
      facts: { failure: 'spawn' },
    });
  });

  it('says how the program ended, with the last it wrote to stderr', async () => {
    const exitOn = {
      method: 'initialize',
      code: 7,
      stderr: 'first\nbad config\n  line 3\n\u001b[31mkey sk-proj-abcdefghijklmnopQRST0123456789\u001b[0m\n',
    };
    const opening = openBench({ exitOn });
    await expect(opening).rejects.toMatchObject({ facts: { failure: 'exited' } });
    const message = await opening.catch((error: unknown) => String(error));
    expect(message).toContain('It ended with exit code 7: bad config line 3 key');
    expect(message).not.toContain('abcdefghijklmnop');
  });

  it('leaves no process behind when there is no answer in time', async () => {
    using fake = fakeCodex({ silentMethods: ['initialize'], outlives: 'term' });
    const options = { command: fake.command, args: fake.args, cwd: '/', env: {}, clientInfo: CLIENT };
    const timing = { ...SHORT, requestTimeoutMs: 1_500 };
    await expect(openCodexAppServer({ ...options, timing })).rejects.toMatchObject({ facts: { failure: 'timeout' } });
    expect(fake.pid()).toBeDefined();
    expect(isAlive(fake.pid())).toBe(false);
  });

  it('leaves no process behind when the start is aborted', async () => {
    using fake = fakeCodex({ silentMethods: ['initialize'] });
    const caller = new AbortController();
    const options = { command: fake.command, args: fake.args, cwd: '/', env: {}, clientInfo: CLIENT };
    const opening = openCodexAppServer({ ...options, signal: caller.signal });
    await until(() => fake.methods().length > 0);
    caller.abort(new Error('enough'));
    await expect(opening).rejects.toThrow('enough');
    expect(isAlive(fake.pid())).toBe(false);
  });

  it('gives the program the environment that it was given, and nothing else', async () => {
    const script =
      'process.stderr.write(Object.keys(process.env).filter((name) => name !== "__CF_USER_TEXT_ENCODING").join()); process.exit(1)';
    const opening = openBench({}, { args: ['-e', script], env: { CODEX_HOME: '/tmp' } });
    await expect(opening).rejects.toThrow('exit code 1: CODEX_HOME\n');
  });
});

describe('closing', () => {
  it.each([
    ['at the end of its input', undefined, ['end-of-input']],
    ['by SIGTERM', 'end', ['end-of-input', 'signal']],
    ['by SIGKILL', 'term', ['end-of-input', 'signal']],
  ] as const)('ends the program %s', async (_how, outlives, expected) => {
    await using bench = await openBench(
      outlives === undefined ? {} : { outlives },
      outlives === undefined ? {} : { timing: SHORT },
    );
    const pid = bench.fake.pid();
    expect(isAlive(pid)).toBe(true);
    await Promise.all([bench.server.close(), bench.server.close()]);
    expect(isAlive(pid)).toBe(false);
    const kinds = bench.fake.arrivals().map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== 'message')).toEqual(expected);
    expect(bench.heard('ended')).toEqual([{ kind: 'ended', expected: true, detail: 'It was closed from here.' }]);
  });

  it('ends what a launcher started, too', async () => {
    const child = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' }); process.on('SIGTERM', () => {})`;
    using fake = fakeCodex({ outlives: 'term' });
    const args = ['-e', child, ...fake.args];
    const server = await openCodexAppServer({
      command: fake.command,
      args,
      cwd: '/',
      env: {},
      clientInfo: CLIENT,
      timing: SHORT,
    });
    const pid = fake.pid();
    await server.close();
    await until(() => !isAlive(pid));
  });

  it('rejects what waits and what is asked from then on', async () => {
    await using bench = await openBench({ turns: [[{ kind: 'hang' }]] });
    const thread = await bench.server.startThread();
    const turn = thread.runTurn('hello');
    await until(() => bench.fake.methods().includes('turn/start'));
    const closing = bench.server.close();
    await expect(turn).rejects.toMatchObject({ facts: { failure: 'closed' } });
    await expect(bench.server.startThread()).rejects.toMatchObject({ facts: { failure: 'closed' } });
    await expect(thread.runTurn('more')).rejects.toMatchObject({ facts: { failure: 'thread-retired' } });
    expect(bench.server.isOpen).toBe(false);
    await closing;
  });
});

describe('a program that ends by itself', () => {
  it('rejects what waits, and says so once', async () => {
    const exit = { kind: 'exit', code: 5, stderr: 'out of memory' } as const;
    await using bench = await openBench({ turns: [[{ kind: 'text', text: 'Hm.' }, exit]] });
    const thread = await bench.server.startThread();
    await expect(thread.runTurn('hello')).rejects.toThrow('It ended with exit code 5: out of memory');
    await bench.server.close();
    expect(bench.heard('ended')).toEqual([
      { kind: 'ended', expected: false, detail: 'It ended with exit code 5: out of memory' },
    ]);
  });

  it('is told to a host that waits for nothing', async () => {
    await using bench = await openBench();
    process.kill(bench.fake.pid() ?? 0, 'SIGKILL');
    await until(() => bench.heard('ended').length > 0);
    expect(bench.heard('ended')).toEqual([{ kind: 'ended', expected: false, detail: 'It was ended by SIGKILL.' }]);
    expect(bench.server.isOpen).toBe(false);
  });
});

it('leaves no listener on a signal that outlives its calls', async () => {
  await using bench = await openBench();
  const { signal } = new AbortController();
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners -= 1;
    remove(...args);
  };
  const thread = await bench.server.startThread({}, { signal });
  for (let turn = 0; turn < 3; turn += 1) await thread.runTurn('hello', { signal });
  await thread.compact({ signal });
  expect(listeners).toBe(0);
});

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { type FakeCodex, fakeCodex } from './fake-codex.ts';
import type { FakeCodexScript } from './fake-codex-script.ts';

type Json = Readonly<Record<string, unknown>>;

/** A client that keeps none of the rules that a real one keeps. */
interface RudeClient extends AsyncDisposable {
  readonly fake: FakeCodex;
  readonly heard: readonly Json[];
  ask(method: string, params?: Json): Promise<Json>;
  say(line: string): void;
  hear(method: string, times?: number): Promise<void>;
}

function startRudely(script: FakeCodexScript = {}): RudeClient {
  const fake = fakeCodex(script);
  const child = spawn(fake.command, fake.args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const heard: Json[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => heard.push(JSON.parse(line)));
  const until = async <Found>(find: () => Found | undefined): Promise<Found> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  let lastId = 0;
  return {
    fake,
    heard,
    say: (line) => child.stdin.write(`${line}\n`),
    ask: (method, params = {}) => {
      lastId += 1;
      const id = lastId;
      child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
      return until(() => heard.find((message) => message['id'] === id));
    },
    hear: async (method, times = 1) => {
      await until(() => heard.filter((message) => message['method'] === method)[times - 1]);
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await ended;
      fake[Symbol.dispose]();
    },
  };
}

const input = { threadId: 'thread-1', input: [] };
const error = (code: number, message: string) => ({ error: { code, message } });

/** What was said of turns and compactions, in order, without the rest. */
function outline(heard: readonly Json[]): readonly unknown[] {
  return heard.flatMap(({ method, params }) => {
    const text = JSON.stringify(params);
    const [, status] = /"status":"(\w+)"/.exec(text) ?? [];
    if (method === 'turn/started' || method === 'turn/completed') return [`${method} ${status}`];
    return String(method).startsWith('item/') && text.includes('contextCompaction') ? [method] : [];
  });
}

it('refuses requests before the handshake, and a second handshake', async () => {
  await using client = startRudely();
  expect(await client.ask('thread/start')).toMatchObject(error(-32_600, 'Not initialized'));
  expect(await client.ask('initialize')).toMatchObject({ result: { platformOs: 'linux' } });
  expect(await client.ask('initialize')).toMatchObject(error(-32_600, 'Already initialized'));
});

it('refuses threads and methods that it does not know', async () => {
  await using client = startRudely();
  await client.ask('initialize');
  expect(await client.ask('turn/start', input)).toMatchObject(error(-32_600, 'thread not found: thread-1'));
  expect(await client.ask('thread/compact/start', input)).toMatchObject(error(-32_600, 'thread not found: thread-1'));
  expect(await client.ask('thread/nonsense')).toMatchObject({ error: { code: -32_600 } });
});

it('ends a turn that runs when it is asked to compact, as the real one does', async () => {
  await using client = startRudely({ turns: [[{ kind: 'hang' }]] });
  await client.ask('initialize');
  await client.ask('thread/start');
  await client.ask('turn/start', input);
  expect(await client.ask('thread/compact/start', input)).toMatchObject({ result: {} });
  await client.hear('turn/completed', 2);
  expect(outline(client.heard)).toEqual([
    'turn/started inProgress',
    'turn/completed interrupted',
    'turn/started inProgress',
    'item/started',
    'item/completed',
    'turn/completed completed',
  ]);
});

it('refuses a turn during a compaction', async () => {
  await using client = startRudely({ compactions: [[{ kind: 'start-compaction' }, { kind: 'hang' }]] });
  await client.ask('initialize');
  await client.ask('thread/start');
  await client.ask('thread/compact/start', input);
  await client.hear('item/started');
  const why = 'failed to submit turn input: ActiveTurnNotSteerable { turn_kind: Compact }';
  expect(await client.ask('turn/start', input)).toMatchObject(error(-32_603, why));
});

it('says nothing to a line that does not parse, and writes down all that arrives', async () => {
  await using client = startRudely();
  client.say('not json');
  await client.ask('initialize', { capabilities: null });
  expect(client.heard).toHaveLength(1);
  expect(client.fake.arrivals()).toEqual([
    { kind: 'unreadable', line: 'not json' },
    { kind: 'message', message: { id: 1, method: 'initialize', params: { capabilities: null } } },
  ]);
});

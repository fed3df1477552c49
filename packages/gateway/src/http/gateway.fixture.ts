import type { GatewayRequestLine } from './create-gateway-app.ts';
import type { GatewayCall, GatewaySessions, GatewayTurn } from './gateway-sessions.ts';
import { type GatewayServer, type ServeGatewayOptions, serveGateway } from './serve-gateway.ts';

export const TOKEN = 'a-token-for-tests-only';

/** Conversations that answer as the test says, and remember what they were asked. */
export class ScriptedSessions implements GatewaySessions {
  readonly turns: { readonly key: string; readonly turn: GatewayTurn }[] = [];
  readonly compressions: { readonly key: string; readonly focus?: string }[] = [];
  readonly stops: string[] = [];
  answer: (turn: GatewayTurn, key: string) => Promise<unknown>;

  constructor(answer: ScriptedSessions['answer'] = async ({ text }) => ({ text: `echo ${text}` })) {
    this.answer = answer;
  }

  async run(key: string, turn: GatewayTurn): Promise<unknown> {
    this.turns.push({ key, turn });
    return this.answer(turn, key);
  }

  async compress(key: string, { onEvent, focus }: GatewayCall & { readonly focus?: string }): Promise<unknown> {
    this.compressions.push({ key, ...(focus === undefined ? {} : { focus }) });
    onEvent({ type: 'compaction-start' });
    return { kind: 'compacted' };
  }

  async status(key: string): Promise<unknown> {
    const count = this.turns.filter((turn) => turn.key === key).length;
    return count === 0 ? undefined : { turns: count };
  }

  async stop(key: string): Promise<boolean> {
    this.stops.push(key);
    return false;
  }
}

/** Turns that end when the test says so, or when they are stopped. */
export function heldTurns() {
  const held: { readonly turn: GatewayTurn; readonly key: string; readonly end: (result: unknown) => void }[] = [];
  const sessions = new ScriptedSessions((turn, key) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    turn.signal.addEventListener('abort', () => reject(new Error('whatever broke first')));
    held.push({ turn, key, end: resolve });
    return promise;
  });
  return { sessions, held };
}

export interface TestGateway extends AsyncDisposable {
  readonly url: string;
  readonly server: GatewayServer;
  readonly lines: GatewayRequestLine[];
  readonly faults: unknown[];
  /** A request with the token. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** A message, JSON made of it. */
  post(path: string, body?: unknown, init?: RequestInit): Promise<Response>;
  /** A message, and all the events that answer it. */
  say(key: string, text: string): Promise<readonly StreamedEvent[]>;
}

export async function startGateway(
  sessions: GatewaySessions,
  options: Partial<ServeGatewayOptions> = {},
): Promise<TestGateway> {
  const lines: GatewayRequestLine[] = [];
  const faults: unknown[] = [];
  const server = await serveGateway({
    sessions,
    token: TOKEN,
    port: 0,
    onRequest: (line) => lines.push(line),
    onFault: (error) => faults.push(error),
    ...options,
  });
  const send: TestGateway['send'] = (path, init = {}) =>
    fetch(`${server.url}${path}`, { ...init, headers: { authorization: `Bearer ${TOKEN}`, ...init.headers } });
  const post: TestGateway['post'] = (path, body, init = {}) =>
    send(path, { method: 'POST', ...(body === undefined ? {} : { body: JSON.stringify(body) }), ...init });
  return {
    url: server.url,
    server,
    lines,
    faults,
    send,
    post,
    say: async (key, text) => readAll(await post(`/sessions/${key}/messages`, { text })),
    [Symbol.asyncDispose]: () => server.close({ graceMs: 0 }),
  };
}

export interface StreamedEvent {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** The events of a stream, as they come. */
async function* readEvents(response: Response): AsyncGenerator<StreamedEvent> {
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = `${text}${chunk}`.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const match = /^event: (.+)\ndata: ([^\n]+)$/.exec(block);
      if (match !== null) yield { event: match[1]!, data: JSON.parse(match[2]!) };
    }
  }
}

/** The error in the body of an answer. */
export async function errorOf(response: Response): Promise<unknown> {
  const body = (await response.json()) as { readonly error: unknown };
  return body.error;
}

export async function readAll(response: Response): Promise<readonly StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const event of readEvents(response)) events.push(event);
  return events;
}

/** Wait until something is true, looking again and again. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 2));
}

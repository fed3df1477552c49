import type { Context, Hono, MiddlewareHandler } from 'hono';
import { explainError } from './explain-error.ts';
import {
  GatewayClosingError,
  GatewayError,
  GatewayFaultError,
  GatewayMethodError,
  GatewayNotFoundError,
  GatewayTokenError,
} from './gateway-errors.ts';
import type { GatewaySessions } from './gateway-sessions.ts';
import { checkGatewayToken, isAuthorised, sessionTag } from './gateway-token.ts';
import { readFocus, readKey, readMessage } from './read-request.ts';
import { SessionQueues } from './session-queues.ts';
import { type StreamEnd, type StreamedJob, streamJob } from './stream-job.ts';

/** Bounds, so that no client can fill the memory of the gateway. */
export interface GatewayLimits {
  /** Body of one request, in bytes. Default 1,048,576: then it is refused with 413. */
  readonly maxBodyBytes: number;
  /** Messages that may wait while a turn of their session runs. Default 100: then they are refused with 429. */
  readonly maxWaitingPerSession: number;
  /** Turns that run or wait, in all sessions together. Default 500: then they are refused with 429. */
  readonly maxOpenTurns: number;
  /** Events that may wait for a slow client, in bytes. Default 262,144: then they are dropped, text first. */
  readonly maxBufferedBytes: number;
  /** Time between the comments that keep a quiet stream open, in milliseconds. Default 15,000. */
  readonly keepAliveMs: number;
}

/** What a gateway is made of. */
export interface GatewayAppOptions extends Partial<GatewayLimits> {
  readonly sessions: GatewaySessions;
  /** What every request but `GET /healthz` must bring, 16 characters or more. */
  readonly token: string;
  /** Told of each request when it ended; its turn too. Default: dropped. Must not throw. */
  readonly onRequest?: (line: GatewayRequestLine) => void;
  /** Told of errors that the client is told nothing of. Default: dropped. Must not throw. */
  readonly onFault?: (error: unknown) => void;
}

/** One request, for a log. Holds no text and no key. */
export interface GatewayRequestLine {
  readonly method: string;
  /** With its parameter unfilled, such as `/sessions/:key/messages`; `unknown` where there is no route. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Stands for the session's key. */
  readonly session?: string;
  /** How its stream ended. */
  readonly outcome?: StreamEnd['outcome'];
  /** Of the error that it was answered with. */
  readonly code?: string;
  readonly isHungUp?: boolean;
}

/** A gateway without a server: hand requests to `fetch`, whatever runs them. */
export interface GatewayApp {
  fetch(request: Request): Response | Promise<Response>;
  /**
   * Take no new requests, refuse what waits, give turns that run `graceMs` milliseconds and stop them then. Called again, it
   * only hurries. Resolves when nothing runs any more, or 5 seconds after what runs was stopped.
   */
  close(options: { readonly graceMs: number }): Promise<void>;
}

interface Variables {
  key: string;
  code: string;
  ended: Promise<StreamEnd>;
}
interface Env {
  Variables: Partial<Variables>;
}
type Call = Context<Env>;

const DEFAULT_LIMITS: GatewayLimits = {
  maxBodyBytes: 1_048_576,
  maxWaitingPerSession: 100,
  maxOpenTurns: 500,
  maxBufferedBytes: 262_144,
  keepAliveMs: 15_000,
};

type Parts = Required<GatewayAppOptions> & { readonly queues: SessionQueues };

/**
 * The HTTP service that chat platforms call: messages in, server-sent events out. Loads hono.
 *
 * @throws GatewayUnusableError - For a token that is too short.
 */
export async function createGatewayApp(options: GatewayAppOptions): Promise<GatewayApp> {
  checkGatewayToken(options.token);
  const ignore = (): void => undefined;
  const given = { ...DEFAULT_LIMITS, onRequest: ignore, onFault: ignore, ...options };
  const parts: Parts = { ...given, queues: new SessionQueues(given) };
  const hono = await import('hono');
  const app = new hono.Hono<Env>();
  app.use(logged(parts));
  app.get('/healthz', (call) => health(call, parts));
  app.all('/healthz', () => wrongMethod('GET'));
  app.use(guarded(parts));
  addRoutes(app, parts);
  app.notFound((call) => errorResponse(call, new GatewayNotFoundError('path'), parts));
  app.onError((error, call) => errorResponse(call, error, parts));
  return {
    fetch: (request) => app.fetch(request),
    close: ({ graceMs }) => parts.queues.close(graceMs),
  };
}

function addRoutes(app: Hono<Env>, parts: Parts): void {
  const { sessions, queues, maxBodyBytes } = parts;
  app.post('/sessions/:key/messages', async (call) => {
    const key = keyOf(call);
    const message = await readMessage(call.req.raw, maxBodyBytes);
    return streamed(call, parts, { key, work: (given) => sessions.run(key, { ...message, ...given }) });
  });
  app.post('/sessions/:key/compress', async (call) => {
    const key = keyOf(call);
    const focus = await readFocus(call.req.raw, maxBodyBytes);
    const more = focus === undefined ? {} : { focus };
    return streamed(call, parts, { key, work: (given) => sessions.compress(key, { ...more, ...given }) });
  });
  app.post('/sessions/:key/stop', async (call) => {
    const key = keyOf(call);
    const hasStoppedTurn = queues.stop(key);
    const hasStoppedMore = await sessions.stop(key);
    return call.json({ stopped: hasStoppedTurn || hasStoppedMore, waiting: queues.stateOf(key).waiting });
  });
  app.get('/sessions/:key', async (call) => {
    const key = keyOf(call);
    const status = await sessions.status(key);
    const { isRunning, waiting } = queues.stateOf(key);
    if (status === undefined && !isRunning) throw new GatewayNotFoundError('session');
    return call.json({ session: status ?? null, running: isRunning, waiting });
  });
  for (const path of ['messages', 'compress', 'stop']) app.all(`/sessions/:key/${path}`, () => wrongMethod('POST'));
  app.all('/sessions/:key', () => wrongMethod('GET'));
}

function keyOf(call: Call): string {
  const key = readKey(call.req.raw.url);
  call.set('key', key);
  return key;
}

function streamed(call: Call, parts: Parts, job: Omit<StreamedJob, 'isDetached'>): Response {
  const { response, ended } = streamJob({ ...job, isDetached: call.req.query('detach') === '1' }, parts);
  call.set('ended', ended);
  return response;
}

function wrongMethod(allowed: string): never {
  throw new GatewayMethodError(allowed);
}

/** For load balancers: it answers, or is about to end. Tells nothing else, because anybody may ask. */
function health(call: Call, { queues }: Parts): Response {
  return queues.isClosing ? call.json({ status: 'closing' }, 503) : call.json({ status: 'ok' });
}

/** Nobody learns anything without the token, not even which paths there are. */
function guarded({ token, queues }: Parts): MiddlewareHandler<Env> {
  return async (call, next) => {
    if (!isAuthorised(call.req.header('authorization'), token)) throw new GatewayTokenError();
    if (queues.isClosing) throw new GatewayClosingError();
    await next();
  };
}

function errorResponse(call: Call, error: unknown, { onFault }: Parts): Response {
  const { status, headers } = error instanceof GatewayError ? error : new GatewayFaultError(error);
  const body = explainError(error);
  if (status === 500) onFault(error);
  call.set('code', body.error.code);
  return Response.json(body, { status, headers });
}

/** One line a request, once it has ended; a stream ends with its turn. */
function logged({ onRequest, token }: Parts): MiddlewareHandler<Env> {
  return async (call, next) => {
    const startMs = performance.now();
    await next();
    const { method } = call.req;
    const { key, code, ended } = call.var;
    const line = (end: Partial<StreamEnd>): void =>
      onRequest({
        method,
        route: routeOf(call),
        status: call.res.status,
        ms: Math.round(performance.now() - startMs),
        ...(key === undefined ? {} : { session: sessionTag(key, token) }),
        ...(code === undefined ? {} : { code }),
        ...end,
      });
    if (ended === undefined) line({});
    else void ended.then(line);
  };
}

/** One of the routes there are: whatever else a path says comes from outside, and could write lines of its own. */
function routeOf({ req }: Call): string {
  if (req.path === '/healthz') return req.path;
  return /^\/sessions\/[^/]+(\/(messages|compress|stop))?$/.test(req.path)
    ? req.path.replace(/^\/sessions\/[^/]+/, '/sessions/:key')
    : 'unknown';
}

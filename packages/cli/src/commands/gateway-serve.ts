import { checkGatewayToken, type GatewayServer, serveGateway } from '@hermes-context/gateway';
import { type LogNote, noteLine, requestLine } from '../gateway/log-line.ts';
import { sessionsOf } from '../gateway/sessions-of.ts';
import { type OpenHost, openHost } from '../host/open-host.ts';
import type { Io } from '../io.ts';
import { parseTokenCount } from '../parse-token-count.ts';
import { EXIT_OK } from '../print-error.ts';
import { parseCount } from '../sessions/parse-flags.ts';
import { UsageError } from '../usage-error.ts';

const DEFAULT_PORT = 8787;
const DEFAULT_GRACE_S = 30;
const MAX_PORT = 65_535;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** The flags of `hermes gateway serve` as the command line has them. */
export interface GatewayServeFlags {
  readonly port?: string;
  readonly host?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly contextLength?: string;
  readonly system?: string;
  readonly grace?: string;
  readonly json?: boolean;
}

/**
 * `hermes gateway serve`: serves until a signal ends it. The address goes to standard output once it listens, one line a
 * request to standard error.
 *
 * @param shutdown - Ends it in place of a signal.
 * @returns 0, after an orderly end.
 * @throws UsageError, GatewayUnusableError - What must be corrected before it can start.
 */
export async function runGatewayServe(flags: GatewayServeFlags, io: Io, shutdown?: AbortSignal): Promise<number> {
  const token = readToken(io);
  const { host: hostname = '127.0.0.1' } = flags;
  const port = parseCount(flags.port, { option: '--port', min: 0, max: MAX_PORT }) ?? DEFAULT_PORT;
  const graceMs = 1_000 * (parseCount(flags.grace, { option: '--grace', min: 0, max: 3_600 }) ?? DEFAULT_GRACE_S);
  const log = logOf(flags, io);
  const open = await openHost(hostFlags(flags), io);
  try {
    if (!LOOPBACK.test(hostname)) log.note({ level: 'warning', text: exposed(hostname) });
    const sessions = sessionsOf(open.host);
    const { onRequest, onFault } = log;
    const server = await serveGateway({ sessions, token, hostname, port, onRequest, onFault });
    tellAddress(server, { open, flags, io });
    const stopTelling = tellWarnings(open, log.note);
    await untilEnd(server, { graceMs, shutdown, note: log.note });
    stopTelling();
  } finally {
    await open.close();
  }
  return EXIT_OK;
}

function readToken({ env }: Io): string {
  const token = env['HERMES_GATEWAY_TOKEN'];
  if (token !== undefined && token !== '') return checkGatewayToken(token);
  throw new UsageError({
    what: 'HERMES_GATEWAY_TOKEN is not set.',
    why: 'Whoever reaches the gateway could talk to every session, so it does not start without a token.',
    fix: 'export HERMES_GATEWAY_TOKEN="$(openssl rand -hex 32)", and give the same value to the bridge that calls it.',
  });
}

function hostFlags({ model, baseUrl, contextLength, system }: GatewayServeFlags): Parameters<typeof openHost>[0] {
  const contextTokens = contextLength === undefined ? undefined : parseTokenCount(contextLength, '--context-length');
  return { model, baseUrl, contextTokens, systemPrompt: system, platform: 'gateway' };
}

interface Log {
  readonly note: (note: LogNote) => void;
  readonly onRequest: (line: Parameters<typeof requestLine>[0]) => void;
  readonly onFault: (error: unknown) => void;
}

function logOf({ json = false }: GatewayServeFlags, io: Io): Log {
  const note: Log['note'] = (given) => io.err(noteLine(given, { at: new Date(), json }));
  return {
    note,
    onRequest: (line) => io.err(requestLine(line, { at: new Date(), json })),
    onFault(error) {
      // Its message may hold what somebody wrote, so the log has it only where somebody asks for it.
      if (io.env['HERMES_DEBUG'] === '1' && error instanceof Error) io.err(`${error.stack ?? ''}\n`);
      const name = error instanceof Error ? error.name : typeof error;
      note({
        level: 'error',
        text: `A request failed unexpectedly (${name}). With HERMES_DEBUG=1 the stack is shown.`,
      });
    },
  };
}

function exposed(hostname: string): string {
  return `Listening on ${hostname}: other machines can reach the gateway, and nothing is encrypted. Put a proxy with TLS in front of it.`;
}

interface Started {
  readonly open: OpenHost;
  readonly flags: GatewayServeFlags;
  readonly io: Io;
}

/** The result of the command, as far as there is one: programs that start it wait for this line. */
function tellAddress({ url }: GatewayServer, { open, flags, io }: Started): void {
  const { name: model, contextTokens } = open.model.info;
  const store = open.store.location;
  if (flags.json === true) {
    io.out(`${JSON.stringify({ event: 'listening', url, model, contextTokens, store })}\n`);
    return;
  }
  io.out(`Listening on ${url}\n`);
  io.err(`model ${model}, window ${contextTokens.toLocaleString('en-US')} tokens; sessions in ${store}\n`);
}

/** How often new warnings are looked for: they come from listeners and engines at any time. */
const WARNINGS_EVERY_MS = 1_000;

/** Pass on each warning once. @returns What ends it, after the last ones. */
function tellWarnings(open: OpenHost, note: Log['note']): () => void {
  const told = new Set<string>();
  const tell = (): void => {
    for (const text of open.warnings()) {
      if (!told.has(text)) note({ level: 'warning', text });
      told.add(text);
    }
  };
  tell();
  const timer = setInterval(tell, WARNINGS_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    tell();
  };
}

interface EndOptions {
  readonly graceMs: number;
  readonly shutdown: AbortSignal | undefined;
  readonly note: Log['note'];
}

/** Until a signal comes, and what runs has ended. The second one stops what runs, the third ends the process as ever. */
async function untilEnd(server: GatewayServer, { graceMs, shutdown, note }: EndOptions): Promise<void> {
  const ended = Promise.withResolvers<void>();
  let signalCount = 0;
  const end = (): void => {
    signalCount += 1;
    if (signalCount > 1) removeListeners();
    else
      note({
        level: 'info',
        text: `Shutting down: turns that run have ${graceMs / 1_000} s. A second signal stops them.`,
      });
    server.close({ graceMs: signalCount > 1 ? 0 : graceMs }).then(ended.resolve, ended.reject);
  };
  const removeListeners = (): void => {
    process.off('SIGINT', end).off('SIGTERM', end);
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  if (shutdown?.aborted === true) end();
  shutdown?.addEventListener('abort', end, { once: true });
  await ended.promise;
  removeListeners();
}

import type { Server, ServerResponse } from 'node:http';
import { createGatewayApp, type GatewayAppOptions } from './create-gateway-app.ts';
import { GatewayUnusableError } from './gateway-errors.ts';

/** A client that takes nothing for so long is gone. Longer than the time between two keep-alives. */
const STALL_MS = 120_000;
/** For what was written last to reach its clients. */
const FLUSH_MS = 1_000;

/** Where a gateway listens. */
export interface ServeGatewayOptions extends GatewayAppOptions {
  /** Default 127.0.0.1: nobody but this machine reaches it. */
  readonly hostname?: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Time for a client to take what waits for it, in milliseconds. Default 120,000: then it is cut off. */
  readonly stallMs?: number;
}

/** A gateway that listens. */
export interface GatewayServer {
  /** Where, such as `http://127.0.0.1:8787`. */
  readonly url: string;
  /** See `GatewayApp.close`; then all connections are closed. */
  close(options: { readonly graceMs: number }): Promise<void>;
}

/**
 * Listen for chat platforms over HTTP. Without TLS: put a proxy in front of it for other machines.
 *
 * @throws GatewayUnusableError - When it cannot listen there, or for a token that is too short.
 */
export async function serveGateway(options: ServeGatewayOptions): Promise<GatewayServer> {
  const { hostname = '127.0.0.1', port, stallMs = STALL_MS } = options;
  const app = await createGatewayApp(options);
  const { getRequestListener } = await import('@hono/node-server');
  const { createServer } = await import('node:http');
  const listener = getRequestListener((request) => app.fetch(request), { overrideGlobalObjects: false });
  const answers = new OpenAnswers();
  const server = createServer((incoming, outgoing) => {
    answers.add(outgoing);
    void listener(incoming, outgoing);
  });
  // No write succeeds for so long: the socket is closed, and its turn stopped as after any hang-up.
  server.timeout = stallMs;
  const url = await listen(server, { hostname, port });
  return {
    url,
    async close({ graceMs }) {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await app.close({ graceMs });
      await answers.settled(FLUSH_MS);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers that are not written to their end yet. */
class OpenAnswers {
  readonly #closed = new Set<Promise<void>>();

  add(answer: ServerResponse): void {
    const closed = new Promise<void>((resolve) => {
      answer.once('close', () => {
        this.#closed.delete(closed);
        resolve();
      });
    });
    this.#closed.add(closed);
  }

  /** Until all are written, for so long at most. */
  async settled(waitMs: number): Promise<void> {
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, waitMs);
    await Promise.race([Promise.all(this.#closed), patience.promise]);
    clearTimeout(timer);
  }
}

function listen(server: Server, at: { readonly hostname: string; readonly port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(cannotListen(at, cause)));
    server.listen(at.port, at.hostname, () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : at.port;
      resolve(`http://${at.hostname.includes(':') ? `[${at.hostname}]` : at.hostname}:${port}`);
    });
  });
}

function cannotListen({ hostname, port }: { readonly hostname: string; readonly port: number }, cause: Error): Error {
  return new GatewayUnusableError({
    what: `The gateway cannot listen on ${hostname}, port ${port}.`,
    why: `The system says: ${cause.message}.`,
    fix: 'Choose another port, or end the program that has it; --port 0 takes any that is free.',
    cause,
  });
}

import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as it arrived. */
export interface ArrivedRequest {
  readonly method: string;
  /** With its query, such as `/v1/messages`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; the raw text where it does not parse, `undefined` where there is none. */
  readonly body: unknown;
}

/** A server that runs. */
export interface RunningServer {
  readonly port: number;
  /** Stop, and break all open connections. May be called twice. */
  close(): Promise<void>;
}

/** Serve on a free port of 127.0.0.1. */
export async function startServer(
  serve: (request: ArrivedRequest, response: ServerResponse) => Promise<void>,
): Promise<RunningServer> {
  const server = createServer((incoming, response) => {
    // A broken connection is what some of the behaviours are for; it must not end the test run.
    readRequest(incoming)
      .then((request) => serve(request, response))
      .catch(() => response.destroy());
  });
  const port = await listen(server);
  return { port, close: () => stop(server) };
}

async function readRequest(incoming: IncomingMessage): Promise<ArrivedRequest> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  const raw = await text(incoming);
  return { method, path, headers, body: raw === '' ? undefined : parseJson(raw) };
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Whether the bytes left; false when the other side is gone. */
export function writeTo(response: ServerResponse, bytes: string): Promise<boolean> {
  return new Promise((resolve) => {
    response.write(bytes, (error) => resolve(error === undefined || error === null));
  });
}

import { createServer } from 'node:http';

/** What the stand-in answers, and what it was asked. */
export interface SummarizerStub {
  readonly baseUrl: string;
  /** Bodies of the requests, oldest first. */
  readonly asked: readonly string[];
  /** Connections so far. */
  readonly connectionCount: number;
  answer: { readonly status: number; readonly content: string };
  [Symbol.asyncDispose](): Promise<void>;
}

/** A chat endpoint on the loopback interface that gives one and the same answer. */
export async function startSummarizer(): Promise<SummarizerStub> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      asked.push(body);
      const { status, content } = stub.answer;
      const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content } };
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      response.writeHead(status, { 'content-type': 'application/json' });
      const good = { id: 'c', object: 'chat.completion', created: 1, model: 'stand-in', choices: [choice], usage };
      response.end(JSON.stringify(status === 200 ? good : { error: { message: content } }));
    });
  });
  let connectionCount = 0;
  server.on('connection', () => {
    connectionCount += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('unreachable: the server listens on a port');
  const stub: SummarizerStub = {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    asked,
    get connectionCount() {
      return connectionCount;
    },
    answer: { status: 200, content: 'Parts 0 to 5 are fine.' },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return stub;
}

import { createServer, type ServerResponse } from 'node:http';

/** How the model answers one request: with a text and this many tokens reported, or never. */
export type ModelAnswer = { readonly text: string; readonly inputTokens: number } | 'stall';

/** A model on the loopback interface, as Codex asks one. */
export interface LoopbackModel {
  readonly port: number;
  /** What the next requests get; the last one repeats. */
  answers: readonly ModelAnswer[];
  /** Requests so far. */
  readonly count: () => number;
  close(): Promise<void>;
}

/** Start it on a free port. */
export async function startLoopbackModel(): Promise<LoopbackModel> {
  let asked = 0;
  let since = 0;
  let answers: readonly ModelAnswer[] = [{ text: 'Hello.', inputTokens: 100 }];
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (request.url?.includes('/responses') !== true) return void response.writeHead(404).end('{}');
      const answer = answers[Math.min(since, answers.length - 1)];
      asked += 1;
      since += 1;
      stream(response, answer ?? 'stall', asked);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    get answers() {
      return answers;
    },
    set answers(next) {
      answers = next;
      since = 0;
    },
    count: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function stream(response: ServerResponse, answer: ModelAnswer, number: number): void {
  const send = (type: string, fields: object): unknown =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send('response.created', { response: { id: `r${number}` } });
  if (answer === 'stall') return;
  const { text, inputTokens } = answer;
  const message = { type: 'message', role: 'assistant', id: `m${number}`, content: [{ type: 'output_text', text }] };
  send('response.output_item.added', { item: { ...message, content: [] } });
  send('response.output_text.delta', { delta: text });
  send('response.output_item.done', { item: message });
  const usage = {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + 10,
  };
  send('response.completed', { response: { id: `r${number}`, usage } });
  response.end();
}

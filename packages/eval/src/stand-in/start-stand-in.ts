import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { estimateTextTokens } from '@hermes-context/messages';
import type { AnswerKey } from '../trajectory.ts';
import { promptOf } from './prompt-of.ts';
import type { StandIn } from './stand-in.ts';
import { type StandInKind, type StandInReply, standInReply } from './stand-in-reply.ts';
import { eventsOf, replyBody } from './wire-reply.ts';

const NO_KEY: AnswerKey = { items: [], artifacts: [], compactAt: [] };
/** Larger bodies are refused: no request of the bench comes near. */
const MAX_BODY_BYTES = 64_000_000;

/**
 * Start a summarizer without a model, on a free port of the loopback interface. It speaks OpenAI chat completions at
 * `{baseUrl}/chat/completions`, streamed or whole, and takes any key. The same prompt gets the same answer.
 */
export async function startStandIn(kind: StandInKind): Promise<StandIn> {
  const desk = new Desk(kind);
  const server = createServer((request, response) => void desk.serve(request, response));
  const port = await listen(server);
  return {
    name: typeof kind === 'string' ? kind : `${kind.kind} ${kind.share}`,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: 'stand-in',
    load: (key) => desk.load(key),
    usage: () => desk.usage,
    shown: () => desk.shown,
    close: () => closed(server),
  };
}

class Desk {
  readonly #kind: StandInKind;
  #key = NO_KEY;
  usage = { calls: 0, inputTokens: 0, outputTokens: 0 };
  shown: ReadonlySet<string> = new Set();

  constructor(kind: StandInKind) {
    this.#kind = kind;
  }

  load(key: AnswerKey): void {
    this.#key = key;
    this.usage = { calls: 0, inputTokens: 0, outputTokens: 0 };
    this.shown = new Set();
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = promptOf(await bodyOf(request));
    const { prompt, maxTokens, isStreamed } = asked;
    const reply = standInReply(this.#kind, { prompt, maxTokens }, this.#key);
    const tokens = this.#count(prompt, reply);
    if (reply.kind === 'error') {
      const { status, code, message } = reply;
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
      response.end(JSON.stringify({ error: { message, type: code, code, param: null } }));
      return;
    }
    response.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' });
    response.end(isStreamed ? eventsOf(reply, tokens) : JSON.stringify(replyBody(reply, tokens)));
  }

  #count(prompt: string, reply: StandInReply) {
    const inputTokens = reply.kind === 'error' ? 0 : estimateTextTokens(prompt);
    const outputTokens = reply.kind === 'text' ? estimateTextTokens(reply.text) : 0;
    const { calls, inputTokens: before, outputTokens: written } = this.usage;
    this.usage = { calls: calls + 1, inputTokens: before + inputTokens, outputTokens: written + outputTokens };
    const found = this.#key.items.filter(({ probe }) => prompt.includes(probe)).map(({ id }) => id);
    this.shown = new Set([...this.shown, ...found]);
    return { inputTokens, outputTokens };
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return parsed(Buffer.concat(chunks).toString('utf8'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The server has no port.'));
      else resolve(address.port);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

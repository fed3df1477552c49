/** One message of a chat, and the gateway to ask. */
export interface ChatMessage {
  /** As `hermes gateway serve` printed it, such as `http://127.0.0.1:8787`. */
  readonly url: string;
  /** The value of `HERMES_GATEWAY_TOKEN`. */
  readonly token: string;
  /** Names the conversation on its platform, such as `telegram:4711`. */
  readonly chat: string;
  /** The platform's id of the message: delivered twice, it is stored once. */
  readonly messageId: string;
  readonly text: string;
}

/**
 * Post one message to the gateway, and pass its answer on as it is written.
 *
 * @returns The whole answer: a slow reader may have missed pieces of it.
 * @throws Error when the gateway refuses the message, or the turn fails.
 */
export async function askGateway(
  { url, token, chat, messageId, text }: ChatMessage,
  onText: (piece: string) => void,
): Promise<string> {
  const response = await fetch(`${url}/sessions/${encodeURIComponent(chat)}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text, messageId }),
  });
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  for await (const { event, data } of readEvents(response.body)) {
    if (event === 'text') onText(String(data['text']));
    if (event === 'error' || data['error'] !== undefined) throw new Error(JSON.stringify(data['error']));
    if (event === 'done') return String(data['text']);
  }
  throw new Error('The gateway hung up before the end.');
}

/** The events of a stream: blocks that an empty line ends. Comments, which keep the connection open, have no data. */
async function* readEvents(body: ReadableStream<Uint8Array>) {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = `${rest}${chunk}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      const fields: Readonly<Record<string, unknown>> = Object(JSON.parse(data ?? '{}'));
      if (event !== undefined) yield { event, data: fields };
    }
  }
}

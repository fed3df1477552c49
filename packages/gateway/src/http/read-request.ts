import { GatewayBodyTooLargeError, GatewayRequestError } from './gateway-errors.ts';

const MAX_KEY_CHARS = 256;
const MAX_MESSAGE_ID_CHARS = 200;
const MAX_FOCUS_CHARS = 500;

/** A message as it was posted. */
export interface PostedMessage {
  readonly text: string;
  readonly messageId?: string;
}

/**
 * The key of the session in a path `/sessions/KEY/…`, decoded.
 *
 * @throws GatewayRequestError - If it is none: too long, broken, or more than one line.
 */
export function readKey(url: string): string {
  const [, , encoded = ''] = new URL(url).pathname.split('/');
  const key = decode(encoded);
  if (key !== undefined && isLine(key, MAX_KEY_CHARS)) return key;
  throw new GatewayRequestError({
    what: 'The key of the session cannot be used.',
    why: `A key is one line of 1 to ${MAX_KEY_CHARS} characters, percent-encoded in the path.`,
    fix: 'Send a key such as telegram:4711, through encodeURIComponent or its like.',
  });
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** @throws GatewayBodyTooLargeError | GatewayRequestError - Naming the field that is wrong. */
export async function readMessage(request: Request, maxBytes: number): Promise<PostedMessage> {
  const { text, messageId } = await readFields(request, { maxBytes, known: ['text', 'messageId'] });
  if (typeof text !== 'string' || text.trim() === '') {
    throw new GatewayRequestError({
      what: text === undefined ? 'The body has no text.' : 'The text of the body is empty or no string.',
      why: 'A message is what a person wrote.',
      fix: 'Send {"text": "…"}, and "messageId" to name the delivery.',
    });
  }
  const id = readLine('messageId', messageId, MAX_MESSAGE_ID_CHARS);
  return { text, ...(id === undefined ? {} : { messageId: id }) };
}

/** What a summary should keep above all, if the client said so. @throws Like {@link readMessage}. */
export async function readFocus(request: Request, maxBytes: number): Promise<string | undefined> {
  const { focus } = await readFields(request, { maxBytes, known: ['focus'] });
  return readLine('focus', focus, MAX_FOCUS_CHARS);
}

function readLine(name: string, value: unknown, maxChars: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && isLine(value, maxChars)) return value;
  throw new GatewayRequestError({
    what: `The field "${name}" of the body cannot be used.`,
    why: `It is one line of 1 to ${maxChars} characters.`,
    fix: 'Shorten it, or leave it away.',
  });
}

function isLine(text: string, maxChars: number): boolean {
  return text.length <= maxChars && text.trim() !== '' && text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text);
}

interface FieldRules {
  readonly maxBytes: number;
  readonly known: readonly string[];
}

async function readFields(
  request: Request,
  { maxBytes, known }: FieldRules,
): Promise<Readonly<Record<string, unknown>>> {
  const body = await readBody(request, maxBytes);
  if (body.trim() === '') return {};
  const fields = parse(body);
  // A misspelt "messageId" that is ignored would be a message stored twice.
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown === undefined) return fields;
  throw new GatewayRequestError({
    what: 'The body has a field that is not known here.',
    why: `Known are ${known.map((name) => `"${name}"`).join(' and ')}; a misspelt one is not ignored.`,
    fix: 'Correct its name, or leave it away.',
  });
}

function parse(body: string): Readonly<Record<string, unknown>> {
  const value = parseJson(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value));
  throw new GatewayRequestError({
    what: 'The body is no JSON object.',
    why: 'What the gateway takes is an object with named fields.',
    fix: 'Send JSON such as {"text": "…"}.',
  });
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // the parser's message quotes the body, which belongs into no answer and no log
  }
}

/** At most so many bytes of the body, as text. */
async function readBody(request: Request, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new GatewayBodyTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return decodeUtf8(Buffer.concat(chunks));
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new GatewayRequestError({
      what: 'The body is no UTF-8.',
      why: 'JSON is exchanged in UTF-8.',
      fix: 'Encode the body as UTF-8.',
    });
  }
}

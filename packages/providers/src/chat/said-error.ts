import { parseJson, readCount, readField, readText } from './read-field.ts';

/** What a provider says about a failure, whatever the form. */
export interface SaidError {
  /** Codes and types, as spelled, most telling first. */
  readonly codes: readonly string[];
  /** HTTP status, where the error itself states it. */
  readonly status: number | undefined;
  /** What it says to a person. */
  readonly message: string | undefined;
  /** Window and size of the prompt, in tokens, where there are fields for them: llama.cpp has some. */
  readonly contextTokens: number | undefined;
  readonly promptTokens: number | undefined;
}

/** Longer texts are cut: nothing that is looked for stands so far behind. */
const MAX_MESSAGE_CHARS = 8_000;

/** What OpenRouter says where the words that tell are those of the provider behind it. */
const HOLLOW_MESSAGE = 'Provider returned error';

/** The error in a response that is none of success. */
export function readErrorBody(body: string): SaidError {
  const parsed = parseJson(body);
  if (parsed !== undefined) return readSaidError(parsed);
  return readSaidError(/^\s*</.test(body) ? undefined : body); // a page of HTML says nothing
}

/** An error in one of the forms that OpenAI-compatible servers use: `{error: …}`, `[{error: …}]`, bare, or a text. */
export function readSaidError(value: unknown): SaidError {
  const outer: unknown = Array.isArray(value) ? value[0] : value; // Gemini's endpoint wraps it in a list
  const error = readField(outer, 'error') ?? outer;
  const message = typeof error === 'string' ? error : messageOf(error);
  return {
    codes: [readText(error, 'code'), readText(error, 'type'), readText(error, 'status')].filter(isSpelled),
    status: readStatus(error),
    message: message?.slice(0, MAX_MESSAGE_CHARS),
    contextTokens: readCount(error, 'n_ctx'),
    promptTokens: readCount(error, 'n_prompt_tokens'),
  };
}

function isSpelled(code: string | undefined): code is string {
  return code !== undefined && code !== '';
}

function readStatus(error: unknown): number | undefined {
  const code = readField(error, 'code') ?? readField(error, 'status_code');
  const status = typeof code === 'string' && /^\d{3}$/.test(code) ? Number(code) : code;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : undefined;
}

function messageOf(error: unknown): string | undefined {
  const message =
    readText(error, 'message') ?? asText(readField(error, 'message')) ?? asText(readField(error, 'detail'));
  const raw = readField(readField(error, 'metadata'), 'raw');
  if (raw === undefined || raw === null) return message;
  const behind = typeof raw === 'string' ? (readSaidError(parseJson(raw)).message ?? raw) : asText(raw);
  return message === undefined || message === HOLLOW_MESSAGE ? behind : `${message} ${behind}`;
}

function asText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

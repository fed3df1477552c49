import { type FakeProvider, type FakeProviderOptions, startFakeProvider } from './fake-provider.ts';

/** What the tests look at in an answer, whole or streamed. */
export interface WireAnswer {
  readonly object: string;
  readonly model: string;
  readonly choices: readonly WireChoice[];
  readonly usage?: { readonly total_tokens: number; readonly prompt_tokens_details: object } | null;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface WireChoice {
  readonly finish_reason: string | null;
  readonly message: WireWords;
  readonly delta: WireWords;
}

export interface WireWords {
  readonly content?: string | null;
  readonly refusal?: string | null;
  readonly tool_calls?: readonly { readonly function?: { readonly arguments?: string } }[];
}

export const QUESTION = { model: 'some-model', messages: [{ role: 'user', content: 'Hello' }] };

export function ask(provider: FakeProvider, fields: object = {}, init: RequestInit = {}): Promise<Response> {
  return fetch(`${provider.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...QUESTION, ...fields }),
    ...init,
  });
}

export async function wholeAnswer(response: Response): Promise<WireAnswer> {
  return (await response.json()) as WireAnswer;
}

export async function withProvider(
  options: FakeProviderOptions,
  use: (provider: FakeProvider) => Promise<void>,
): Promise<void> {
  await using provider = await startFakeProvider(options);
  await use(provider);
}

/** The events of a stream, and whether `[DONE]` closed it. */
export async function eventsOf(response: Response): Promise<{ events: readonly WireAnswer[]; isDone: boolean }> {
  const lines = (await response.text()).split('\n\n').filter((line) => line !== '');
  const data = lines.map((line) => line.replace(/^data: /, ''));
  const events = data.filter((line) => line !== '[DONE]').map((line) => JSON.parse(line) as WireAnswer);
  return { events, isDone: data.at(-1) === '[DONE]' };
}

export function choicesOf(events: readonly WireAnswer[]): readonly WireChoice[] {
  return events.flatMap(({ choices }) => choices ?? []);
}

export function streamedText(events: readonly WireAnswer[]): string {
  return choicesOf(events)
    .map(({ delta }) => delta.content ?? '')
    .join('');
}

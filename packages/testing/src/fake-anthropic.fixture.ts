import { type FakeAnthropic, type FakeAnthropicOptions, startFakeAnthropic } from './fake-anthropic.ts';

export const QUESTION = { model: 'claude-test', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] };
export const MARK = { cache_control: { type: 'ephemeral' } };
export const MARK_1H = { cache_control: { type: 'ephemeral', ttl: '1h' } };

/** A content block, as the tests look at it. */
export interface AnswerBlock {
  readonly type: string;
  readonly id?: string;
  readonly text?: string;
  readonly data?: string;
}

/** A message, as the tests send it. */
export interface AskedMessage {
  readonly role: string;
  readonly content: string | readonly object[];
}

export interface AnswerUsage {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation: object;
}

/** Body of a whole answer, of an error, or data of an event: what of it is there, the tests know. */
export interface AnswerBody {
  readonly type: string;
  readonly stop_reason: string;
  readonly content: readonly AnswerBlock[];
  readonly usage: AnswerUsage;
  readonly error: { readonly type: string; readonly message: string } | undefined;
  readonly index: number;
  readonly delta: Readonly<Record<string, string>>;
  readonly message: AnswerBody;
}

export interface AnthropicAnswer {
  readonly status: number;
  readonly body: AnswerBody;
}

export async function post(server: FakeAnthropic, fields: object = {}, headers: object = {}): Promise<Response> {
  return await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', ...headers },
    body: JSON.stringify({ ...QUESTION, ...fields }),
  });
}

export async function ask(server: FakeAnthropic, fields: object = {}): Promise<AnthropicAnswer> {
  const response = await post(server, fields);
  return { status: response.status, body: (await response.json()) as AnswerBody };
}

/** Why a server refuses a request; `undefined` where it does not. */
export async function refusalOf(fields: object, options: FakeAnthropicOptions = {}): Promise<string | undefined> {
  await using server = await startFakeAnthropic(options);
  const { status, body } = await ask(server, fields);
  return status === 200 ? undefined : `${status} ${body.error?.type}: ${body.error?.message}`;
}

/** The data of the events of a stream, in order. */
export async function eventsOf(response: Response): Promise<readonly AnswerBody[]> {
  const texts = (await response.text()).split('\n\n').filter((each) => each !== '');
  return texts.map((each) => {
    const [name = '', data = ''] = each.split('\n');
    const event = JSON.parse(data.replace(/^data: /, '')) as AnswerBody;
    if (name !== `event: ${event.type}`) throw new Error(`odd event: ${each}`);
    return event;
  });
}

import type { SummaryRequest } from '@hermes-context/contract';
import type { ChatEndpoint, ChatModel } from '@hermes-context/providers';
import { isSummaryRequest, startFakeProvider, summaryReply, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configOf } from '../config.fixture.ts';
import { scriptedModel } from '../scripted-model.fixture.ts';
import { chooseRoutes } from './choose-routes.ts';
import { hostSummariser, type SummariserParts, withMain } from './host-summariser.ts';

const KEY = 'main-model-key-1234567890';
const request: SummaryRequest = {
  messages: [
    { role: 'user', content: 'Task #7: mend src/parse.ts, which fails with E_PARSE_12.' },
    { role: 'assistant', content: 'It is mended.' },
  ],
  maxTokens: 500,
  signal: new AbortController().signal,
};

function modelAt(endpoint?: ChatEndpoint, name = 'house-model'): ChatModel {
  const model = scriptedModel({ info: { name, contextTokens: 64_000 } });
  return endpoint === undefined ? model : { ...model, endpoint: () => endpoint };
}

async function partsOf(
  model: () => ChatModel,
  { settings = {}, env = {} }: { readonly settings?: object; readonly env?: SummariserParts['env'] } = {},
): Promise<SummariserParts> {
  return { config: await configOf(settings), env, model, now: () => 0, onProgress: () => undefined };
}

const askedModels = (requests: readonly { readonly body: unknown }[]): unknown[] =>
  requests.map(({ body }) => (body as { readonly model?: unknown }).model);

describe('S-031 the summary', () => {
  it('is written by the main model where nothing is configured, at its address and with its key', async () => {
    await using server = await startFakeProvider({ script: summaryReply, apiKey: KEY });
    const model = modelAt({ baseUrl: server.url, apiKey: KEY });
    const summarise = hostSummariser(await partsOf(() => model));
    expect(server.requests).toHaveLength(0);
    const result = await summarise(request);
    expect(result).toMatchObject({ kind: 'summary', source: 'model', warnings: [] });
    expect(askedModels(server.requests)).toEqual(['house-model']);
    expect(isSummaryRequest(server.requests[0]?.body)).toBe(true);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('is written by the model that the session has by then', async () => {
    await using first = await startFakeProvider({ script: summaryReply });
    await using second = await startFakeProvider({ script: summaryReply });
    let model = modelAt({ baseUrl: first.url, apiKey: '' }, 'first');
    const summarise = hostSummariser(await partsOf(() => model));
    model = modelAt({ baseUrl: second.url, apiKey: '' }, 'second');
    await summarise(request);
    expect([first.requests.length, askedModels(second.requests)]).toEqual([0, ['second']]);
  });

  it('is written at a configured address first, and by the main model when that fails', async () => {
    await using own = await startFakeProvider({ script: { kind: 'status', status: 401 } });
    await using main = await startFakeProvider({ script: summaryReply });
    const settings = { auxiliary: { compression: { base_url: own.url, model: 'small', api_key: 'aux-key' } } };
    const model = modelAt({ baseUrl: main.url, apiKey: KEY });
    const result = await hostSummariser(await partsOf(() => model, { settings }))(request);
    expect(askedModels(own.requests)).toEqual(['small']);
    expect(own.requests[0]?.headers.authorization).toBe('Bearer aux-key');
    expect(askedModels(main.requests)).toEqual(['house-model']);
    expect(result).toMatchObject({ kind: 'summary', source: 'model' });
    expect(JSON.stringify(result)).not.toContain(KEY);
    expect(JSON.stringify(result)).not.toContain('aux-key');
  });

  it('asks a configured address for its models at the first summary, and not before', async () => {
    await using own = await startFakeProvider({ script: summaryReply, models: ['listed'] });
    const settings = { auxiliary: { compression: { base_url: own.url } } };
    const summarise = hostSummariser(await partsOf(() => modelAt(), { settings }));
    await new Promise((resolve) => void setImmediate(resolve));
    expect(own.requests).toHaveLength(0);
    await summarise(request);
    expect(own.requests.length).toBeGreaterThan(0);
  });

  it('is made locally where nobody can be reached, and says why without the key', async () => {
    const settings = { auxiliary: { compression: { provider: 'nowhere', api_key: KEY } } };
    const result = await hostSummariser(await partsOf(() => modelAt(), { settings }))(request);
    expect(result).toMatchObject({
      kind: 'summary',
      source: 'extractive',
      warnings: expect.arrayContaining([expect.stringMatching(/"nowhere", which this version cannot reach/)]),
    });
    expect(JSON.stringify(result)).not.toContain(KEY);
  });

  it('says nothing of the key when the main model refuses it', async () => {
    const message = `Incorrect API key provided: ${KEY}.`;
    await using server = await startFakeProvider({ script: { kind: 'status', status: 401, message } });
    const model = modelAt({ baseUrl: server.url, apiKey: KEY });
    const result = await hostSummariser(await partsOf(() => model))(request);
    expect(JSON.stringify(result)).not.toContain(KEY);
    expect(server.requests.length).toBeGreaterThan(0);
  });

  it('goes in parts through a main model whose window is too small, with nothing dropped', async () => {
    await using server = await startFakeProvider({ script: summaryReply });
    const base = modelAt({ baseUrl: server.url, apiKey: '' });
    const model = { ...base, info: { ...base.info, contextTokens: 4_000 } };
    const messages = Array.from({ length: 40 }, (_, index) => ({
      role: 'user' as const,
      content: `Task #${index}: ${`word${index} `.repeat(150)}`,
    }));
    await hostSummariser(await partsOf(() => model))({ ...request, messages });
    expect(server.requests.length).toBeGreaterThan(1);
    const sent = JSON.stringify(server.requests.map(({ body }) => body));
    for (const index of messages.keys()) expect(sent).toContain(`word${index} `);
  });
});

describe('the main model for the choice of routes', () => {
  const defaults = configOf();
  const choose = async (model: ChatModel, env: SummariserParts['env'] = {}) => {
    const config = withMain(await defaults, model);
    const listModels = async (): Promise<readonly string[]> => [];
    const { routes } = await chooseRoutes({ config, env, mainModel: model.info.name, listModels });
    return routes.map(({ label, baseUrl, apiKey, model: name }) => [
      label,
      new URL(baseUrl ?? 'http://none').host,
      apiKey,
      name,
    ]);
  };

  it('is the one of OpenAI with its own key, whatever the environment holds', async () => {
    const main = [['main', 'api.openai.com', KEY, 'gpt-5']];
    expect(await choose(modelAt({ apiKey: KEY }, 'gpt-5'))).toEqual(main);
    const env = { OPENROUTER_API_KEY: 'other', OPENAI_API_KEY: 'third' };
    expect(await choose(modelAt({ apiKey: KEY }, 'gpt-5'), env)).toEqual(main);
  });

  it('is nobody where it is not reached by HTTP: then whoever there is a key for', async () => {
    expect(await choose(modelAt())).toEqual([]);
    expect(await choose(modelAt(), { OPENAI_API_KEY: 'third' })).toEqual([
      ['auxiliary', 'none', 'third', 'gpt-5-mini'],
    ]);
  });

  it('gets its own key and no other, at whatever address', async () => {
    const host = fc.constantFrom('api.openai.com', 'openrouter.ai', 'localhost:11434', '10.0.0.1', 'llm.example');
    const address = host.map((each) => `https://${each}/v1`);
    await fc.assert(
      fc.asyncProperty(address, fc.stringMatching(/^[a-z]{1,12}$/), async (baseUrl, apiKey) => {
        const routes = await choose(modelAt({ baseUrl, apiKey }), { OPENAI_API_KEY: 'third', OPENROUTER_API_KEY: 'x' });
        expect(routes).toEqual([['main', new URL(baseUrl).host, apiKey, 'house-model']]);
      }),
      { numRuns: 20 },
    );
  });
});

it('tells how far it is', async () => {
  await using server = await startFakeProvider({ script: summaryReply });
  const model = modelAt({ baseUrl: server.url, apiKey: '' });
  const told: unknown[] = [];
  const parts = await partsOf(() => model);
  const [messages = request.messages] = fc.sample(transcript(), 1);
  await hostSummariser({ ...parts, onProgress: (progress) => void told.push(progress) })({ ...request, messages });
  expect(told.length).toBeGreaterThan(0);
});

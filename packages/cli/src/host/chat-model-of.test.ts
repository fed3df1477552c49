import type { HermesConfig } from '@hermes-context/config';
import { startFakeProvider } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';
import { openConfig } from '../open-config.ts';
import { chatModelOf } from './chat-model-of.ts';

async function configOf(model: object, compression: object = {}): Promise<HermesConfig> {
  const box = sandbox();
  box.write('home/config.yaml', JSON.stringify({ model, compression }));
  const io = {
    out: () => undefined,
    err: () => undefined,
    isTerminal: false,
    env: { HOME: box.folder, HERMES_HOME: `${box.folder}/home` },
    cwd: box.folder,
    readStdin: async () => '',
  };
  return (await openConfig(io)).config;
}

const PLACE = { cwd: '/', onWarning: () => undefined };

async function endpointOf(flags: Parameters<typeof chatModelOf>[0], model: object, env: Record<string, string> = {}) {
  const choice = await chatModelOf(flags, { ...PLACE, config: await configOf(model), env });
  return choice.kind === 'model' ? choice.model.endpoint?.() : choice.detail;
}

describe('chatModelOf', () => {
  it('gives an address of the command line the key of the environment, and one of the configuration its own', async () => {
    const url = 'https://a.example/v1';
    const env = { OPENAI_API_KEY: 'of-env' };
    expect(await endpointOf({ baseUrl: url, model: 'x' }, {}, env)).toEqual({ baseUrl: url, apiKey: 'of-env' });
    const configured = { base_url: url, api_key: 'own', default: 'x' };
    expect(await endpointOf({}, configured, env)).toEqual({ baseUrl: url, apiKey: 'own' });
    // Another address must not get a key that was written beside this one.
    expect(await endpointOf({ baseUrl: 'https://b.example/v1', model: 'x' }, configured)).toMatchObject({ apiKey: '' });
  });

  it('asks a server of no named model what it has', async () => {
    await using server = await startFakeProvider({ models: ['local-7b'] });
    const choice = await chatModelOf({ baseUrl: server.url }, { ...PLACE, config: await configOf({}), env: {} });
    expect(choice).toMatchObject({ kind: 'model', model: { info: { name: 'local-7b' } } });
  });

  it.each([
    ['chat completions', {}, { default: 'gpt-5.6' }, 'openai-chat'],
    [
      'S-087 Responses, for a model that compacts on its server once that is asked for',
      { codex_responses_native: true },
      { default: 'gpt-5.6' },
      'openai-responses',
    ],
    [
      'S-088 chat completions, for one that does not',
      { codex_responses_native: true },
      { default: 'gpt-5.5' },
      'openai-chat',
    ],
    [
      'S-088 chat completions, at a relay',
      { codex_responses_native: true },
      { default: 'gpt-5.6', base_url: 'https://relay.example/v1', api_key: 'k' },
      'openai-chat',
    ],
    [
      'Responses, with Codex OAuth',
      {},
      { default: 'gpt-5.5', provider: 'openai-codex', base_url: 'https://chatgpt.com/backend-api/codex', api_key: 'k' },
      'openai-responses',
    ],
    [
      'what api_mode says',
      {},
      { default: 'x', api_mode: 'codex_responses', base_url: 'https://relay.example/v1', api_key: 'k' },
      'openai-responses',
    ],
    [
      'the Messages API, with Claude',
      {},
      { default: 'claude-sonnet-5', provider: 'anthropic', api_key: 'k' },
      'anthropic',
    ],
  ])('speaks %s', async (_case, compression, model, wire) => {
    const config = await configOf(model, compression);
    const choice = await chatModelOf({}, { ...PLACE, config, env: { OPENAI_API_KEY: 'k' } });
    expect(choice).toMatchObject({ kind: 'model', model: { wire } });
  });

  it('speaks to another address, named on the command line, as that one is known to be spoken to', async () => {
    const config = await configOf({ default: 'x', api_mode: 'codex_responses' });
    const flags = { baseUrl: 'https://relay.example/v1', model: 'x' };
    const choice = await chatModelOf(flags, { ...PLACE, config, env: { OPENAI_API_KEY: 'k' } });
    expect(choice).toMatchObject({ kind: 'model', model: { wire: 'openai-chat' } });
  });

  it('says why there is none', async () => {
    expect(await endpointOf({ model: 'gpt-5' }, {})).toMatch(/set OPENAI_API_KEY/);
    expect(await endpointOf({ model: 'glm-5' }, {})).toMatch(/set model\.base_url/);
  });

  it.each(['foo', 'ftp://a.example', ''])('refuses --base-url %j by its own name', async (baseUrl) => {
    await expect(endpointOf({ baseUrl }, {})).rejects.toThrow(/^--base-url is .*http:\/\/ or https:\/\//s);
  });
});

import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HermesConfig, loadConfig } from '@hermes-context/config';
import { describe, expect, it } from 'vitest';
import { chooseRoutes } from './choose-routes.ts';

const OPENAI = 'openai-key';
const OPENROUTER = 'openrouter-key';
const BOTH = { OPENAI_API_KEY: OPENAI, OPENROUTER_API_KEY: OPENROUTER };
const ONLY_OPENAI = { OPENAI_API_KEY: OPENAI };
const ONLY_OPENROUTER = { OPENROUTER_API_KEY: OPENROUTER };
const ANTHROPIC = 'anthropic-key';
const ONLY_ANTHROPIC = { ANTHROPIC_API_KEY: ANTHROPIC };
const ANTHROPIC_URL = 'https://api.anthropic.com/v1';
const ROUTER_URL = 'https://openrouter.ai/api/v1';

interface Setup {
  readonly auxiliary?: Readonly<Record<string, string>>;
  readonly model?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

async function configOf({ auxiliary = {}, model = {} }: Setup): Promise<HermesConfig> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-host-'));
  await writeFile(join(folder, 'config.yaml'), JSON.stringify({ auxiliary: { compression: auxiliary }, model }));
  const loaded = await loadConfig({ home: folder, cwd: folder, env: { HERMES_HOME: folder } });
  if (loaded.kind === 'invalid') throw new Error(loaded.problems.map(({ what }) => what).join('\n'));
  return loaded.config;
}

async function choose(setup: Setup) {
  const config = await configOf(setup);
  const mainModel = config.model.default ?? undefined;
  const { routes, warnings } = await chooseRoutes({
    config,
    env: setup.env ?? {},
    mainModel,
    listModels: async () => ['first'],
  });
  return { sent: routes.map(({ label, baseUrl, apiKey }) => `${label} ${baseUrl ?? 'OpenAI'} ${apiKey}`), warnings };
}

describe('who gets which key', () => {
  it.each<[string, Setup, readonly string[]]>([
    ['auto, no key', {}, []],
    ['auto, both keys', { env: BOTH }, [`auxiliary OpenAI ${OPENAI}`]],
    ['auto, key of OpenRouter', { env: ONLY_OPENROUTER }, [`auxiliary ${ROUTER_URL} ${OPENROUTER}`]],
    [
      'auto, empty variable',
      { env: { OPENAI_API_KEY: '', ...ONLY_OPENROUTER } },
      [`auxiliary ${ROUTER_URL} ${OPENROUTER}`],
    ],
    ['auto, own key', { auxiliary: { api_key: 'own' }, env: BOTH }, ['auxiliary OpenAI own']],
    ['openai', { auxiliary: { provider: 'openai' }, env: BOTH }, [`auxiliary OpenAI ${OPENAI}`]],
    ['openai, other key', { auxiliary: { provider: 'openai' }, env: ONLY_OPENROUTER }, []],
    ['openrouter', { auxiliary: { provider: 'openrouter' }, env: BOTH }, [`auxiliary ${ROUTER_URL} ${OPENROUTER}`]],
    ['openrouter, other key', { auxiliary: { provider: 'openrouter' }, env: ONLY_OPENAI }, []],
    [
      'address',
      { auxiliary: { base_url: 'https://a.example/v1' }, env: BOTH },
      [`auxiliary https://a.example/v1 ${OPENAI}`],
    ],
    [
      'address, other key',
      { auxiliary: { base_url: 'https://a.example/v1' }, env: ONLY_OPENROUTER },
      ['auxiliary https://a.example/v1 '],
    ],
    [
      'address, own key',
      { auxiliary: { base_url: 'https://a.example/v1', api_key: 'own' }, env: BOTH },
      ['auxiliary https://a.example/v1 own'],
    ],
    [
      'address of OpenRouter',
      { auxiliary: { base_url: `${ROUTER_URL}/` }, env: BOTH },
      [`auxiliary ${ROUTER_URL}/ ${OPENROUTER}`],
    ],
    ['address of OpenRouter, other key', { auxiliary: { base_url: ROUTER_URL }, env: ONLY_OPENAI }, []],
    [
      'address that only begins like OpenRouter',
      { auxiliary: { base_url: 'https://openrouter.ai.example/v1' }, env: ONLY_OPENROUTER },
      ['auxiliary https://openrouter.ai.example/v1 '],
    ],
    ['unknown provider', { auxiliary: { provider: 'nous' }, env: BOTH }, []],
    [
      'main, model of OpenAI',
      { auxiliary: { provider: 'main' }, model: { default: 'gpt-5.5' }, env: BOTH },
      [`auxiliary OpenAI ${OPENAI}`],
    ],
    [
      'main, served by OpenRouter',
      { auxiliary: { provider: 'main' }, model: { default: 'z/glm-5', provider: 'openrouter' }, env: BOTH },
      [`auxiliary ${ROUTER_URL} ${OPENROUTER}`],
    ],
    [
      'main, model of Anthropic',
      { auxiliary: { provider: 'main' }, model: { default: 'claude-sonnet-5' }, env: { ...BOTH, ...ONLY_ANTHROPIC } },
      [`auxiliary ${ANTHROPIC_URL} ${ANTHROPIC}`],
    ],
    [
      'main, model of Anthropic, other keys',
      { auxiliary: { provider: 'main' }, model: { default: 'claude-sonnet-5' }, env: BOTH },
      [],
    ],
    [
      'main, Claude by name, served by somebody else',
      {
        auxiliary: { provider: 'main' },
        model: { default: 'claude-sonnet-5', provider: 'copilot' },
        env: ONLY_ANTHROPIC,
      },
      [],
    ],
    [
      'address of Anthropic',
      { auxiliary: { base_url: ANTHROPIC_URL, model: 'claude-haiku-4-5' }, env: { ...BOTH, ...ONLY_ANTHROPIC } },
      [`auxiliary ${ANTHROPIC_URL} ${ANTHROPIC}`],
    ],
    [
      'address of Anthropic, other keys',
      { auxiliary: { base_url: ANTHROPIC_URL, model: 'claude-haiku-4-5' }, env: BOTH },
      [],
    ],
    ['main, other model', { auxiliary: { provider: 'main' }, model: { default: 'glm-5' }, env: BOTH }, []],
    [
      'main, own key of a reseller',
      {
        auxiliary: { provider: 'main' },
        model: { default: 'gpt-5.5', provider: 'copilot', api_key: 'own' },
        env: ONLY_OPENROUTER,
      },
      [],
    ],
    [
      'main with an address, no own key',
      { auxiliary: { provider: 'main' }, model: { default: 'glm-5', base_url: 'https://b.example/v1' }, env: BOTH },
      [],
    ],
    [
      'main with an address, own key',
      {
        auxiliary: { provider: 'main' },
        model: { default: 'glm-5', base_url: 'https://b.example/v1', api_key: 'own' },
        env: BOTH,
      },
      ['auxiliary https://b.example/v1 own'],
    ],
    ...['http://localhost:1234/v1', 'http://127.0.0.1:1/v1', 'http://[::1]:1/v1'].map(
      (base_url): [string, Setup, string[]] => [
        `main on ${base_url}, no key`,
        { auxiliary: { provider: 'main' }, model: { default: 'glm-5', base_url }, env: BOTH },
        [`auxiliary ${base_url} `],
      ],
    ),
    [
      'main route after it, no own key',
      { model: { default: 'glm-5', base_url: 'https://b.example/v1' }, env: BOTH },
      [`auxiliary OpenAI ${OPENAI}`],
    ],
    [
      'auto, main model with an address and its key',
      { model: { default: 'glm-5', base_url: 'https://b.example/v1', api_key: 'own' }, env: BOTH },
      ['main https://b.example/v1 own'],
    ],
    [
      'auto, main model on this machine',
      { model: { default: 'glm-5', base_url: 'http://localhost:1234/v1' }, env: BOTH },
      ['main http://localhost:1234/v1 '],
    ],
    [
      'main route after it, own key',
      {
        auxiliary: { provider: 'openai' },
        model: { default: 'glm-5', base_url: 'https://b.example/v1', api_key: 'own' },
        env: BOTH,
      },
      [`auxiliary OpenAI ${OPENAI}`, 'main https://b.example/v1 own'],
    ],
    [
      'main route after it, at OpenAI',
      { auxiliary: { provider: 'openrouter', model: 'x/y' }, model: { default: 'gpt-5.5' }, env: BOTH },
      [`auxiliary ${ROUTER_URL} ${OPENROUTER}`, `main OpenAI ${OPENAI}`],
    ],
    [
      'main route after it, key of OpenRouter only',
      { auxiliary: { provider: 'openrouter', model: 'x/y' }, model: { default: 'gpt-5.5' }, env: ONLY_OPENROUTER },
      [`auxiliary ${ROUTER_URL} ${OPENROUTER}`],
    ],
  ])('%s', async (_, setup, sent) => {
    expect((await choose(setup)).sent).toEqual(sent);
  });
});

describe('a key that is missing', () => {
  it.each<[string, Setup, RegExp]>([
    ['openai', { auxiliary: { provider: 'openai' } }, /OPENAI_API_KEY/],
    ['openrouter', { auxiliary: { provider: 'openrouter' }, env: ONLY_OPENAI }, /OPENROUTER_API_KEY/],
    ['the address of OpenRouter', { auxiliary: { base_url: ROUTER_URL }, env: ONLY_OPENAI }, /OPENROUTER_API_KEY/],
    ['main at OpenAI', { auxiliary: { provider: 'main' }, model: { default: 'gpt-5.5' } }, /OPENAI_API_KEY/],
    [
      'main on Codex OAuth, which no key of OpenAI opens',
      { auxiliary: { provider: 'main' }, model: { default: 'gpt-5.5', provider: 'openai-codex' }, env: ONLY_OPENAI },
      /model\.api_mode to codex_app_server/,
    ],
    [
      'main with an address',
      {
        auxiliary: { provider: 'main' },
        model: { default: 'glm-5', base_url: 'https://u:pw@b.example/v1?k=v' },
        env: BOTH,
      },
      /^model\.base_url is b\.example, .*model\.api_key/,
    ],
    [
      'main without one',
      { auxiliary: { provider: 'main' }, model: { default: 'glm-5' }, env: BOTH },
      /model\.base_url/,
    ],
  ])('is named once when the user asked for %s', async (_, setup, warning) => {
    expect((await choose(setup)).warnings).toEqual([expect.stringMatching(warning)]);
  });

  it('is no matter where nobody was named', async () => {
    expect(await choose({})).toEqual({ sent: [], warnings: [] });
    const quiet = await choose({ model: { default: 'glm-5', base_url: 'https://b.example/v1' }, env: BOTH });
    expect(quiet.warnings).toEqual([]);
  });
});

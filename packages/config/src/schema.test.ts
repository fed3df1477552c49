import { describe, expect, it } from 'vitest';
import { configSchema } from './schema.ts';

const defaults = configSchema.parse({});

describe('the defaults', () => {
  it('S-002 selects the built-in engine', () => {
    expect(defaults.context).toEqual({ engine: 'compressor', stages: [], options: {} });
  });

  it('S-030 are those of the description, key by key', () => {
    expect(defaults.compression).toMatchObject({
      enabled: true,
      threshold: 0.5,
      target_ratio: 0.2,
      tail_mode: 'legacy',
      protect_last_n: 20,
      min_tail_user_messages: 1,
      codex_gpt55_autoraise: true,
      codex_gpt55_autoraise_notice: true,
      codex_app_server_auto: 'native',
      codex_responses_native: false,
      codex_responses_compact_threshold: 200_000,
      in_place: true,
    });
  });

  it('add nothing to the section but the choices of this project', () => {
    const { model_thresholds, anthropic_native, ...others } = defaults.compression;
    const { small_context_floor, protect_first_n, prune_style, prune_when, ...described } = others;
    expect({
      model_thresholds,
      small_context_floor,
      protect_first_n,
      prune_style,
      prune_when,
      anthropic_native,
    }).toEqual({
      model_thresholds: {},
      small_context_floor: 'overrides',
      protect_first_n: 3,
      prune_style: 'informative',
      prune_when: 'cold_or_batch',
      anthropic_native: false,
    });
    expect(Object.keys(described)).toHaveLength(12);
  });

  it('S-031 let the summary model be found by itself', () => {
    expect(defaults.auxiliary.compression).toEqual({
      model: null,
      provider: 'auto',
      base_url: null,
      api_key: null,
      timeout: 60,
      context_length: null,
    });
  });

  it('S-032 keep a prompt in the cache for five minutes', () => {
    expect(defaults.prompt_caching).toEqual({ strategy: 'peat', cache_ttl: '5m', auto_ttl: false });
  });

  it('load no plug-ins and know no model', () => {
    expect(defaults.plugins).toEqual({ enabled: [], disabled: [], paths: [] });
    expect(defaults.model).toEqual({
      default: null,
      provider: null,
      base_url: null,
      context_length: null,
      api_key: null,
      api_mode: 'auto',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { findRoute } from '../routes/find-route.ts';
import { type CachePolicy, type CachePolicyRequest, cachePolicy } from './cache-policy.ts';
import { describeCachePolicy } from './describe-cache-policy.ts';

function policyOf(provider: string, model: string, asked: Partial<CachePolicyRequest> = {}): CachePolicy {
  return cachePolicy({ route: findRoute({ provider, model }), model, ...asked });
}

describe('the policy', () => {
  it('S-105 is enabled for a Claude model, by name, on the native Anthropic API and on OpenRouter', () => {
    expect(policyOf('anthropic', 'claude-opus-5').enabled).toBe(true);
    expect(policyOf('openrouter', 'anthropic/claude-opus-5').enabled).toBe(true);
    expect(policyOf('anthropic', 'my-claude-like').enabled).toBe(false);
    expect(policyOf('openrouter', 'acme/claude-like').enabled).toBe(false);
    expect(policyOf('acme', 'claude-opus-5').enabled).toBe(false);
  });

  it.each([
    ['bedrock', 'us.anthropic.claude-opus-4-8-v1:0'],
    ['bedrock-converse', 'us.anthropic.claude-opus-4-8-v1:0'],
    ['vertex', 'claude-opus-4-8@20260601'],
    ['litellm', 'claude-opus-4-8'],
    ['qwen', 'qwen3.7-max'],
    ['openai', 'gpt-5.6-sol'],
  ])('is enabled on %s for %s, whose markers take effect', (provider, model) => {
    expect(policyOf(provider, model)).toMatchObject({ enabled: true, strategy: 'peat', warnings: [] });
  });

  it('is off when the config says so', () => {
    expect(policyOf('anthropic', 'claude-opus-5', { strategy: 'none' })).toMatchObject({
      enabled: false,
      reason: 'prompt_caching.strategy is none.',
    });
  });

  it('is off for a model that is not of the route it was found with', () => {
    const route = findRoute({ provider: 'anthropic', model: 'claude-opus-5' });
    expect(cachePolicy({ route, model: 'gpt-5.6-sol' })).toMatchObject({
      enabled: false,
      reason: 'gpt-5.6-sol is, by its name, none of the Claude models whose markers Anthropic heeds.',
    });
  });

  it('has the lifetime that was asked for, or that of the route, and a warning', () => {
    expect(policyOf('anthropic', 'claude-opus-5', { ttl: '1h' })).toMatchObject({ ttl: '1h', warnings: [] });
    expect(policyOf('qwen', 'qwen3.7-max', { ttl: '1h' })).toMatchObject({
      ttl: '5m',
      warnings: ['Alibaba Cloud has no lifetime of 1h for Qwen: it is 5m.'],
    });
    expect(policyOf('qwen', 'qwen4-max', { ttl: '1h' })).toMatchObject({ ttl: '1h', warnings: [] });
  });

  it("takes the model's own minimum; for a Claude without one 1,024 tokens, and one warning", () => {
    expect(policyOf('anthropic', 'claude-opus-5')).toMatchObject({ minTokens: 512, warnings: [] });
    const unknown = policyOf('anthropic', 'claude-zephyr-7');
    expect(unknown.minTokens).toBe(1_024);
    expect(unknown.warnings).toEqual([
      'The smallest prompt that is cached for claude-zephyr-7 is not known: 1024 tokens are assumed. Shorter prompts are sent with breakpoints all the same; /status shows whether anything is read.',
    ]);
  });
});

describe('the line for a person', () => {
  it('names the model, the route and the lifetime', () => {
    expect(describeCachePolicy(policyOf('openrouter', 'anthropic/claude-opus-5'))).toBe(
      'Prompt caching: ENABLED (Claude via OpenRouter, 5m TTL)',
    );
    expect(describeCachePolicy(policyOf('anthropic', 'claude-opus-5', { ttl: '1h' }))).toBe(
      'Prompt caching: ENABLED (Claude via Anthropic, 1h TTL)',
    );
    expect(describeCachePolicy(policyOf('openai', 'gpt-5.6-sol'))).toBe(
      'Prompt caching: ENABLED (GPT via OpenAI, 30m TTL)',
    );
  });

  it('says why it is off', () => {
    expect(describeCachePolicy(policyOf('acme', 'claude-opus-5'))).toBe(
      'Prompt caching: off (It is not known that this provider takes markers for claude-opus-5)',
    );
    expect(describeCachePolicy(policyOf('openai', 'gpt-5.5'))).toBe(
      'Prompt caching: off (OpenAI takes no markers for gpt-5.5, and caches without them)',
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRoute } from './find-route.ts';
import { ROUTE_ROWS } from './route-table.ts';

const claude = 'claude-opus-5';

describe('the route', () => {
  it.each([
    ['anthropic', claude, 'anthropic'],
    [' Anthropic ', claude, 'anthropic'],
    ['bedrock', 'us.anthropic.claude-opus-4-8-v1:0', 'bedrock'],
    ['bedrock-converse', 'us.anthropic.claude-opus-4-8-v1:0', 'bedrock-converse'],
    ['vertex', claude, 'vertex'],
    ['vertex', 'gemini-3.1-pro', 'gemini'],
    ['openrouter', 'anthropic/claude-opus-5', 'openrouter'],
    ['openrouter', 'openai/gpt-5.6-sol', 'openrouter-openai'],
    ['openrouter', 'openai/gpt-5.5', 'openrouter-implicit'],
    ['openrouter', 'google/gemini-3.1-pro', 'openrouter-implicit'],
    ['openrouter', 'qwen/qwen3.7-max', 'openrouter-qwen'],
    ['openrouter', 'qwen/qwen3.7-max-2026-05-01', 'openrouter-implicit'],
    ['litellm', claude, 'litellm'],
    ['litellm', 'gpt-5.5', 'none'],
    ['openai', 'gpt-5.6-sol', 'openai'],
    ['openai', 'gpt-5.10', 'openai'],
    ['openai', 'gpt-6-astra', 'openai'],
    ['openai', 'gpt-5.5', 'openai-implicit'],
    ['openai', 'gpt-5-2025-08-07', 'openai-implicit'],
    ['openai', 'gpt-4o', 'openai-implicit'],
    ['openai-codex', 'gpt-5.6-sol', 'openai-codex'],
    ['qwen', 'qwen3.7-max', 'qwen'],
    ['qwen', 'qwen4-max', 'qwen4'],
    ['gemini', 'gemini-3.1-pro', 'gemini'],
    ['deepseek', 'deepseek-chat', 'deepseek'],
    ['anthropic', 'my-claude-like', 'none'],
    ['acme', claude, 'none'],
    [undefined, claude, 'none'],
  ])('of provider %s and model %s is %s', (provider, model, id) => {
    expect(findRoute({ provider, model }).id).toBe(id);
  });

  it.each([
    ['https://api.anthropic.com/v1', claude, 'anthropic'],
    ['API.Anthropic.com', claude, 'anthropic'],
    ['https://openrouter.ai/api/v1', `anthropic/${claude}`, 'openrouter'],
    ['https://eu.openrouter.ai./api/v1', `anthropic/${claude}`, 'openrouter'],
    ['https://bedrock-runtime.us-east-1.amazonaws.com', 'us.anthropic.claude-opus-4-8-v1:0', 'bedrock'],
    ['https://us-east5-aiplatform.googleapis.com/v1', claude, 'vertex'],
    ['https://aiplatform.eu.rep.googleapis.com/v1', claude, 'vertex'],
    ['https://my-company.services.ai.azure.com/anthropic', claude, 'foundry'],
    ['https://my-company.openai.azure.com', 'gpt-5.6-sol', 'azure-openai'],
    ['https://chatgpt.com/backend-api/codex', 'gpt-5.5', 'openai-codex'],
    ['https://api.deepseek.com/anthropic', 'deepseek-chat', 'deepseek'],
    ['https://openrouter.ai.evil.example/v1', `anthropic/${claude}`, 'none'],
    ['https://notopenrouter.ai/v1', `anthropic/${claude}`, 'none'],
    ['https://evil.example/openrouter.ai', `anthropic/${claude}`, 'none'],
    ['https://aiplatform.googleapis.com.evil.example', claude, 'none'],
    ['http://', claude, 'none'],
    ['', claude, 'none'],
  ])('at %s for %s is %s', (baseUrl, model, id) => {
    expect(findRoute({ baseUrl, model }).id).toBe(id);
  });

  it('is that of a known host, whatever the provider is called', () => {
    const route = findRoute({
      provider: 'openai',
      baseUrl: 'https://openrouter.ai/api/v1',
      model: `anthropic/${claude}`,
    });
    expect(route.id).toBe('openrouter');
    expect(findRoute({ provider: 'anthropic', baseUrl: 'https://api.deepseek.com/anthropic', model: claude }).id).toBe(
      'deepseek',
    );
  });

  it("is that of the provider's name behind somebody's gateway, but for OpenAI, whose API many speak", () => {
    const baseUrl = 'http://127.0.0.1:8080/v1';
    expect(findRoute({ provider: 'anthropic', baseUrl, model: claude }).id).toBe('anthropic');
    expect(findRoute({ provider: 'openai', baseUrl, model: 'gpt-5.6-sol' }).id).toBe('none');
  });

  it('never throws, whatever it is asked', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (provider, baseUrl, model) => {
        expect(findRoute({ provider, baseUrl, model })).toHaveProperty('source');
      }),
    );
  });
});

describe('each row of the table', () => {
  it.each(ROUTE_ROWS.map((row) => [row.id, row] as const))('%s holds together', (_, row) => {
    const takesMarkers = row.placement !== 'none';
    expect(row.maxMarkers > 0).toBe(takesMarkers);
    expect(row.ttls.length > 0).toBe(takesMarkers);
    expect(row.parts.length > 0).toBe(takesMarkers);
    if (!takesMarkers) expect(row.implicit).toBeDefined();
    expect(row.asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(row.providers.length).toBeGreaterThan(0);
  });

  it('has an id of its own', () => {
    const ids = ROUTE_ROWS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

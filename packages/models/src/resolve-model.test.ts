import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTEXT_TOKENS, resolveModel } from './resolve-model.ts';

describe('resolveModel', () => {
  it('takes window and output limit from the table, and says when they were read', () => {
    const { model, source } = resolveModel('claude-haiku-4-5');
    expect(model).toEqual({ name: 'claude-haiku-4-5', contextTokens: 200_000, maxOutputTokens: 64_000 });
    expect(source).toMatch(/^Anthropic documentation.*, read 2026-12-02$/);
  });

  it('follows the route', () => {
    expect(resolveModel('gpt-5.5', { provider: 'openai-codex' }).model).toEqual({
      name: 'gpt-5.5',
      provider: 'openai-codex',
      contextTokens: 272_000,
    });
  });

  it('lets an explicit window win, and keeps what else is known', () => {
    const { model, source } = resolveModel('claude-opus-5-5', { contextTokens: 64_000 });
    expect(model).toMatchObject({ contextTokens: 64_000, maxOutputTokens: 128_000 });
    expect(source).toBe('set explicitly');
  });

  it.each(['made-up-1', 'claude-mythos-5'])('assumes a window for %s, and says so', (name) => {
    const { model, source } = resolveModel(name);
    expect(model).toEqual({ name, contextTokens: DEFAULT_CONTEXT_TOKENS });
    expect(source).toContain('assumed');
    expect(source).toContain(name);
  });
});

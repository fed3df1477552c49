import { describe, expect, it } from 'vitest';
import { anthropicCompactionGate } from './anthropic-compaction-gate.ts';

const API = 'https://api.anthropic.com';

describe('the gate of a compaction by the server of Anthropic', () => {
  it.each([
    'claude-fable-5',
    'claude-fable-5-2',
    'claude-fable-6-latest',
    'claude-mythos-5-1',
    'claude-opus-4-6',
    'claude-opus-4.6',
    'claude-opus-4-6-20260205',
    'claude-opus-4-10',
    'claude-opus-5',
    'claude-opus-5-20260701',
    'claude-opus-5-5',
    'claude-opus-10',
    'claude-sonnet-4-6',
    'claude-sonnet-5',
    'Claude-Sonnet-5-20260601',
  ])('is open for %s', (model) => {
    expect(anthropicCompactionGate({ model, baseUrl: API })).toEqual({ kind: 'open' });
  });

  it.each([
    ['claude-opus-4-5', 'claude-opus-4-5 is not among the opus models that the server compacts for.'],
    ['claude-opus-4-20250514', 'claude-opus-4-20250514 is not among the opus models that the server compacts for.'],
    ['claude-opus-4', 'claude-opus-4 is not among the opus models that the server compacts for.'],
    ['claude-sonnet-4-5', 'claude-sonnet-4-5 is not among the sonnet models that the server compacts for.'],
    ['claude-sonnet-5-5', 'claude-sonnet-5-5 is not among the sonnet models that the server compacts for.'],
    ['claude-fable-4', 'claude-fable-4 is not among the fable models that the server compacts for.'],
    ['claude-haiku-5-5', 'The server does not compact for the haiku models of Claude.'],
    ['claude-mythos-preview', 'claude-mythos-preview is not known as a Claude whose server compacts.'],
    ['claude-3-7-sonnet-20250219', 'claude-3-7-sonnet-20250219 is not known as a Claude whose server compacts.'],
    ['claude-opus-5-fast', 'claude-opus-5-fast is not known as a Claude whose server compacts.'],
    ['my-claude-opus-5', 'my-claude-opus-5 is not known as a Claude whose server compacts.'],
    ['anthropic/claude-opus-5', 'anthropic/claude-opus-5 is not known as a Claude whose server compacts.'],
    ['gpt-5.6', 'gpt-5.6 is not known as a Claude whose server compacts.'],
    ['', ' is not known as a Claude whose server compacts.'],
  ])('is closed for the model "%s"', (model, reason) => {
    expect(anthropicCompactionGate({ model, baseUrl: API })).toEqual({ kind: 'closed', reason });
  });

  it.each([
    ['https://openrouter.ai/api', 'openrouter.ai'],
    ['https://api.anthropic.com.example.org', 'api.anthropic.com.example.org'],
    ['https://example.org/api.anthropic.com', 'example.org'],
    ['https://api.anthropic.com@example.org', 'example.org'],
    ['https://my-api.anthropic.com', 'my-api.anthropic.com'],
    ['http://127.0.0.1:8080', '127.0.0.1'],
  ])('is closed for %s, which is another host', (baseUrl, host) => {
    expect(anthropicCompactionGate({ model: 'claude-opus-5', baseUrl })).toEqual({
      kind: 'closed',
      reason: `Only api.anthropic.com is known to compact by itself, and this model is served by ${host}.`,
    });
  });

  it('is open for the same host however it is written, and for one that is trusted by name', () => {
    const model = 'claude-opus-5';
    expect(anthropicCompactionGate({ model, baseUrl: 'https://API.Anthropic.com:443/v1?a=b' }).kind).toBe('open');
    const trusted = { model, baseUrl: 'http://127.0.0.1:8080', trustedHosts: ['127.0.0.1'] };
    expect(anthropicCompactionGate(trusted).kind).toBe('open');
    expect(anthropicCompactionGate({ ...trusted, model: 'claude-opus-4' }).kind).toBe('closed');
  });

  it('is closed for an address that is none', () => {
    expect(anthropicCompactionGate({ model: 'claude-opus-5', baseUrl: 'api.anthropic.com' })).toEqual({
      kind: 'closed',
      reason: 'The address of the model is none, so that nobody can be asked to compact.',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { nativeCompactionGate } from './native-gate.ts';

const OPENAI = 'https://api.openai.com/v1';
const BACKEND = 'https://chatgpt.com/backend-api/codex';

const reasonOf = (model: string, baseUrl: string): string => {
  const gate = nativeCompactionGate({ model, baseUrl });
  return gate.kind === 'open' ? 'open' : gate.reason;
};

describe('nativeCompactionGate', () => {
  it.each([
    ['gpt-5.6', OPENAI],
    ['gpt-5.6-sol', OPENAI],
    ['GPT-5.6-Sol-2026-09-01', 'https://api.openai.com/v1/?x=1'],
    ['gpt-5.6-codex', BACKEND],
    ['gpt-5.6', `${BACKEND}/`],
  ])('S-088 is open for %s at %s', (model, baseUrl) => {
    expect(reasonOf(model, baseUrl)).toBe('open');
  });

  it.each([
    // Models, where the host is right.
    ...[
      'gpt-5.1',
      'gpt-5.2',
      'gpt-5.5',
      'gpt-5',
      'gpt-5.60',
      'gpt-6',
      'gpt-6.1-sol',
      'o4',
      'not-gpt-5.6',
      'openai/gpt-5.6',
      '',
    ].map((model) => [model, OPENAI, /Only the gpt-5\.6 family/] as const),
    ['gpt-5.5', BACKEND, /Only the gpt-5\.6 family/],
    // Hosts, where the model is right.
    ['gpt-5.6', 'https://api.x.ai/v1', /^xAI is never/],
    ['gpt-5.6', 'https://api.githubcopilot.com', /^GitHub Copilot is never/],
    ['gpt-5.6', 'https://models.github.ai/inference', /^GitHub Models is never/],
    ['gpt-5.6', 'https://openrouter.ai/api/v1', /^OpenRouter is never/],
    ['gpt-5.6', 'https://me.openai.azure.com/openai/v1', /^Azure is never/],
    ['gpt-5.6', 'http://127.0.0.1:8080/v1', /^A local server/],
    ['gpt-5.6', 'http://localhost:11434/v1', /^A local server/],
    ['gpt-5.6', 'http://[::1]:8080/v1', /^A local server/],
    ['gpt-5.6', 'http://192.168.0.7/v1', /^A local server/],
    ['gpt-5.6', 'https://relay.example/v1', /served by relay\.example/],
    ['gpt-5.6', 'https://api.openai.com.evil.example/v1', /served by api\.openai\.com\.evil\.example/],
    ['gpt-5.6', 'https://evil-api.openai.com.example/v1', /served by/],
    ['gpt-5.6', 'https://eu.api.openai.com/v1', /served by eu\.api\.openai\.com/],
    ['gpt-5.6', 'http://api.openai.com/v1', /without https/],
    ['gpt-5.6', 'http://chatgpt.com/backend-api/codex', /without https/],
    ['gpt-5.6', 'https://chatgpt.com/v1', /served by chatgpt\.com\/v1/],
    ['gpt-5.6', 'https://api.openai.com@relay.example/v1', /served by relay\.example/],
    ['gpt-5.6', 'https://relay.example/api.openai.com/v1', /served by relay\.example/],
    ['gpt-5.6', 'http://0.0.0.0:8080/v1', /^A local server/],
    ['gpt-5.6', 'http://[::ffff:127.0.0.1]:8080/v1', /^A local server/],
    ['gpt-5.6', 'http://[fe80::1]:8080/v1', /^A local server/],
    ['gpt-5.6', 'http://host.docker.internal:11434/v1', /^A local server/],
    ['gpt-5.6', 'https://chatgpt.com/backend-api/codex-relay', /served by/],
    ['gpt-5.6', 'api.openai.com', /The address of the model is none/],
  ] as const)('S-088 is closed for %j at %s, and says why', (model, baseUrl, reason) => {
    expect(reasonOf(model, baseUrl)).toMatch(reason);
  });

  it('S-088 opens for two hosts and one family, and for nothing else of all that there is', () => {
    const hosts: readonly (readonly [baseUrl: string, reason: RegExp | undefined])[] = [
      [OPENAI, undefined],
      [BACKEND, undefined],
      ['https://api.x.ai/v1', /xAI/],
      ['https://api.githubcopilot.com', /GitHub Copilot/],
      ['https://models.github.ai/inference', /GitHub Models/],
      ['https://openrouter.ai/api/v1', /OpenRouter/],
      ['https://me.openai.azure.com/openai/v1', /Azure/],
      ['https://me.services.ai.azure.com/openai/v1', /Azure/],
      ['https://relay.example/v1', /relay\.example/],
      ['https://api.openai.com.evil.example/v1', /evil\.example/],
      ['https://chatgpt.com.evil.example/backend-api/codex', /evil\.example/],
      ['http://localhost:8080/v1', /local server \(localhost\)/],
      ['http://127.0.0.1:8080/v1', /local server \(127\.0\.0\.1\)/],
    ];
    const ours = ['gpt-5.6', 'gpt-5.6-sol', 'gpt-5.6-codex', 'gpt-5.6-2026-08-01'];
    const others = [
      'gpt-5',
      'gpt-5.1',
      'gpt-5.2',
      'gpt-5.5',
      'gpt-5.60',
      'gpt-5.6.1',
      'gpt-6',
      'my-gpt-5.6',
      'gpt-5.6:free',
    ];
    const routed = ['openai/gpt-5.6', 'openai/gpt-5.5', 'grok-4.5', 'claude-opus-5'];
    for (const [baseUrl, reason] of hosts) {
      for (const model of [...ours, ...others, ...routed]) {
        const expected =
          reason ?? (ours.includes(model) ? /^open$/ : new RegExp(`gpt-5\\.6 family .* and ${model} is`));
        expect(reasonOf(model, baseUrl), `${model} at ${baseUrl}`).toMatch(expected);
      }
    }
  });

  it('S-088 takes a host that the caller vouches for, and no name that only ends like it', () => {
    const facts = { model: 'gpt-5.6', trustedHosts: ['127.0.0.1'] };
    expect(nativeCompactionGate({ ...facts, baseUrl: 'http://127.0.0.1:9/v1' }).kind).toBe('open');
    expect(nativeCompactionGate({ ...facts, baseUrl: 'http://127.0.0.11:9/v1' }).kind).toBe('closed');
  });
});

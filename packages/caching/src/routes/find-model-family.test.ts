import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findModelFamily } from './find-model-family.ts';

it.each([
  ['claude-opus-5', 'claude'],
  ['Claude-Sonnet-4-5-20250929', 'claude'],
  ['claude-zephyr-7', 'claude'],
  ['anthropic/claude-opus-5.5', 'claude'],
  ['openrouter/anthropic/claude-opus-5:beta', 'claude'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude'],
  ['bedrock/converse/eu.anthropic.claude-opus-4-8-v1:0', 'claude'],
  ['bedrock/us-east-1/anthropic.claude-opus-4-8-v1:0', 'claude'],
  ['arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-opus-4-8-v1:0', 'claude'],
  ['vertex_ai/claude-opus-4-5@20251101', 'claude'],
  ['projects/p/locations/global/publishers/anthropic/models/claude-opus-5', 'claude'],
  ['gpt-5.6-sol', 'gpt'],
  ['openai/gpt-4o', 'gpt'],
  ['o3-mini', 'gpt'],
  ['google/gemini-3.1-pro', 'gemini'],
  ['models/gemini-3.8-flash', 'gemini'],
  ['qwen/qwen3.7-max', 'qwen'],
  ['qwen-max', 'qwen'],
  ['deepseek-chat', 'deepseek'],
  ['x-ai/grok-5', 'grok'],
  ['moonshotai/kimi-k3', 'kimi'],
  ['z-ai/glm-5.2', 'glm'],
])('reads %s as %s', (model, family) => {
  expect(findModelFamily(model)).toBe(family);
});

it.each([
  'my-claude-like',
  'acme/claude-like',
  'claudette-7b',
  'openai/claude-opus-5',
  'gpt-oss-120b',
  'notgpt-5',
  '',
  'llama-4',
])('takes %s for none of them', (model) => {
  expect(findModelFamily(model)).toBeUndefined();
});

it('is not fooled by a word in front of the name, whatever it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z][a-z0-9]{0,9}[-_]?$/), (word) => {
      expect(findModelFamily(`${word}claude-opus-5`)).not.toBe('claude');
    }),
  );
});

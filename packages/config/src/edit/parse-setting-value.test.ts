import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseKeyPath } from '../key-path.ts';
import { parseSettingValue } from './parse-setting-value.ts';

function parse(key: string, text: string) {
  const path = parseKeyPath(key);
  if (path.kind === 'invalid') throw new Error(path.reason);
  return parseSettingValue(path.segments, text);
}

/** What the error says, in one text. */
function refusal(key: string, text: string): string {
  const parsed = parse(key, text);
  return parsed.kind === 'invalid' ? parsed.error.message : `taken: ${JSON.stringify(parsed.value)}`;
}

describe('a value from the command line', () => {
  it.each([
    ['compression.threshold', '0.60', 0.6],
    ['compression.threshold', '6e-1', 0.6],
    ['compression.protect_last_n', '1e3', 1000],
    ['compression.protect_last_n', '1_000', 1000],
    ['compression.enabled', 'True', true],
    ['compression.codex_app_server_auto', 'off', 'off'],
    ['compression.model_thresholds."glm-5.2"', '0.4', 0.4],
    ['compression.model_thresholds', '{glm-5.2: 0.40}', { 'glm-5.2': 0.4 }],
    ['prompt_caching.cache_ttl', '5m', '5m'],
    ['context.engine', '123', '123'],
    ['context.engine', '"null"', 'null'],
    ['context.stages', '[a, 1, "x y"]', ['a', '1', 'x y']],
    ['context.stages', '[]', []],
    ['auxiliary.compression.model', 'null', null],
    ['auxiliary.compression.model', '', null],
    ['auxiliary.compression.context_length', 'null', null],
    ['model', '4.10', '4.10'],
    ['model', '{ default: glm, context_length: 5 }', { default: 'glm', context_length: 5 }],
    ['model.name', '5', '5'],
    ['model.api_key', '[not a list', '[not a list'],
    ['model.base_url', '$' + '{LLM_URL}/v1', '$' + '{LLM_URL}/v1'],
  ])('is what %s takes: %s is %j', (key, text, value) => {
    expect(parse(key, text)).toEqual({ kind: 'value', value });
  });

  it.each([
    ['-5', -5],
    ['1e3', 1000],
    ['0x1F', 31],
    ['null', null],
    ['~', null],
    ['true', true],
    ['yes', 'yes'],
    ['[a, {b: 1}]', ['a', { b: 1 }]],
    ['{a: 1}', { a: 1 }],
    ['"5"', '5'],
    ["'it''s'", "it's"],
    ['5m', '5m'],
    ['0123', '0123'],
    ['a: b', 'a: b'],
    ['a #b', 'a #b'],
    ['# a', '# a'],
    ['- a', '- a'],
    ['*a', '*a'],
    ['&a 5', '&a 5'],
    ['!!str 5', '!!str 5'],
    ['---', '---'],
    ['', ''],
  ])('is YAML where nobody knows better, and text where it would be more than a value: %s', (text, value) => {
    expect(parse('agent.x', text)).toEqual({ kind: 'value', value });
    expect(parse('context.options.lcm.x', text)).toEqual({ kind: 'value', value });
  });

  it.each([
    ['compression.threshold', '50', 'cannot be 50', 'Did you mean 50 %?'],
    ['compression.threshold', '50%', 'cannot be "50%"', 'Did you mean 50 %?'],
    ['compression.threshold', 'null', 'cannot be null', 'a ratio above 0'],
    ['compression.protect_last_n', '2.5', 'cannot be 2.5', 'a whole number of messages'],
    ['compression.enabled', 'yes', 'cannot be "yes"', 'Write true.'],
    ['compression.enabled', '0', 'cannot be 0', 'Write false.'],
    ['compression.enabled', 'maybe', 'cannot be "maybe"', 'Write true or false.'],
    ['prompt_caching.cache_ttl', '5', 'cannot be "5"', '"5m" or "1h"'],
    ['context.engine', 'null', 'cannot be null', 'hermes config unset context.engine'],
    ['context.engine', ' ', 'cannot be empty', 'hermes config unset context.engine'],
    ['context.stages', 'lcm', 'cannot be "lcm"', "'[lcm]'"],
    ['context.stages', '[lcm', 'cannot be "[lcm"', 'Close what was opened'],
    ['compression', '5', 'cannot be 5', 'a map of settings'],
    ['compression.model_thresholds', '{glm: 40}', 'model_thresholds.glm cannot be 40', 'a ratio above 0'],
    ['model.base_url', 'localhost', 'cannot be "localhost"', 'http://'],
    ['agent.x', '"a" b', 'cannot be', 'Close what was opened'],
    ['agent.x', '{a: 1, a: 2}', 'cannot be', 'A key may stand once'],
    ['agent.x', '12345678901234567890', 'cannot be', 'more digits'],
    ['agent.x', '[1, 12345678901234567890]', 'cannot be', 'more digits'],
  ])('is refused where %s cannot be %s', (key, text, what, says) => {
    expect(refusal(key, text)).toContain(what);
    expect(refusal(key, text)).toContain(says);
  });

  it('is not repeated where it may be a secret', () => {
    for (const [key, text] of [
      ['agent.bot_token', '[hush'],
      ['agent.api_key', '{"hush": "hush", '],
      ['model.base_url', 'user:hush://user:hush@host'],
    ] as const) {
      expect(refusal(key, text)).not.toMatch(/hush|taken/);
    }
  });

  it('is taken or refused, whatever it is', () => {
    const key = fc.constantFrom(
      'agent.x',
      'compression.threshold',
      'compression',
      'context.stages',
      'model',
      'context.engine',
    );
    fc.assert(
      fc.property(key, fc.oneof(fc.string(), fc.json()), (path, text) => {
        expect(['value', 'invalid']).toContain(parse(path, text).kind);
      }),
    );
  });
});

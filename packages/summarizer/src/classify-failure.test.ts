import { describe, expect, it } from 'vitest';
import { classifyResponse, classifyStreamError, classifyThrown, hostOf } from './classify-failure.ts';

const guard = {
  route: { label: 'auxiliary', model: 'small-1', apiKey: 'test-key-0123456789' },
  prompt: 'Summarise: the customer is called Robin Alder and lives in Oslo.',
} as const;

function kindOf(status: number, error: unknown, retryAfter?: string): string {
  return classifyResponse({ status, body: JSON.stringify(error), retryAfter }, guard).failure;
}

describe('classifyResponse', () => {
  it.each([
    [401, { error: { code: 'invalid_api_key', message: 'Incorrect key' } }, 'auth'],
    [403, { error: { message: 'not allowed' } }, 'auth'],
    [403, { error: { message: 'Insufficient credits on this account' } }, 'quota'],
    [402, { error: { message: 'pay' } }, 'quota'],
    [429, { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } }, 'quota'],
    [429, { error: { code: 'rate_limit_exceeded', message: 'Rate limit reached' } }, 'overload'],
    [500, { error: { message: 'oops' } }, 'overload'],
    [503, {}, 'overload'],
    [529, { error: { type: 'overloaded_error', message: 'Overloaded' } }, 'overload'],
    [408, {}, 'timeout'],
    [400, { error: { code: 'context_length_exceeded', message: 'too long' } }, 'context-length'],
    [400, { error: { message: 'prompt is too long: 210000 tokens > 200000 maximum' } }, 'context-length'],
    [400, { message: "This model's maximum context length is 8192 tokens.", code: 'bad' }, 'context-length'],
    [413, {}, 'context-length'],
    [400, { error: { message: 'unknown parameter' } }, 'other'],
    [404, { error: { code: 'model_not_found', message: 'no such model' } }, 'other'],
  ])('reads HTTP %i %j as %s', (status, error, expected) => {
    expect(kindOf(status, error)).toBe(expected);
  });

  it('takes a body that is no JSON', () => {
    expect(classifyResponse({ status: 502, body: '<html>Bad gateway', retryAfter: undefined }, guard).failure).toBe(
      'overload',
    );
  });

  it('says how long the provider asks to wait', () => {
    const failure = classifyResponse({ status: 429, body: '{}', retryAfter: '3' }, guard);
    expect(failure.retryAfterMs).toBe(3_000);
  });

  it('keeps the detail short, without the key and without the prompt', () => {
    const echo = { error: { message: 'Bad content: the customer is called Robin Alder and lives in Oslo.' } };
    expect(
      classifyResponse({ status: 400, body: JSON.stringify(echo), retryAfter: undefined }, guard).detail,
    ).not.toContain('Robin');
    const withKey = { error: { message: `Key test-key-0123456789 is wrong. ${'blah '.repeat(200)}` } };
    const { detail } = classifyResponse({ status: 401, body: JSON.stringify(withKey), retryAfter: undefined }, guard);
    expect(detail).not.toContain('test-key-0123456789');
    expect(detail.length).toBeLessThanOrEqual(220);
    expect(detail).toContain('small-1 answered HTTP 401');
  });
});

describe('classifyStreamError', () => {
  it('reads a status in place of a code', () => {
    expect(classifyStreamError({ code: 402, message: 'x' }, guard).failure).toBe('quota');
    expect(classifyStreamError({ code: 'context_length_exceeded' }, guard).failure).toBe('context-length');
    expect(classifyStreamError({ message: 'The server had an error' }, guard).failure).toBe('overload');
    expect(classifyStreamError('plain words', guard).failure).toBe('overload');
  });
});

describe('classifyThrown', () => {
  it.each([
    ['ECONNREFUSED', 'network'],
    ['ENOTFOUND', 'network'],
    ['UND_ERR_SOCKET', 'network'],
    ['UND_ERR_CONNECT_TIMEOUT', 'network'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ])('reads %s, however deep it is wrapped, as %s', (code, expected) => {
    const inner = Object.assign(new Error('inner'), { code });
    const thrown = new Error('Connection error.', { cause: new TypeError('fetch failed', { cause: inner }) });
    expect(classifyThrown(thrown, guard).failure).toBe(expected);
  });

  it('reads a broken event as a bad response, and what it does not know as other', () => {
    expect(classifyThrown(new SyntaxError('x'), guard).failure).toBe('bad-response');
    expect(classifyThrown(new RangeError('x'), guard).failure).toBe('other');
    expect(classifyThrown('x', guard).failure).toBe('other');
  });
});

describe('hostOf', () => {
  it('shows no user and no password of an address', () => {
    expect(hostOf('https://user:pass@llm.example.com:8443/v1?key=1')).toBe('llm.example.com:8443');
    expect(hostOf('not a url')).toBe('the base URL');
    expect(hostOf(undefined)).toBe('api.openai.com');
  });
});

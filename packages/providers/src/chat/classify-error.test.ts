import { describe, expect, it } from 'vitest';
import type { ChatFailure } from './chat-model-error.ts';
import { classifyError, type ErrorVerdict, statusInStream } from './classify-error.ts';
import { readErrorBody, readSaidError } from './said-error.ts';

function classify(status: number, message: string, fields: object = {}): ErrorVerdict {
  return classifyError(readErrorBody(JSON.stringify({ error: { message, ...fields } })), status);
}

describe('an error response', () => {
  it.each<readonly [number, ChatFailure]>([
    [400, 'bad-request'],
    [401, 'auth'],
    [402, 'quota'],
    [403, 'auth'],
    [404, 'bad-request'],
    [408, 'timeout'],
    [413, 'request-too-large'],
    [418, 'bad-request'],
    [422, 'bad-request'],
    [429, 'rate-limit'],
    [500, 'overload'],
    [502, 'overload'],
    [503, 'overload'],
    [524, 'overload'],
    [529, 'overload'],
    [304, 'other'],
  ])('of status %i that says nothing is %s', (status, failure) => {
    expect(classifyError(readErrorBody(''), status)).toEqual({ failure });
    expect(classifyError(readErrorBody('<html>the context length is exceeded</html>'), status)).toEqual({ failure });
  });

  it.each(['context_length_exceeded', 'model_max_prompt_tokens_exceeded', 'exceed_context_size_error'])(
    'about a window is recognised by the code %s alone',
    (code) => {
      expect(classify(400, 'No.', { code }).failure).toBe('context-length');
      expect(classify(400, 'No.', { type: code, code: 400 }).failure).toBe('context-length');
    },
  );

  it.each<readonly [string, string]>([
    [
      'OpenAI',
      'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
    ],
    [
      'vLLM',
      "'max_tokens' or 'max_completion_tokens' is too large: 5000. This model's maximum context length is 4096 tokens and your request has 100 input tokens (5000 > 4096 - 100).",
    ],
    [
      'vLLM, a default',
      "This model's maximum context length is 4096 tokens. However, you requested 8192 output tokens and your prompt contains at least 1 input tokens.",
    ],
    [
      'Groq',
      '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    ],
    [
      'Anthropic',
      'max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-sonnet',
    ],
    [
      'Anthropic, in a window',
      'input length and `max_tokens` exceed context limit: 20000 + 190000 > 200000, decrease input length or `max_tokens`',
    ],
    ['DeepSeek', 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]'],
    [
      'Gemini',
      'Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from 1 to 65537',
    ],
    ['OpenAI, reasoning', 'max_completion_tokens must be at most 4096 so that it fits the context window'],
    [
      'OpenRouter',
      "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens (9000 of text input, 131000 in the output).",
    ],
  ])('about the answer asked for is never one about the window: %s', (_, message) => {
    expect(classify(400, message)).toEqual({ failure: 'output-cap' });
    expect(classify(400, message, { code: 'context_length_exceeded' })).toEqual({ failure: 'output-cap' });
  });

  it.each([
    "Unknown parameter: 'context_window_exceeded_behaviour'.",
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    'Unrecognized request argument supplied: maximum context length',
    'max_context_length: Extra inputs are not permitted; reduce the length',
    'The name is missing.',
  ])('about a parameter is a bad request: %s', (message) => {
    expect(classify(400, message)).toEqual({ failure: 'bad-request' });
  });

  it.each<readonly [string, number, string, object, ChatFailure]>([
    [
      'a used-up quota',
      429,
      'You exceeded your current quota, please check your plan and billing details.',
      {},
      'quota',
    ],
    ['a quota by its code', 429, 'No.', { code: 'insufficient_quota' }, 'quota'],
    ['a credit that ran out', 400, 'Your credit balance is too low to access the API.', {}, 'quota'],
    ['a credit for fewer tokens', 402, 'This request requires more credits, or fewer max_tokens.', {}, 'quota'],
    ['tokens of a minute', 429, 'Rate limit reached: too many tokens per minute. Limit: 30000.', {}, 'rate-limit'],
    [
      'a request above a minute',
      429,
      'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000.',
      {},
      'request-too-large',
    ],
    [
      'a request above a minute, at Groq',
      413,
      'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 8000, please reduce your message size and try again.',
      { code: 'rate_limit_exceeded' },
      'request-too-large',
    ],
    ['a large body', 400, 'Too big.', { type: 'request_too_large' }, 'request-too-large'],
    ['a filter by its code', 400, 'No.', { code: 'content_filter' }, 'content-filter'],
    [
      'a filter by its words',
      400,
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      {},
      'content-filter',
    ],
    ['moderation', 403, 'Your input was flagged for "violence".', {}, 'content-filter'],
    ['a key at a server that answers 400 to all', 400, 'No.', { code: 'invalid_api_key' }, 'auth'],
    ['an overload', 529, 'Overloaded', { type: 'overloaded_error' }, 'overload'],
    ['a window beside a key', 401, 'The maximum context length of this key is over.', {}, 'auth'],
  ])('about %s is what it is', (_, status, message, fields, failure) => {
    expect(classify(status, message, fields)).toEqual({ failure });
  });

  it.each<readonly [string, string]>([
    ['a list', '[{"error":{"code":400,"message":"prompt is too long"}}]'],
    ['a bare error', '{"object":"error","message":"prompt is too long","type":"invalid_request_error","code":3051}'],
    ['a text', '{"error":"prompt is too long"}'],
    ['a plain body', 'prompt is too long'],
    ['a detail', '{"detail":[{"msg":"prompt is too long"}]}'],
    [
      'an error of the provider behind',
      '{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\\"error\\":{\\"message\\":\\"prompt is too long\\"}}"}}}',
    ],
  ])('is read in the form of %s', (_, body) => {
    expect(classifyError(readErrorBody(body), 400)).toEqual({ failure: 'context-length' });
  });
});

describe('an error inside a stream', () => {
  it.each<readonly [object | string, ChatFailure]>([
    [{ code: 429, message: 'Slow down' }, 'rate-limit'],
    [{ code: '401', message: 'No.' }, 'auth'],
    [{ code: 'rate_limit_exceeded', message: 'Slow down' }, 'rate-limit'],
    [{ type: 'invalid_request_error', message: 'No.' }, 'bad-request'],
    [{ message: 'prompt is too long' }, 'context-length'],
    ['something broke', 'overload'],
  ])('%j is what it says, and an overload where it says nothing', (error, failure) => {
    const said = readSaidError(error);
    expect(classifyError(said, statusInStream(said))).toEqual({ failure });
  });
});

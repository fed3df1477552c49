import { describe, expect, it } from 'vitest';
import { classifyError, type ErrorVerdict } from './classify-error.ts';
import { readErrorBody } from './said-error.ts';

function classify(status: number, message: string, fields: object = {}): ErrorVerdict {
  return classifyError(readErrorBody(JSON.stringify({ error: { message, ...fields } })), status);
}

/** Failure, window and prompt, for a table. */
function outline({ failure, statedContextTokens, statedPromptTokens }: ErrorVerdict): readonly unknown[] {
  return [failure, statedContextTokens, statedPromptTokens];
}

describe('an error response', () => {
  it.each<readonly [string, number, string, number | undefined, number | undefined]>([
    [
      'OpenAI',
      400,
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.",
      8192,
      9001,
    ],
    [
      'OpenAI, with parts',
      400,
      "This model's maximum context length is 8,192 tokens. However, you requested 9,500 tokens (8,000 in the messages, 500 in the functions, 1,000 in the completion).",
      8192,
      8500,
    ],
    [
      'OpenAI, completions',
      400,
      "This model's maximum context length is 4097 tokens, however you requested 4113 tokens (4097 in your prompt; 16 for the completion).",
      4097,
      4097,
    ],
    [
      'OpenAI, without numbers',
      400,
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      undefined,
      undefined,
    ],
    ['Anthropic', 400, 'prompt is too long: 210_000 tokens > 200_000 maximum', 200_000, 210_000],
    [
      'Anthropic, with the answer',
      400,
      'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again',
      200_000,
      190_000,
    ],
    ['Anthropic, another price', 429, 'Extra usage is required for long context requests.', undefined, undefined],
    ['Bedrock', 400, 'Input is too long for requested model.', undefined, undefined],
    [
      'vLLM',
      400,
      "This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens. Please reduce the length of the input messages.",
      4096,
      5000,
    ],
    [
      'vLLM, with parts',
      400,
      "You passed 5000 input tokens and requested 16 output tokens. However, the model's context length is only 4096 tokens, resulting in a maximum input length of 4080 tokens.",
      4096,
      5000,
    ],
    [
      'vLLM, decoder',
      400,
      'The decoder prompt (length 5000) is longer than the maximum model length of 4096.',
      4096,
      5000,
    ],
    ['SGLang', 400, "The input (5000 tokens) is longer than the model's context length (4096 tokens).", 4096, 5000],
    [
      'SGLang, with parts',
      400,
      "Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a total of 5000 tokens: 4500 tokens from the input messages and 500 tokens for the completion.",
      4096,
      4500,
    ],
    [
      'TGI',
      422,
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000 `inputs` tokens and 100 `max_new_tokens`',
      4097,
      5000,
    ],
    [
      'llama.cpp',
      400,
      'the request exceeds the available context size. try increasing the context size or enable context shift',
      undefined,
      undefined,
    ],
    [
      'llama.cpp, as a fault of the server',
      500,
      'the request exceeds the available context size',
      undefined,
      undefined,
    ],
    [
      'llama.cpp, with numbers',
      400,
      'request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it',
      4096,
      5000,
    ],
    [
      'LM Studio',
      400,
      'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
      4096,
      5000,
    ],
    [
      'LM Studio, without numbers',
      400,
      'The number of tokens to keep from the initial prompt is greater than the context length.',
      undefined,
      undefined,
    ],
    ['Ollama', 400, 'the input length exceeds the context length', undefined, undefined],
    ['Ollama, in the cloud', 400, 'prompt too long; exceeded max context length by 1234 tokens', undefined, undefined],
    [
      'OpenRouter',
      400,
      "This endpoint's maximum context length is 200000 tokens. However, you requested about 222464 tokens (222464 of text input). Please reduce the length of either one.",
      200_000,
      222_464,
    ],
    [
      'OpenRouter, with tools',
      400,
      "This endpoint's maximum context length is 131072 tokens. However, you requested about 140192 tokens (131500 of text input, 500 of tool input, 8192 in the output).",
      131_072,
      132_000,
    ],
    [
      'Gemini',
      400,
      'The input token count (1,200,000) exceeds the maximum number of tokens allowed (1048576).',
      1_048_576,
      1_200_000,
    ],
    [
      'Gemini, without the size',
      400,
      'The input token count exceeds the maximum number of tokens allowed 1048576.',
      1_048_576,
      undefined,
    ],
    ['Groq', 400, 'Please reduce the length of the messages or completion.', undefined, undefined],
    [
      'Mistral',
      400,
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      32_768,
      40_000,
    ],
    [
      'xAI',
      400,
      "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
      131_072,
      140_000,
    ],
    ['Copilot', 400, 'prompt token count of 150000 exceeds the limit of 128000', 128_000, 150_000],
    [
      'Kimi',
      400,
      'Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)',
      262_144,
      291_351,
    ],
    [
      'Cerebras',
      400,
      'Please reduce the length of the messages or completion. Current length is 10000 while limit is 8192',
      8192,
      10_000,
    ],
    ['a server of thousands', 400, 'the context length of 128k is exceeded', undefined, undefined],
    ['a server of fractions', 400, 'The maximum context length is 1.5 million tokens.', undefined, undefined],
    [
      'a server of two minds',
      400,
      'The maximum context length is 4096 tokens, and the context window is 8192 tokens.',
      undefined,
      undefined,
    ],
  ])('about a window is recognised in the words of %s', (_, status, message, contextTokens, promptTokens) => {
    expect(outline(classify(status, message))).toEqual(['context-length', contextTokens, promptTokens]);
  });

  it('states sizes in fields of llama.cpp', () => {
    const fields = { type: 'exceed_context_size_error', n_ctx: 4096, n_prompt_tokens: 5000 };
    expect(outline(classify(400, 'too long', fields))).toEqual(['context-length', 4096, 5000]);
  });
});

import { readFile } from 'node:fs/promises';
import { loadConfig } from '@hermes-context/config';
import { createHost, type Host, type HostTool } from '@hermes-context/host';
import { resolveModel } from '@hermes-context/models';
import { type ChatModel, ChatModelError, toOpenAiChat } from '@hermes-context/providers';
import { openSqliteStore } from '@hermes-context/sessions';
import OpenAI from 'openai';

/** Your own client, as a model of the host: it gets the whole list, and answers with one message and what it cost. */
export function modelOf(client: OpenAI, name: string, contextTokens?: number): ChatModel {
  return {
    info: resolveModel(name, contextTokens === undefined ? {} : { contextTokens }).model,
    route: client.baseURL,
    async complete({ messages, tools, signal }) {
      const functions = tools.map((tool) => ({ type: 'function', function: tool }));
      const body = { model: name, messages: toOpenAiChat(messages), tools: functions };
      const { choices, usage } = await client
        .post<OpenAI.ChatCompletion>('/chat/completions', { body, signal })
        .catch((error: unknown) => {
          if (!(error instanceof OpenAI.APIError) || error.code !== 'context_length_exceeded') throw error;
          // The host answers this one with a compaction, and asks again.
          throw new ChatModelError({ failure: 'context-length', model: name, detail: error.message, cause: error });
        });
      const message = choices[0]?.message;
      const calls = (message?.tool_calls ?? []).filter((call) => call.type === 'function');
      return {
        message: { role: 'assistant', content: message?.content ?? '', ...(calls.length > 0 && { tool_calls: calls }) },
        finish: calls.length > 0 ? 'tool-calls' : 'stop',
        ...(usage && { usage: { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens } }),
      };
    },
  };
}

const readFileTool: HostTool = {
  name: 'read_file',
  description: 'Reads a text file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  execute: (input) => readFile(String(Object(input).path), 'utf8'),
};

/** An agent that reads files, and never loses what was said: its conversations lie in a file of yours. */
export async function makeAgent(model: ChatModel, storeFile: string): Promise<Host> {
  const loaded = await loadConfig();
  if (loaded.kind === 'invalid') throw new Error(loaded.problems.map(({ what }) => what).join('\n'));
  const store = await openSqliteStore(storeFile);
  const systemPrompt = 'You answer questions about the files of this folder.';
  return createHost({ config: loaded.config, model, store, tools: [readFileTool], systemPrompt });
}

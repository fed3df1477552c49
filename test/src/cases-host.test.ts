import type { Message, Messages } from '@hermes-context/contract';
import { createHost, type HostOptions } from '@hermes-context/host';
import { estimateMessagesTokens } from '@hermes-context/messages';
import { type ChatModel, type ChatRequest, toOpenAiChat } from '@hermes-context/providers';
import { createMemorySessionStore } from '@hermes-context/sessions';
import { echoSummarizer, scriptedSummarizer } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { configOf } from './host/agent-world.fixture.ts';
import { loadCase } from './load-case.ts';

interface SwitchInput {
  readonly from: { readonly name: string; readonly contextWindow: number };
  readonly to: { readonly name: string; readonly contextWindow: number; readonly maxOutput: number };
  readonly state: { readonly lastPromptTokens: number; readonly messages: number };
  readonly compactedNativeItem: object;
}

interface Asked extends ChatModel {
  readonly requests: readonly ChatRequest[];
}

function modelOf(
  name: string,
  contextTokens: number,
  given: { readonly maxOutputTokens?: number; readonly promptTokens?: number } = {},
): Asked {
  const { maxOutputTokens, promptTokens } = given;
  const requests: ChatRequest[] = [];
  return {
    info: { name, contextTokens, ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }) },
    route: `https://${name}.example/v1`,
    requests,
    async complete(request) {
      requests.push(request);
      const message = { role: 'assistant', content: 'Understood.' } as const;
      const usage = promptTokens === undefined ? {} : { usage: { promptTokens, completionTokens: 3 } };
      return { message, finish: 'stop', ...usage };
    },
  };
}

describe('case 30: a switch to a smaller model', () => {
  const { from, to, state, compactedNativeItem } = loadCase('30').input as unknown as SwitchInput;
  const limit = to.contextWindow - to.maxOutput;
  const target = modelOf(to.name, to.contextWindow, { maxOutputTokens: to.maxOutput });

  /** A session of as many messages and tokens as the case says, one of them an item of the first provider. */
  async function session(options: Partial<HostOptions> = {}) {
    const store = createMemorySessionStore();
    const { id } = await store.create();
    const native: Message = {
      role: 'assistant',
      content: 'What was said first.',
      metadata: { issuer: `${from.name} @ https://${from.name}.example/v1` },
      _context: { wire: { format: 'openai-responses', parts: [compactedNativeItem] } },
    };
    const text = 'A part of the work, as it was done and told. '.repeat(160);
    const rest = Array.from(
      { length: state.messages - 3 },
      (_, index): Message => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: `Message ${index}. ${text}`,
      }),
    );
    const messages: Messages = [{ role: 'user', content: 'Begin.' }, native, ...rest];
    await store.append(id, messages);
    const model = modelOf(from.name, from.contextWindow, { promptTokens: state.lastPromptTokens });
    const host = await createHost({
      config: await configOf({ compression: { threshold: 0.75 } }),
      model,
      store,
      summarise: echoSummarizer(),
      ...options,
    });
    const opened = await host.resumeSession(id);
    await opened.runTurn('Where are we?');
    return { host, opened, model };
  }

  it('checks the fit, compacts, and sends the first request within the window less the room for the answer', async () => {
    const { host, opened } = await session();
    expect(opened.status().size.tokens).toBeGreaterThan(limit);
    const result = await opened.switchModel(target);
    expect(result).toMatchObject({ kind: 'switched', compaction: { kind: 'compacted' } });
    await opened.runTurn('Go on.');
    const [first] = target.requests;
    expect(estimateMessagesTokens(first?.messages ?? [])).toBeLessThanOrEqual(limit);
    await host.close();
  });

  it('does not decide by what the old model counted', async () => {
    const { host, opened } = await session();
    await opened.switchModel(modelOf('huge', 2_000_000));
    expect(opened.status().size.basis).toBe('estimated');
    await host.close();
  });

  it('sends no item that the other provider encrypted, and the stored text in its place', async () => {
    const { host, opened } = await session();
    const other = modelOf('other', 1_000_000);
    await opened.switchModel(other);
    await opened.runTurn('Go on.');
    const wire = JSON.stringify(toOpenAiChat(other.requests[0]?.messages ?? []));
    expect(wire).not.toContain('opaque');
    expect(wire).toContain('What was said first.');
    await host.close();
  });

  it('is refused with figures when it cannot fit, and the old model stays active', async () => {
    const { host, opened, model } = await session({ summarise: scriptedSummarizer([{ failure: 'auth' }]) });
    const result = await opened.switchModel(target);
    expect(result).toMatchObject({
      kind: 'refused',
      detail: expect.stringMatching(/200,000 less 32,000 for the answer\. big stays\./),
    });
    expect(opened.status().model.name).toBe(from.name);
    expect((await opened.runTurn('Go on.')).kind).toBe('completed');
    expect(model.requests).toHaveLength(2);
    await host.close();
  });
});

import type { AssistantMessage, Messages, ToolMessage } from '@hermes-context/contract';
import { estimateMessagesTokens, isSummary, validateOpenAiChat } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { hostWith, readFile, wordsOf } from './host.fixture.ts';
import { callOf, scriptedModel } from './scripted-model.fixture.ts';

/** Half of the window of the scripted model; a turn weighs some 250 tokens, and tools are on top. */
const THRESHOLD_TOKENS = 4_000;
const TURN_TOKENS = 500;

const turn = (index: number): Messages => [
  { role: 'user', content: `Question ${index}: ${wordsOf(`q${index}_`)}` },
  { role: 'assistant', content: `Answer ${index}: ${wordsOf(`a${index}_`)}` },
];

describe('an agent that asks its model itself', () => {
  it('gets requests that fit, compacted when that is due, and what it said is stored', async () => {
    const model = scriptedModel();
    const host = await hostWith({ model });
    const session = await host.newSession();
    const requests: Messages[] = [];
    let compactions = 0;
    for (let index = 0; index < 40; index += 1) {
      const request = await session.prepareRequest(turn(index).slice(0, 1));
      await session.prepareRequest(turn(index).slice(1));
      requests.push(request.messages);
      compactions += request.compactions.filter(({ kind }) => kind === 'compacted').length;
    }

    expect(compactions).toBeGreaterThan(0);
    for (const messages of requests) {
      expect(validateOpenAiChat(messages)).toEqual([]);
      expect(estimateMessagesTokens(messages)).toBeLessThan(THRESHOLD_TOKENS + TURN_TOKENS);
    }
    expect(requests.at(-1)?.some(isSummary)).toBe(true);
    expect(session.messages().at(-1)?.content).toContain('Answer 39');
    expect(model.requests).toEqual([]);
    await host.close();
  });

  it('S-046 is compacted at the threshold each time, where the provider never says what it counted either', async () => {
    const model = scriptedModel({ ratio: 0, answer: (_, index) => `Answer ${index}: ${wordsOf(`a${index}_`)}` });
    const host = await hostWith({ model });
    const session = await host.newSession();
    for (let index = 0; index < 40; index += 1) await session.runTurn(`Question ${index}: ${wordsOf(`q${index}_`)}`);

    for (const { messages } of model.requests)
      expect(estimateMessagesTokens(messages)).toBeLessThan(THRESHOLD_TOKENS + TURN_TOKENS);
    expect(session.status().compactions).toBeGreaterThan(1);
    await host.close();
  });

  it('has calls answered by the tools of the session, and waits for those that it answers itself', async () => {
    const host = await hostWith({ tools: [readFile] });
    const session = await host.newSession();
    const asks: AssistantMessage = {
      role: 'assistant',
      content: null,
      tool_calls: [callOf('read_file', {}, 'call-1')],
    };
    await session.prepareRequest([{ role: 'user', content: 'Read it.' }]);
    const results: readonly ToolMessage[] = await session.runTools(asks.tool_calls ?? []);
    await session.prepareRequest([asks]);
    const { messages, tools } = await session.prepareRequest(results);

    expect(results).toMatchObject([{ role: 'tool', tool_call_id: 'call-1', content: 'the file' }]);
    for (const list of [messages, session.messages()])
      expect(list.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(tools.map(({ name }) => name)).toContain('read_file');
    await host.close();
  });

  it('lets what the provider counted decide about the next request', async () => {
    const host = await hostWith();
    const session = await host.newSession();
    await session.prepareRequest(turn(0));
    const estimated = session.status().size.tokens;
    await session.reportUsage({ promptTokens: estimated * 3, completionTokens: 5 });

    expect(session.status().size).toMatchObject({ tokens: estimated * 3 });
    await session.reportUsage({ promptTokens: 1, completionTokens: 1 }); // there is no request that it could be about
    expect(session.status().size).toMatchObject({ tokens: estimated * 3 });
    await host.close();
  });
});

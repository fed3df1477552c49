import { contentText, estimateMessagesTokens, estimateToolTokens } from '@hermes-context/messages';
import { ChatModelError } from '@hermes-context/providers';
import { describe, expect, it } from 'vitest';
import { engineOf, hostWith, readFile, talk, wordsOf } from './host.fixture.ts';
import type { TurnEvent } from './host-types.ts';
import { callOf, scriptedModel } from './scripted-model.fixture.ts';

function tooLarge(facts: object = {}): ChatModelError {
  return new ChatModelError({ failure: 'context-length', model: 'scripted', detail: 'Too long.', ...facts });
}

describe('a provider that says the request is too large', () => {
  it('is asked again with a smaller one, and its stated window holds from then on', async () => {
    let refusals = 0;
    const model = scriptedModel({
      answer({ messages }) {
        if (messages.length > 8 && refusals === 0) {
          refusals += 1;
          throw tooLarge({ statedContextTokens: 6_000, statedPromptTokens: 6_500 });
        }
        return wordsOf('a');
      },
    });
    const host = await hostWith({ model });
    const session = await host.newSession();
    await talk(session, 6);
    expect(refusals).toBe(1);
    expect(session.status().model.contextTokens).toBe(6_000);
    expect(session.status().compactions).toBe(1);
    await host.close();
  });

  it('without stating its window gets half of what it refused, and what is known of the window stays', async () => {
    const model = scriptedModel({
      answer({ messages }) {
        if (estimateMessagesTokens(messages) > 1_500) throw tooLarge();
        return wordsOf('a');
      },
    });
    // By the window that is believed in, all that was said so far would be protected.
    const host = await hostWith({ model, compression: { protect_last_n: 20 } });
    const session = await host.newSession();
    const results = await talk(session, 12);
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['completed']));
    expect(results.flatMap(({ compactions }) => compactions.map(({ site }) => site))).toContain('overflow');
    expect(session.status()).toMatchObject({ model: model.info, thresholdTokens: 4_000 });
    await host.close();
  });

  it('is not asked for ever', async () => {
    const model = scriptedModel({
      answer(_, index) {
        if (index >= 3) throw tooLarge();
        return wordsOf('a');
      },
    });
    const host = await hostWith({ model, limits: { maxCompactionsPerTurn: 2 } });
    const session = await host.newSession();
    await talk(session, 3);
    const asked = model.requests.length;
    const result = await session.runTurn('More?');
    expect(result).toMatchObject({ kind: 'failed', error: { code: 'CTX_WINDOW_FULL' } });
    expect(result.error?.message).toMatch(/The provider refused it: Too long\./);
    expect(model.requests.length - asked).toBeLessThanOrEqual(3);
    await host.close();
  });

  it('about its output limit is told to the user, and nothing is compacted', async () => {
    const error = new ChatModelError({ failure: 'output-cap', model: 'scripted', detail: 'max_tokens is too large.' });
    const model = scriptedModel({
      answer(_, index) {
        if (index === 4) throw error;
        return wordsOf('a');
      },
    });
    const host = await hostWith({ model });
    const session = await host.newSession();
    await talk(session, 4);
    expect(await session.runTurn('More?')).toMatchObject({ kind: 'failed', error, compactions: [] });
    await host.close();
  });
});

describe('a tool result that is larger than the window', () => {
  it('is shortened in the request, said, and stored whole', async () => {
    const huge = `START ${'line of output\n'.repeat(6_000)} END`;
    const answer = (_: unknown, index: number) => (index === 0 ? { tool_calls: [callOf('read_file')] } : 'Long.');
    const model = scriptedModel({ answer });
    const host = await hostWith({ model, tools: [{ ...readFile, execute: async () => huge }] });
    const session = await host.newSession();
    const notices: string[] = [];
    const onEvent = (event: TurnEvent): void => {
      if (event.type === 'notice') notices.push(event.text);
    };
    expect(await session.runTurn('Read it.', { onEvent })).toMatchObject({ kind: 'completed', text: 'Long.' });
    const sent = contentText(model.requests[1]?.messages.at(-1)?.content ?? '');
    expect(sent.length).toBeLessThan(huge.length / 2);
    expect([sent.startsWith('START'), sent.endsWith('END')]).toEqual([true, true]);
    expect(notices.join()).toMatch(/Tool results were shortened in this request/);
    expect(session.messages().some(({ content }) => content === huge)).toBe(true);
    await host.close();
  });
});

it('a request with a shortened result is followed by shortened ones, as long as the list is too large', async () => {
  const read = { ...readFile, execute: async () => 'word '.repeat(9_000) };
  const model = scriptedModel({
    answer: (_, index) => (index === 0 ? { tool_calls: [callOf('read_file')] } : `Answer ${index}.`),
  });
  const host = await hostWith({ model, tools: [read], compression: { enabled: false } });
  const session = await host.newSession();
  for (const text of ['Read it.', 'And?', 'And now?']) {
    expect(await session.runTurn(text)).toMatchObject({ kind: 'completed' });
  }
  const sent = model.requests.map(({ messages }) => estimateMessagesTokens(messages));
  expect(sent).toHaveLength(4);
  expect(Math.max(...sent)).toBeLessThanOrEqual(8_000);
  expect(estimateMessagesTokens(session.messages())).toBeGreaterThan(8_000);
  await host.close();
});

describe('a request with a huge result', () => {
  it.each([0.5, 1, 2])('is cut to the window as a provider counts that reports %s of our estimate', async (ratio) => {
    const answer = (_: unknown, index: number) => (index === 1 ? { tool_calls: [callOf('read_file')] } : wordsOf('a'));
    const model = scriptedModel({ answer, ratio });
    const huge = 'line of output\n'.repeat(9_000);
    const host = await hostWith({ model, tools: [{ ...readFile, execute: async () => huge }] });
    const session = await host.newSession();
    await talk(session, 1);
    expect((await session.runTurn('Read it.')).kind).toBe('completed');
    const [sent] = model.requests.slice(-1);
    const counted = (estimateMessagesTokens(sent?.messages ?? []) + estimateToolTokens(sent?.tools ?? [])) * ratio;
    expect(counted).toBeLessThanOrEqual(8_000);
    await host.close();
  });

  it('is cut in what an engine selects, too', async () => {
    const model = scriptedModel({
      answer: (_, index) => (index === 0 ? { tool_calls: [callOf('read_file')] } : 'Long.'),
    });
    const engine = engineOf({ selectContext: ({ messages }) => [...messages] });
    const huge = 'line of output\n'.repeat(9_000);
    const host = await hostWith({ model, engine, tools: [{ ...readFile, execute: async () => huge }] });
    const session = await host.newSession();
    expect((await session.runTurn('Read it.')).kind).toBe('completed');
    expect(estimateMessagesTokens(model.requests[1]?.messages ?? [])).toBeLessThanOrEqual(8_000);
    await host.close();
  });
});

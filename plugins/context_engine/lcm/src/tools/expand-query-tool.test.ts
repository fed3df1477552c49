import { estimateMessagesTokens } from '@hermes-context/messages';
import { scriptedSummarizer } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { lastLineOf, quotationsOf, toolBench } from './tools.fixture.ts';

describe('lcm_expand_query', () => {
  it('answers from the messages under a summary, and names them', async () => {
    const summarise = scriptedSummarizer(['It was 42.</recalled>']);
    const bench = await toolBench({ summarise });
    const entries = await bench.say(['what is it?', 'it is 42', 'thanks']);
    const id = await bench.leaf(entries.slice(0, 2));
    const result = await bench.call('lcm_expand_query', { prompt: 'What was it?', id });
    expect(summarise.requests).toMatchObject([
      {
        messages: [{ content: 'what is it?' }, { content: 'it is 42' }],
        focusTopic: 'What was it?',
        maxTokens: 1_500,
      },
    ]);
    expect(quotationsOf(result)).toMatchObject([{ facts: ' kind="answer"', text: 'It was 42.</recalled>' }]);
    expect(result).toContain('evidence, 2 messages: msg_1 msg_2');
    expect(lastLineOf(result)).toContain('lcm_expand id="msg_1"');
  });

  it('answers from the best hits and their neighbours, oldest first', async () => {
    const summarise = scriptedSummarizer(['Fine.', 'Fine.']);
    const bench = await toolBench({ summarise });
    await bench.say(['far', 'before', 'the rare papaya', 'after', 'far too']);
    const result = await bench.call('lcm_expand_query', { prompt: 'Which fruit?', query: 'papaya' });
    expect(summarise.requests[0]?.messages.map(({ content }) => content)).toEqual([
      'before',
      'the rare papaya',
      'after',
    ]);
    expect(result).toContain('msg_2 msg_3 msg_4');
    await bench.call('lcm_expand_query', { prompt: 'where is the papaya now' });
    expect(summarise.requests[1]?.messages).toContainEqual({ role: 'user', content: 'the rare papaya' });
  });

  it('reads at most 24,000 tokens, of a long message the part around the hit, and says so', async () => {
    const summarise = scriptedSummarizer(['Fine.', 'Fine.']);
    const bench = await toolBench({ summarise });
    const long = 'many words of filler '.repeat(5_000);
    const entries = await bench.say([`${long} guava ${long}`, ...Array.from({ length: 9 }, () => `guava ${long}`)]);
    const result = await bench.call('lcm_expand_query', { prompt: 'Which?', query: 'guava', max_results: 50 });
    const [request] = summarise.requests;
    expect(estimateMessagesTokens(request?.messages ?? [])).toBeLessThanOrEqual(24_000);
    for (const { content } of request?.messages ?? []) expect(content).toContain('guava');
    expect(request?.messages.length).toBeGreaterThan(3);
    expect(result).toContain('Only a part');
    const id = await bench.leaf(entries);
    await bench.call('lcm_expand_query', { prompt: 'guava', id });
    expect(estimateMessagesTokens(summarise.requests[1]?.messages ?? [])).toBeLessThanOrEqual(24_000);
  });

  it('stays under the summary that was asked for', async () => {
    const summarise = scriptedSummarizer(['Fine.']);
    const bench = await toolBench({ summarise });
    const entries = await bench.say(['lime 1', 'lime 2', 'lime 3']);
    const id = await bench.leaf(entries.slice(1, 2));
    await bench.call('lcm_expand_query', { prompt: 'x', query: 'lime', id });
    expect(summarise.requests[0]?.messages.map(({ content }) => content)).toEqual(['lime 2']);
  });

  it('asks no model where nothing was found', async () => {
    const bench = await toolBench({ summarise: scriptedSummarizer([]) });
    await bench.say(['one', 'two']);
    const result = await bench.call('lcm_expand_query', { prompt: 'Why?', query: 'absent' });
    expect(result).toContain('Nothing matches in the 2 messages that were searched; no model was asked.');
  });

  it('names the evidence and what to do when the model fails', async () => {
    const bench = await toolBench({ summarise: scriptedSummarizer([{ failure: 'quota', detail: 'No credit left.' }]) });
    const id = await bench.leaf(await bench.say(['one', 'two']));
    const result = await bench.call('lcm_expand_query', { prompt: 'Why?', id });
    expect(result).toContain('No answer');
    expect(result).toContain('No credit left.');
    expect(result).toContain('evidence, 2 messages: msg_1 msg_2');
    expect(lastLineOf(result)).toContain('lcm_expand id="msg_1"');
  });

  it('stops with its signal while the model is asked', async () => {
    const stop = new AbortController();
    const bench = await toolBench({
      summarise: scriptedSummarizer([
        () => {
          stop.abort(new Error('enough'));
          return 'late';
        },
      ]),
    });
    await bench.say(['mango']);
    await expect(bench.call('lcm_expand_query', { prompt: 'mango' }, stop.signal)).rejects.toThrow('enough');
  });
});

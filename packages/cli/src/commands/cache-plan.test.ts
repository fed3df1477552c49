import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';

const marked = { type: 'text', text: 'Read it.', cache_control: { type: 'ephemeral' } };

const CHAT = JSON.stringify({
  system: 'You are an engineer.',
  messages: [
    { role: 'user', content: [marked] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'the file' }] },
  ],
});

describe('hermes cache plan', () => {
  it('says where the breakpoints go, how large the prompt is up to there, and why', async () => {
    const box = sandbox();
    const run = await box.hermes(['cache', 'plan', box.write('chat.json', CHAT)]);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('Prompt caching: ENABLED (Claude via Anthropic, 5m TTL)');
    expect(run.out).toMatch(
      /1\. prefix \(5m\): system prompt, block 1, \d+ tokens up to there, too short to be cached\./,
    );
    expect(run.out).toMatch(/3\. tail \(5m\): message 3, block 1/);
    expect(run.out).toContain('-  epoch: The history was not rewritten yet.');
    expect(run.out).toContain('1 marker in the file would be replaced.');
  });

  it('plans by the strategy, lifetime and route that are asked for', async () => {
    const box = sandbox();
    const file = box.write('chat.json', CHAT);
    const flags = ['--strategy', 'system_and_3', '--ttl', '1h', '--provider', 'openrouter', '--json'];
    const plan = JSON.parse((await box.hermes(['cache', 'plan', file, ...flags])).out);
    expect(plan).toMatchObject({ route: 'openrouter', enabled: true, strategy: 'system_and_3', ttl: '1h' });
    expect(plan.markers.map(({ slot }: { slot: string }) => slot)).toEqual(['system', 'recent', 'recent']);
  });

  it('says why there are none', async () => {
    const box = sandbox();
    const file = box.write('chat.json', CHAT);
    const run = await box.hermes(['cache', 'plan', file, '--model', 'llama-9']);
    expect(run.out).toMatch(/Prompt caching: off \(.*llama-9/);
    expect(run.out).toContain('No breakpoints.');
    expect((await box.hermes(['cache', 'plan', file, '--strategy', 'none'])).out).toContain('strategy is none');
  });

  it('names the two lifetimes that there are where it is given another', async () => {
    const box = sandbox();
    const run = await box.hermes(['cache', 'plan', box.write('chat.json', CHAT), '--ttl', '10m']);
    expect(run.code).toBe(2);
    expect(run.err).toContain('It is one of 5m, 1h.');
  });
});

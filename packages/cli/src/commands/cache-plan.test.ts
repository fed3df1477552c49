import { formatSummary } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { chatFile, sandbox } from '../cli.fixture.ts';
import { displayWidth } from '../terminal/display-width.ts';

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
      /1\. prefix \(5m\): system prompt, \d+ tokens up to there, too short to be cached\. It ends/,
    );
    expect(run.out).toMatch(/3\. tail \(5m\): message 3 \(user\), tool_result block 1, \d+ tokens/);
    expect(run.out).toContain('-  epoch stays empty: The history was not rewritten yet.');
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

  it('counts the next message of the user in where the file ends with an answer', async () => {
    const box = sandbox();
    const file = box.write('chat.json', chatFile(2));
    const plan = JSON.parse((await box.hermes(['cache', 'plan', file, '--json'])).out);
    const places = plan.markers.map(({ slot, where, place }: Record<string, unknown>) => ({ slot, where, place }));
    expect(places).toEqual([
      { slot: 'prefix', where: 'system prompt', place: { part: 'system', index: 0 } },
      {
        slot: 'anchor',
        where: 'message 7 (user), tool_result block 1',
        place: { part: 'messages', index: 6, block: 0 },
      },
      { slot: 'tail', where: "message 9, the user's next", place: { part: 'messages', index: 8, block: 0 } },
    ]);
    expect(plan.markers.at(-1).tokensUpTo).toBe(plan.totalTokens);
  });

  it('marks the last summary as the end of the stable head', async () => {
    const box = sandbox();
    const summary = formatSummary('They looked at the parser.');
    const file = box.write(
      'chat.json',
      JSON.stringify([
        { role: 'system', content: 'You are an engineer.' },
        { role: 'user', content: summary },
        { role: 'assistant', content: 'Good.' },
        { role: 'user', content: 'Go on.' },
        { role: 'assistant', content: 'Done.' },
        { role: 'user', content: 'And now?' },
      ]),
    );
    const { markers } = JSON.parse((await box.hermes(['cache', 'plan', file, '--json'])).out);
    expect(markers).toContainEqual(expect.objectContaining({ slot: 'epoch', where: 'message 1 (user)' }));
  });

  it('says how long a provider keeps it that sets its own lifetime, and what the pauses would decide', async () => {
    const box = sandbox();
    const file = box.write('chat.json', chatFile(2));
    const gpt = await box.hermes(['cache', 'plan', file, '--model', 'gpt-5.6-sol']);
    expect(gpt.out).toContain('1. prefix (30m): message 1 (system)');
    box.write('home/config.yaml', 'prompt_caching:\n  auto_ttl: true\n');
    const learned = 'prompt_caching.auto_ttl is on';
    expect((await box.hermes(['cache', 'plan', file])).out).toContain(learned);
    expect((await box.hermes(['cache', 'plan', file, '--ttl', '1h'])).out).not.toContain(learned);
  });

  it('fits a narrow terminal', async () => {
    const box = sandbox();
    const file = box.write('chat.json', chatFile(2));
    const run = await box.hermes(['cache', 'plan', file], { env: { COLUMNS: '44' } });
    for (const line of run.out.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(44);
    expect(run.out).toMatch(/^ {2}1\. prefix .*\n {5}\S/m);
  });

  it.each([
    ['a strategy that there is not', ['--strategy', 'system'], 'It is one of peat, system_and_3, none.'],
    ['an empty provider', ['--provider', ' '], '--provider is empty.'],
  ])('refuses %s, and says what to write', async (_, flags, message) => {
    const box = sandbox();
    const run = await box.hermes(['cache', 'plan', box.write('chat.json', CHAT), ...flags]);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain(message);
    expect(run.err.trimEnd().split('\n')).toHaveLength(3);
  });

  it('names the two lifetimes that there are where it is given another', async () => {
    const box = sandbox();
    const run = await box.hermes(['cache', 'plan', box.write('chat.json', CHAT), '--ttl', '10m']);
    expect(run.code).toBe(2);
    expect(run.err).toContain('It is one of 5m, 1h.');
  });
});

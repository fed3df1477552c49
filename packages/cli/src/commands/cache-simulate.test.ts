import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';
import { displayWidth } from '../terminal/display-width.ts';

const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');

/** A system prompt, tools, and so many turns of a question, two calls and an answer. */
function recorded(turns: number): string {
  const messages: object[] = [{ role: 'system', content: `You are an engineer. ${words('rule', 800)}` }];
  for (let turn = 0; turn < turns; turn += 1) {
    const ids = [`a${turn}`, `b${turn}`];
    const calls = ids.map((id) => ({
      id,
      type: 'function',
      function: { name: 'read', arguments: `{"path":"${id}"}` },
    }));
    messages.push(
      { role: 'user', content: `Look at part ${turn}.` },
      { role: 'assistant', content: null, tool_calls: calls },
      ...ids.map((id) => ({ role: 'tool', tool_call_id: id, content: words(id, 200) })),
      { role: 'assistant', content: words(`said${turn}_`, 60) },
    );
  }
  const tool = { type: 'function', function: { name: 'read', description: 'Reads.', parameters: { type: 'object' } } };
  return JSON.stringify({ tools: [tool], messages });
}

describe('hermes cache simulate', () => {
  it('S-107 shows what each strategy would have cost, and the share that is saved against no caching', async () => {
    const box = sandbox();
    const run = await box.hermes(['cache', 'simulate', box.write('chat.json', recorded(20))]);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('claude-sonnet-5 via Anthropic, 40 requests, 1 min');
    expect(run.out).toMatch(/^none +0 +0 +[\d,]+ +\$[\d.]+ +100\.0 %$/m);
    const saved = /^peat saves (\d+\.\d) % of the input cost/m.exec(run.out);
    expect(Number(saved?.[1])).toBeGreaterThan(75);
    expect(run.out).toMatch(/Prices: .*read 20\d\d-\d\d-\d\d\.\n$/);
    expect(run.out).not.toContain('\u001b');
  });

  it('prints one object with --json, with none among the strategies whatever was asked for', async () => {
    const box = sandbox();
    const file = box.write('chat.json', recorded(4));
    const run = await box.hermes([
      'cache',
      'simulate',
      file,
      '--strategy',
      'peat_1h',
      '--json',
      '--model',
      'claude-opus-5-5',
    ]);
    const json = JSON.parse(run.out);
    expect(json).toMatchObject({ model: 'claude-opus-5-5', requests: 8, costUnit: 'usd', route: 'anthropic' });
    expect(Object.keys(json.strategies)).toEqual(['none', 'peat_1h']);
    expect(Object.keys(json.strategies.peat_1h)).toEqual([
      'readTokens',
      'writeTokens',
      'uncachedTokens',
      'cost',
      'ofNone',
    ]);
    expect(json.strategies.none).toMatchObject({ readTokens: 0, writeTokens: 0, ofNone: 1 });
  });

  it('compares lifetimes where the pauses are long', async () => {
    const box = sandbox();
    const run = await box.hermes(['cache', 'simulate', box.write('chat.json', recorded(12)), '--gap', '20', '--json']);
    const { strategies } = JSON.parse(run.out);
    expect(Object.keys(strategies)).toEqual(['none', 'system_and_3', 'peat', 'peat_1h', 'peat_auto']);
    expect(strategies.peat_1h.cost).toBeLessThan(strategies.peat.cost);
  });

  it('says what was not recorded', async () => {
    const box = sandbox();
    const bare = JSON.stringify([
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: 'Hello.' },
    ]);
    const run = await box.hermes(['cache', 'simulate', '-'], { stdin: bare });
    expect(run.out).toContain('The file has no system prompt and no tool definitions');
    expect(run.out).toContain('Caching changes nothing here');
  });

  it('takes the usual ratios for a model that it does not know, with one warning', async () => {
    const box = sandbox();
    const file = box.write('chat.json', recorded(4));
    const run = await box.hermes(['cache', 'simulate', file, '--model', 'claude-next-9', '--json']);
    expect(run.err.match(/\n/g)).toHaveLength(1);
    expect(run.err).toContain('The prices of claude-next-9 are not known');
    expect(JSON.parse(run.out)).toMatchObject({ costUnit: 'input-tokens', priceSource: 'assumed' });
  });

  it('says where caching costs more than it saves', async () => {
    const box = sandbox();
    const once = JSON.stringify([{ role: 'user', content: words('long', 3_000) }]);
    const run = await box.hermes(['cache', 'simulate', '-'], { stdin: once });
    expect(run.out).toContain('Caching costs more than it saves here');
  });

  it('takes the provider of the configuration, for another model too, unless the command line names one', async () => {
    const box = sandbox();
    box.write('home/config.yaml', 'model:\n  default: anthropic/claude-opus-5\n  provider: openrouter\n');
    const file = box.write('chat.json', recorded(2));
    const routeOf = async (...flags: readonly string[]): Promise<string> =>
      JSON.parse((await box.hermes(['cache', 'simulate', file, '--json', ...flags])).out).route;
    expect(await routeOf()).toBe('openrouter');
    expect(await routeOf('--model', 'gpt-5.6-sol')).toBe('openrouter-openai');
    expect(await routeOf('--provider', 'anthropic')).toBe('anthropic');
  });

  it('says where a provider caches by itself, so that the strategies come to the same', async () => {
    const box = sandbox();
    const file = box.write('chat.json', recorded(10));
    const run = await box.hermes(['cache', 'simulate', file, '--model', 'deepseek-v4', '--json']);
    const { route, strategies, notes } = JSON.parse(run.out);
    expect(route).toBe('deepseek');
    expect(strategies.peat).toEqual(strategies.system_and_3);
    expect(strategies.peat.ofNone).toBeLessThan(0.5);
    expect(notes).toContain('DeepSeek takes no markers for deepseek-v4, and caches without them.');
  });

  it('says that markers of the file are replaced, and what is odd about the configuration', async () => {
    const box = sandbox();
    box.write('home/config.yaml', 'promt_caching: {}\n');
    const marked = [{ type: 'text', text: 'Hi.', cache_control: { type: 'ephemeral' } }];
    const run = await box.hermes(['cache', 'simulate', '-'], {
      stdin: JSON.stringify([{ role: 'user', content: marked }]),
    });
    expect(run.out).toContain('Note: 1 marker in the file would be replaced.');
    expect(run.out).toMatch(/Note: .*promt_caching/);
  });

  it('gives each strategy lines of its own in a narrow terminal, with every figure whole', async () => {
    const box = sandbox();
    const file = box.write('chat.json', recorded(20));
    const wide = await box.hermes(['cache', 'simulate', file]);
    const narrow = await box.hermes(['cache', 'simulate', file], { env: { COLUMNS: '44' } });
    for (const line of narrow.out.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(44);
    const [, read, written] = /^peat +([\d,]+) +([\d,]+)/m.exec(wide.out) ?? [];
    expect(narrow.out).toContain(`read ${read}, written ${written}`);
    expect(narrow.out).toMatch(/^peat: \$[\d.]+, \d+\.\d % of none$/m);
  });

  it('says that nobody is known to serve a model of no known family', async () => {
    const box = sandbox();
    const run = await box.hermes(['cache', 'simulate', box.write('chat.json', recorded(2)), '--model', 'llama-9']);
    expect(run.out).toContain('Name them with --provider.');
    const named = await box.hermes(['cache', 'simulate', join(box.folder, 'chat.json'), '--provider', 'acme']);
    expect(named.out).toContain('claude-sonnet-5 via acme');
    expect(named.out).toContain('What acme caches of this model is not known');
  });

  it.each([
    ['a strategy that there is not', ['--strategy', 'peat,foo'], /--strategy names "foo".*system_and_3/s],
    ['a pause that is no number', ['--gap', 'ten'], /--gap is "ten".*--gap 10/s],
    ['a pause before its answer', ['--gap', '-3'], /--gap is "-3"/],
    ['an empty model', ['--model', ''], /--model is empty/],
  ])('refuses %s, and says what to write', async (_, flags, message) => {
    const box = sandbox();
    const run = await box.hermes(['cache', 'simulate', box.write('chat.json', recorded(1)), ...flags]);
    expect(run.code).toBe(2);
    expect(run.err).toMatch(message);
    expect(run.err).not.toMatch(/^\s+at /m);
  });

  it('refuses a file that is not there, or in which nothing was said', async () => {
    const box = sandbox();
    expect(await box.hermes(['cache', 'simulate', 'none.json'])).toMatchObject({ code: 2 });
    const run = await box.hermes(['cache', 'simulate', box.write('s.json', '[{"role":"system","content":"x"}]')]);
    expect(run.code).toBe(2);
    const answer = await box.hermes(['cache', 'simulate', '-'], { stdin: '[{"role":"assistant","content":"x"}]' });
    expect(answer.err).toContain('standard input holds no request');
    expect(run.err).toContain('holds no request to a model');
  });
});

describe('hermes cache', () => {
  it('shows its help when it is told nothing, and examples for each of its commands', async () => {
    const box = sandbox();
    const alone = await box.hermes(['cache']);
    expect(alone.code).toBe(2);
    expect(alone.out + alone.err).toContain('Usage: hermes cache');
    for (const command of ['simulate', 'plan']) {
      const { code, out } = await box.hermes(['cache', command, '--help']);
      expect(code).toBe(0);
      expect(out).toContain(`$ hermes cache ${command} chat.json`);
      expect(out).toContain('Exit code: 0 done');
    }
    expect((await box.hermes(['--help'])).out).toContain('hermes cache simulate');
  });
});

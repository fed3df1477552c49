import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';

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
    const saved = /^peat saves (\d+\.\d) % of the input cost/m.exec(
      run.out.replace('system_and_3 saves', 'peat saves'),
    );
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
    expect(run.out).toContain('Caching costs more than it saves here');
  });

  it('takes the usual ratios for a model that it does not know, with one warning', async () => {
    const box = sandbox();
    const file = box.write('chat.json', recorded(4));
    const run = await box.hermes(['cache', 'simulate', file, '--model', 'claude-next-9', '--json']);
    expect(run.err.match(/\n/g)).toHaveLength(1);
    expect(run.err).toContain('The prices of claude-next-9 are not known');
    expect(JSON.parse(run.out)).toMatchObject({ costUnit: 'input-tokens', priceSource: 'assumed' });
  });

  it('says that nobody is known to serve a model of no known family', async () => {
    const box = sandbox();
    const run = await box.hermes(['cache', 'simulate', box.write('chat.json', recorded(2)), '--model', 'llama-9']);
    expect(run.out).toContain('Name them with --provider.');
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
    expect(run.err).toContain('no message of a user or a model');
  });
});

import { describe, expect, it } from 'vitest';
import { GREP_PARAMETERS } from '../search/parse-grep.ts';
import { toolBench } from './tools.fixture.ts';

const PLAIN_KEYS: ReadonlySet<string> = new Set([
  'type',
  'description',
  'enum',
  'items',
  'properties',
  'required',
  'additionalProperties',
]);
const PLAIN_TYPES: ReadonlySet<unknown> = new Set(['object', 'string', 'integer', 'boolean', 'array']);

/** What of a schema some provider would refuse. */
function strangeIn(schema: unknown, path = 'schema'): readonly string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [`${path} is no schema`];
  const fields = new Map<string, unknown>(Object.entries(schema));
  const type = fields.get('type');
  const strange = [...fields.keys()].filter((key) => !PLAIN_KEYS.has(key)).map((key) => `${path}.${key}`);
  if (!PLAIN_TYPES.has(type)) strange.push(`${path} has the type ${JSON.stringify(type)}`);
  if (type === 'array') strange.push(...strangeIn(fields.get('items'), `${path}.items`));
  if (type !== 'object') return strange;
  const properties: object = Object(fields.get('properties'));
  for (const [name, each] of Object.entries(properties)) {
    strange.push(...strangeIn(each, `${path}.${name}`));
    if (!('description' in each)) strange.push(`${path}.${name} is not described`);
  }
  if (!Array.isArray(fields.get('required'))) strange.push(`${path} does not say what is required`);
  if (fields.get('additionalProperties') !== false) strange.push(`${path} takes anything`);
  return strange;
}

describe('the tools', () => {
  it('stand in one order', async () => {
    const { tools } = await toolBench();
    expect(tools.map(({ name }) => name)).toEqual([
      'lcm_grep',
      'lcm_describe',
      'lcm_expand',
      'lcm_expand_query',
      'lcm_status',
    ]);
  });

  it('I15 have schemas of the plain subset that every provider takes', async () => {
    const { tools } = await toolBench();
    expect(tools.flatMap(({ name, parameters }) => strangeIn(parameters, name))).toEqual([]);
    expect(strangeIn({ type: ['string', 'null'], anyOf: [] })).toHaveLength(2);
  });

  it('offer just the parameters that a search understands', async () => {
    const [grep] = (await toolBench()).tools;
    expect(Object.keys(Object(grep?.parameters['properties']))).toEqual([...GREP_PARAMETERS]);
  });

  it('say which argument is wrong, what came, and what is expected', async () => {
    const bench = await toolBench();
    await bench.say(['one']);
    const wrong: readonly (readonly [tool: string, input: unknown, words: readonly string[]])[] = [
      ['lcm_grep', {}, ['"pattern"', 'missing']],
      ['lcm_grep', { pattern: 'x', mode: 'fuzzy' }, ['"mode"', 'fuzzy', 'literal']],
      ['lcm_describe', { id: 'here' }, ['"id"', 'here', 'sum_', 'msg_']],
      ['lcm_describe', { cursor: 'x' }, ['"cursor"', 'list@20']],
      ['lcm_describe', { id: 'msg_1', cursor: 'list@1' }, ['"cursor"']],
      ['lcm_expand', {}, ['"id"', 'sum_', 'msg_']],
      ['lcm_expand', { id: true }, ['"id"', 'true']],
      ['lcm_expand', { id: 'msg_1', max_tokens: 'many' }, ['"max_tokens"', 'many', 'whole number']],
      ['lcm_expand', { id: 'msg_1', cursor: 7 }, ['"cursor"', '7', 'text']],
      ['lcm_expand', { id: 'msg_1', cursor: 'msg_2@0' }, ['"cursor"', 'msg_2']],
      ['lcm_expand', { id: 'msg_1', cursor: 'msg_1@99' }, ['"cursor"', '3 characters']],
      ['lcm_expand', { summary_id: 'msg_1' }, ['summary_id', 'id, cursor, max_tokens']],
      ['lcm_expand_query', { query: 'x' }, ['"prompt"', 'missing']],
      ['lcm_expand_query', { prompt: 'x', id: 'msg_1' }, ['"id"', 'summary id']],
      ['lcm_expand_query', { promt: 'x' }, ['"promt"', '"prompt"']],
      ['lcm_status', { verbose: true }, ['verbose', 'no arguments']],
      ['lcm_status', 'now', ['"now"', 'object']],
    ];
    for (const [tool, input, words] of wrong) {
      const error = await bench.call(tool, input).then(
        (text) => new Error(`no error, but: ${text}`),
        (reason: Error) => reason,
      );
      for (const word of words) expect(error.message).toContain(word);
      expect(error.message).not.toContain('no error, but');
    }
  });

  it('stop when the caller does, also while the store is awaited', async () => {
    const stop = new AbortController();
    const bench = await toolBench({ store: () => new Promise(() => undefined) });
    const inputs = { lcm_grep: { pattern: 'x' }, lcm_expand: { id: 1 }, lcm_expand_query: { prompt: 'x' } };
    const calls = bench.tools.map(({ name }) =>
      bench.call(name, new Map(Object.entries(inputs)).get(name), stop.signal),
    );
    const settled = Promise.allSettled(calls);
    stop.abort(new Error('enough'));
    for (const outcome of await settled) expect(outcome).toMatchObject({ reason: { message: 'enough' } });
    await expect(bench.call('lcm_status', {}, stop.signal)).rejects.toThrow('enough');
  });

  it('status has the state of the engine and of the store', async () => {
    const bench = await toolBench();
    await bench.leaf(await bench.say(['one', 'two']));
    const status = await bench.call('lcm_status', undefined);
    expect(status).toContain('engine: lcm, all is well');
    expect(status).toContain('1 conversations, 2 messages (0 perhaps repeated), 1 leaf and 0 condensed summaries');
    expect(status).not.toContain('one');
  });
});

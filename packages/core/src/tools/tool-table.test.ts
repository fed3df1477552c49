import type { EngineTool } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../create-engine.ts';
import { services } from '../engine.fixture.ts';
import { loadPluginFolder } from '../load-plugin-folder.ts';
import { manifestText, temporaryFolder, writePlugin } from '../plugin-folder.fixture.ts';
import { createToolTable, toOpenAiTools } from './tool-table.ts';

const never = new AbortController().signal;

function tool(name: string, changes: Readonly<Record<string, unknown>> = {}): EngineTool {
  const parameters = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
  return { name, description: `Does ${name}.`, parameters, execute: async () => `${name} done`, ...changes };
}

const tableOf = (tools: readonly unknown[], taken: readonly string[] = []) =>
  createToolTable({ engine: 'lcm', tools: tools as readonly EngineTool[], taken });

const run = (changes: Readonly<Record<string, unknown>>, text = '{}', timeoutMs?: number) =>
  tableOf([tool('t', changes)]).execute('t', text, {
    signal: never,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });

describe('the tools of an engine', () => {
  it('S-009 are offered to the model, and its calls reach the engine, from a plug-in folder to the result', async () => {
    const text = `export const contextEngine = {
      name: 'lcm', version: '1.0.0', contract: 1, description: 'Small.', parseOptions: (raw) => raw,
      create: () => {
        const lines = ['first note', 'second line'];
        const lcm_grep = {
          name: 'lcm_grep', description: 'Searches what was compacted away.',
          parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
          execute: async ({ query }) => lines.filter((line) => line.includes(query)).join('\\n'),
        };
        return { updateFromResponse() {}, shouldCompress: () => false, compress: async () => ({ kind: 'unchanged', reason: 'declined' }), tools: [lcm_grep] };
      },
    };`;
    const files = { 'plugin.yaml': manifestText('lcm', { main: 'index.mjs' }), 'index.mjs': text };
    const loaded = await loadPluginFolder(await writePlugin(await temporaryFolder(), 'lcm', files));
    if (loaded.kind === 'failed') throw loaded.error;
    const created = await createEngine({ plugin: loaded.plugin, options: {}, services });
    if (created.kind === 'failed') throw created.error;

    const table = createToolTable({ engine: 'lcm', tools: created.engine.tools, taken: ['terminal', 'read_file'] });
    expect(table.warnings).toEqual([]);
    expect(toOpenAiTools(table)).toEqual([
      {
        type: 'function',
        function: {
          name: 'lcm_grep',
          description: 'Searches what was compacted away.',
          parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
        },
      },
    ]);
    const call = { id: 'c1', type: 'function', function: { name: 'lcm_grep', arguments: '{"query":"note"}' } };
    expect([table.has(call.function.name), table.has('terminal')]).toEqual([true, false]);
    expect(await table.execute(call.function.name, call.function.arguments, { signal: never })).toBe('first note');
  });

  it('S-009 are offered by name, whatever their order, and stay so for the session', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-zA-Z0-9_-]{1,8}$/)), (names) => {
        const tools = names.map((name) => tool(name));
        expect(tableOf(tools.toReversed()).offered).toEqual(tableOf(tools).offered);
        expect(tableOf(tools).offered.map(({ name }) => name)).toEqual(names.toSorted());
      }),
    );
    const parameters = { type: 'object', properties: { query: { type: 'string' } } };
    const tools = [tool('b', { parameters }), tool('a')];
    const table = tableOf(tools);
    const before = JSON.stringify(toOpenAiTools(table));
    parameters.properties.query.type = 'number';
    tools.push(tool('c'));
    expect(JSON.stringify(toOpenAiTools(table))).toBe(before);
    expect(() => Object.assign(table.offered[1]?.parameters['properties'] ?? {}, { more: 1 })).toThrow(TypeError);
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /number 1 in its list has no name/],
    ['a tool without a name', tool(''), /number 1 in its list has no name/],
    ['a name that providers refuse', tool('lcm.grep'), /"lcm\.grep" is no name for a tool/],
    ['a name that is too long', tool('x'.repeat(65)), /is no name for a tool/],
    ['a name that the host has', tool('terminal'), /a tool that the host has already/],
    ['no description', tool('t', { description: 1 }), /t has no description/],
    ['nothing to run', tool('t', { execute: 'run' }), /t has no function execute/],
    ['parameters that are a list', tool('t', { parameters: [] }), /are no JSON Schema/],
    ['parameters that are a text', tool('t', { parameters: { type: 'string' } }), /do not describe an object/],
    ['properties that are a list', tool('t', { parameters: { properties: [] } }), /do not describe an object/],
    ['parameters that hold themselves', tool('t', { parameters: loop() }), /cannot be written as JSON/],
    [
      'a getter that throws',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('boom');
          },
        },
      ),
      /has no name/,
    ],
  ])('S-009 are left out with a warning for %s', (_, odd, warning) => {
    const { offered, warnings } = tableOf([odd, tool('good')], ['terminal']);
    expect(offered.map(({ name }) => name)).toEqual(['good']);
    expect(warnings).toEqual([expect.stringMatching(warning)]);
    expect(warnings[0]).toMatch(/^A tool of the engine "lcm" is not offered: /);
  });

  it('S-009 are offered once, when a name occurs twice', async () => {
    const table = tableOf([tool('t'), tool('t', { execute: async () => 'second' })]);
    expect(table.offered).toHaveLength(1);
    expect(table.warnings).toEqual([expect.stringContaining('t is in its list twice')]);
    expect(await table.execute('t', '', { signal: never })).toBe('t done');
  });

  it.each<[string, unknown, unknown]>([
    ['absent', undefined, { type: 'object', properties: {} }],
    ['without a type', { properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
    ['of two types', { type: ['object', 'null'] }, { type: 'object', properties: {} }],
    [
      'with more in them',
      { $defs: { a: true }, additionalProperties: false },
      { $defs: { a: true }, additionalProperties: false, type: 'object', properties: {} },
    ],
  ])('S-009 have parameters that describe an object, though they are %s', (_, parameters, expected) => {
    expect(tableOf([tool('t', { parameters })]).offered[0]?.parameters).toEqual(expected);
  });

  it('are none for an engine without tools', () => {
    expect(createToolTable({ engine: 'lcm', tools: undefined, taken: [] })).toMatchObject({
      offered: [],
      warnings: [],
    });
  });
});

describe('a call of an engine’s tool', () => {
  it('S-009 reaches the tool with its arguments parsed, and hands on the result as it is', async () => {
    const long = 'x'.repeat(200_000);
    const echo = {
      prefix: long,
      async execute(this: { prefix: string }, input: unknown) {
        return `${this.prefix}${JSON.stringify(input)}`;
      },
    };
    expect(await run(echo, '{"a":[1,"ü"]}')).toBe(`${long}{"a":[1,"ü"]}`);
    for (const empty of ['', ' \n']) expect(await run(echo, empty)).toBe(`${long}{}`);
    expect(await run({ execute: async () => '' })).toBe('');
  });

  it.each<[string, Readonly<Record<string, unknown>>, string, RegExp]>([
    ['arguments that are no JSON', {}, '{"query": "a', /The arguments are not JSON: .+ Call the tool again/],
    [
      'a tool that throws',
      {
        execute: () => {
          throw new Error('no index');
        },
      },
      '{}',
      /The tool t failed: no index/,
    ],
    ['a tool that rejects', { execute: async () => Promise.reject(null) }, '{}', /The tool t failed: null/],
    ['a tool that answers no text', { execute: async () => ({ hits: 1 }) }, '{}', /did not answer in text/],
    ['a tool that never ends', { execute: () => new Promise(() => undefined) }, '{}', /did not answer within 30 ms/],
  ])('S-009 ends in an error that the model can read for %s', async (_, changes, text, problem) => {
    const answer = JSON.parse(await run(changes, text, 30));
    expect(Object.keys(answer)).toEqual(['error']);
    expect(answer.error).toMatch(problem);
  });

  it('S-009 of a tool that does not exist names the nearest one', async () => {
    const answer = await tableOf([tool('lcm_grep')]).execute('lcm_gerp', '{}', { signal: never });
    expect(JSON.parse(answer)).toEqual({ error: 'There is no tool named "lcm_gerp". Did you mean lcm_grep?' });
  });

  it('masks secrets in what went wrong', async () => {
    const key = `sk-${'a1B2'.repeat(12)}`;
    expect(await run({ execute: async () => Promise.reject(new Error(`key ${key} refused`)) })).not.toContain(key);
  });

  it('S-009 ends with the reason of the person who stopped it, whether the tool listens or not', async () => {
    for (const execute of [
      () => new Promise(() => undefined),
      (_: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise((_, no) => signal.addEventListener('abort', () => no(new Error('other')))),
    ]) {
      const stop = new AbortController();
      const table = tableOf([tool('t', { execute })]);
      const running = table.execute('t', '{}', { signal: stop.signal });
      stop.abort(new Error('stopped'));
      await expect(running).rejects.toThrow('stopped');
      await expect(table.execute('t', '{}', { signal: stop.signal })).rejects.toThrow('stopped');
    }
  });

  it('tells a tool that nobody waits for any more', async () => {
    let reason: unknown;
    const execute = (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise(() =>
        signal.addEventListener('abort', () => {
          reason = signal.reason;
        }),
      );
    await run({ execute }, '{}', 20);
    expect(reason).toMatchObject({ name: 'TimeoutError' });
  });
});

function loop(): unknown {
  const schema: Record<string, unknown> = { type: 'object' };
  schema['properties'] = { self: schema };
  return schema;
}

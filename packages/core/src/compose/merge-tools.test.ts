import type { EngineTool } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTools } from './merge-tools.ts';
import { named } from './named-engine.ts';
import { engine, signal } from './parts.fixture.ts';

const tool = (name: string, answer = name): EngineTool => ({
  name,
  description: 'Looks something up.',
  parameters: { type: 'object' },
  execute: async () => answer,
});
const part = (name: string, ...tools: readonly EngineTool[]) => named(name, engine({ tools }));
const namesOf = (tools: readonly EngineTool[]) => tools.map(({ name }) => name);

describe('mergeTools', () => {
  it('hands on a tool as the object that it is while its name is its own', () => {
    const grep = tool('grep');
    expect(mergeTools([part('stage 1', grep), named('stage 2', engine())])[0]).toBe(grep);
  });

  it('puts the name of the part in front where two use a name, and calls the right one', async () => {
    const tools = mergeTools([part('stage 1', tool('grep', 'one')), part('lcm', tool('grep', 'two'), tool('expand'))]);
    expect(namesOf(tools)).toEqual(['stage_1_grep', 'lcm_grep', 'expand']);
    const answers = await Promise.all(tools.map(({ execute }) => execute({}, { signal })));
    expect(answers).toEqual(['one', 'two', 'expand']);
  });

  it('finds a third name where that one is taken too', () => {
    const parts = [part('lcm', tool('grep'), tool('lcm_grep')), part('toy', tool('grep'))];
    expect(namesOf(mergeTools(parts))).toEqual(['lcm_grep_2', 'lcm_grep', 'toy_grep']);
  });

  it('offers the tool of an engine that stands behind two parts once', () => {
    const grep = tool('grep');
    expect(namesOf(mergeTools([part('one', grep), part('two', grep)]))).toEqual(['grep']);
  });

  it('gives each tool a name of its own that providers take', () => {
    const anyName = fc.constantFrom('grep', 'one_grep', 'one grep', 'expand', 'x'.repeat(64), 'x'.repeat(80), 'é?');
    const tools = fc.array(
      anyName.map((name) => tool(name)),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.array(tools, { maxLength: 4 }), (offers) => {
        const merged = mergeTools(
          offers.map((each, index) => part(['one', 'y'.repeat(70)][index] ?? `stage ${index}`, ...each)),
        );
        expect(merged).toHaveLength(offers.flat().length);
        expect(new Set(namesOf(merged)).size).toBe(merged.length);
        for (const name of namesOf(merged)) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      }),
    );
  });
});

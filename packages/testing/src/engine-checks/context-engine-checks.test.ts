import { isRealUser } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { BROKEN_ENGINES } from './broken-engines.fixture.ts';
import { contextEngineChecks } from './context-engine-checks.ts';
import type { CreateEngine } from './engine-check.ts';
import { forget, spoiling, status, summarising, tool, toy, withMembers } from './toy-engines.fixture.ts';

// Enough to find each of the faults, every time.
const options = { numRuns: 60, seed: 11 };

/** What the check of one promise says about an engine; nothing when it keeps it. */
async function verdict(title: string, create: CreateEngine): Promise<string | undefined> {
  const check = contextEngineChecks.find((each) => each.title === title);
  if (check === undefined) throw new Error(`There is no check "${title}".`);
  return check.run(create, options).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

describe('the checks of a context engine', () => {
  it.each<[string, CreateEngine]>([
    ['that forgets', toy(forget)],
    ['that summarises', toy(summarising)],
    [
      'with all its optional members',
      withMembers({
        hasContentToCompress: () => true,
        pruneOnly: () => ({ kind: 'unchanged', reason: 'nothing-to-compress' }),
        selectContext: () => undefined,
        status: status({}),
        tools: [tool({}), tool({ name: 'toy_expand' })],
        onTurnComplete: () => undefined,
        onCommit: async () => undefined,
        dispose: async () => undefined,
      }),
    ],
  ])('pass a sound engine %s', async (_, create) => {
    for (const { title } of contextEngineChecks) expect(await verdict(title, create), title).toBeUndefined();
  });

  it.each(BROKEN_ENGINES)('find that an engine does not keep the promise "%s": it %s', async (title, _, create) => {
    expect(await verdict(title, create)).toContain(title);
  });

  it('are each broken by an engine here', () => {
    const broken = new Set(BROKEN_ENGINES.map(([title]) => title));
    expect(contextEngineChecks.map(({ title }) => title).filter((title) => !broken.has(title))).toEqual([]);
  });

  it('tell the author the promise, what happened, the conversation and the seed', async () => {
    const forgetful = spoiling((after) => after.toSpliced(after.findLastIndex(isRealUser), 1));
    const message = await verdict('keeps the last message of a person word for word', forgetful);
    expect(message).toContain('The engine breaks the promise: it keeps the last message of a person word for word.');
    expect(message).toMatch(/what: The last user message, number \d+ of \d+, /);
    expect(message).toContain('"role": "user"');
    expect(message).toContain('pass { seed: 11 }');
  });

  it('shrink a long conversation to a short one', async () => {
    const forgetful = spoiling((after) => after.toSpliced(after.findLastIndex(isRealUser), 1));
    const message = await verdict('keeps the last message of a person word for word', forgetful);
    expect(message?.length).toBeLessThan(2_500);
  });

  it('have titles of their own', () => {
    const titles = contextEngineChecks.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

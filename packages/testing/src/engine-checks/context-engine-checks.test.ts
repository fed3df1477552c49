import { isRealUser } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { forget, referenceEngine, spoiling, summarising, toy } from '../mutants/sound-engines.fixture.ts';
import { contextEngineChecks } from './context-engine-checks.ts';
import type { CreateEngine } from './engine-check.ts';

const options = { numRuns: 60, seed: 11 };
const LAST_USER = 'keeps the last message of a person word for word';
const dropsTheQuestion = spoiling((after) => after.toSpliced(after.findLastIndex(isRealUser), 1));

/** What one check says about an engine; nothing when it finds nothing. */
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
    ['with all its optional members', referenceEngine],
  ])('pass a sound engine %s', async (_, create) => {
    for (const { title } of contextEngineChecks) expect(await verdict(title, create), title).toBeUndefined();
  });

  it('pass an engine whose object is frozen', async () => {
    const create: CreateEngine = async (services) => Object.freeze(await referenceEngine(services));
    expect(await verdict(LAST_USER, create)).toBeUndefined();
  });

  it('tell the author the promise, what happened, the conversation, the seed and the page', async () => {
    const message = await verdict(LAST_USER, dropsTheQuestion);
    expect(message).toContain('The engine breaks promise P2, "Lossless": it lets no message vanish unsaid');
    expect(message).toContain(`check: it ${LAST_USER}`);
    expect(message).toMatch(/what: The last user message, number \d+ of \d+, /);
    expect(message).toContain('"role": "user"');
    expect(message).toContain('pass { seed: 11 }');
    expect(message).toContain('page: docs/promises.md#p2');
  });

  it('shrink a long conversation to a short one', async () => {
    const message = await verdict(LAST_USER, dropsTheQuestion);
    expect(message?.length).toBeLessThan(2_500);
  });

  it('find what an earlier run found when they are given its seed', async () => {
    const check = contextEngineChecks.find(({ title }) => title === LAST_USER);
    const first = await check?.examine(dropsTheQuestion, { numRuns: 60 });
    expect(first).toMatchObject({ ok: false, seed: expect.any(Number) });
    const again = await check?.examine(dropsTheQuestion, { numRuns: 60, seed: first?.seed ?? 0 });
    expect(again?.counterexample).toEqual(first?.counterexample);
  });

  it('have titles of their own', () => {
    const titles = contextEngineChecks.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe('an engine that never answers', () => {
  const hanging = toy(() => new Promise(() => undefined));

  it('is given up in time, and said to hang', async () => {
    const [check] = contextEngineChecks.filter(({ title }) => title === LAST_USER);
    const result = await check?.examine(hanging, { numRuns: 60, seed: 1, timeLimitMs: 600 });
    expect(result).toMatchObject({ ok: false, detail: expect.stringContaining('compress() did not answer within ') });
    expect(result?.ms).toBeLessThan(5_000);
  });

  it('is given up too when it asks for one summary after the other', async () => {
    const looping = toy(async ({ messages, signal }, { summarise }) => {
      for (;;) await summarise({ messages, maxTokens: 10, signal });
    });
    const [check] = contextEngineChecks.filter(({ title }) => title === LAST_USER);
    const result = await check?.examine(looping, { numRuns: 60, seed: 1, timeLimitMs: 600 });
    expect(result).toMatchObject({ ok: false });
  });
});

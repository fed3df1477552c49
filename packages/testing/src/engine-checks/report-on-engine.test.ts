import type { Messages } from '@hermes-context/contract';
import { isRealUser } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { forget, spoiling, toy } from '../mutants/sound-engines.fixture.ts';
import { contextEngineChecks } from './context-engine-checks.ts';
import type { CheckResult } from './engine-check.ts';
import { PROMISE_IDS } from './promises.ts';
import { reportOnEngine } from './report-on-engine.ts';

const LAST_USER = 'keeps the last message of a person word for word';
const IN_ORDER = 'keeps messages in their order';
const NOT_EMPTY = 'asks for no compression of an empty prompt';
const options = { numRuns: 20, seed: 5 };

const sound = { name: 'sound', create: toy(forget) };
const forgetful = {
  name: 'forgetful',
  create: spoiling((after) => after.toSpliced(after.findLastIndex(isRealUser), 1)),
};

describe('reportOnEngine', () => {
  it('answers eight promises, those that nobody looked at too', async () => {
    const report = await reportOnEngine(sound, { ...options, only: [NOT_EMPTY] });
    expect(report).toMatchObject({ engine: 'sound', ok: true });
    expect(report.promises.map(({ id }) => id)).toEqual(PROMISE_IDS);
    expect(report.promises.flatMap(({ checks }) => checks.map(({ title }) => title))).toEqual([NOT_EMPTY]);
  });

  it('gives a broken promise its detail, the shortest conversation, and its page; leaves the others alone', async () => {
    const report = await reportOnEngine(forgetful, { ...options, only: [NOT_EMPTY, LAST_USER, IN_ORDER] });
    expect(report.ok).toBe(false);
    const [lossless, ...others] = report.promises.filter(({ ok }) => !ok);
    expect(others).toEqual([]);
    expect(lossless).toMatchObject({
      id: 'P2',
      title: 'Lossless',
      docs: 'docs/promises.md#p2',
      detail: expect.stringContaining(LAST_USER),
      counterexample: expect.arrayContaining([expect.objectContaining({ role: 'user' })]),
      checks: [
        { title: LAST_USER, ok: false, seed: 5, ms: expect.any(Number), runs: expect.any(Number) },
        { title: IN_ORDER, ok: true, runs: 20 },
      ],
    });
  });

  it('is plain data, for JSON and for other threads', async () => {
    const report = await reportOnEngine(forgetful, { ...options, only: [LAST_USER] });
    expect(structuredClone(report)).toEqual(report);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('tells which check begins, each list right before the engine gets it, and what the check found', async () => {
    const story: unknown[] = [];
    await reportOnEngine(sound, {
      numRuns: 1,
      seed: 5,
      only: [LAST_USER, NOT_EMPTY],
      onCheckStart: (title) => story.push(title),
      onTry: (messages: Messages) => story.push(messages),
      onCheckEnd: ({ title, ok }: CheckResult) => story.push([title, ok]),
    });
    expect(story).toEqual([LAST_USER, expect.any(Array), [LAST_USER, true], NOT_EMPTY, [NOT_EMPTY, true]]);
  });

  it('refuses a check that there is not', async () => {
    await expect(reportOnEngine(sound, { only: ['is nice'] })).rejects.toThrow('there is no check "is nice"');
  });

  it('makes every check unless told otherwise', async () => {
    const titles: string[] = [];
    await reportOnEngine(sound, { numRuns: 1, seed: 5, onCheckStart: (title) => titles.push(title) });
    expect(titles).toEqual(contextEngineChecks.map(({ title }) => title));
  });
});

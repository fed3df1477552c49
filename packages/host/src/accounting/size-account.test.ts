import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterRefusal,
  afterReport,
  afterRewrite,
  NOTHING_COUNTED,
  type SizeAccount,
  type SizeQuestion,
  sizeOf,
} from './size-account.ts';

const question: SizeQuestion = { sessionId: 's', revision: 1, count: 4, counter: 'm @ home', estimatedTokens: 1_000 };
const usageOf = (promptTokens: number) => ({ promptTokens, completionTokens: 10 });
const reported = (promptTokens: number, asked: SizeQuestion = question): SizeAccount =>
  afterReport(NOTHING_COUNTED, { ...asked, usage: usageOf(promptTokens) });

describe('the size of the next request', () => {
  it('is our estimate before the first report', () => {
    expect(sizeOf(NOTHING_COUNTED, question)).toEqual({ tokens: 1_000, basis: 'estimated' });
  });

  it('is what the provider counted for the same request', () => {
    expect(sizeOf(reported(1_500), question)).toEqual({ tokens: 1_500, basis: 'reported' });
  });

  it('adds what came since, by the ratio of that provider', () => {
    const grown = { ...question, count: 6, estimatedTokens: 1_200 };
    expect(sizeOf(reported(1_500), grown)).toEqual({ tokens: 1_800, basis: 'anchored' });
    expect(sizeOf(reported(1_500), { ...grown, estimatedTokens: 800 })).toEqual({ tokens: 1_200, basis: 'anchored' });
  });

  it.each([
    ['another session', { sessionId: 'other' }],
    ['another revision', { revision: 2 }],
    ['a shorter list', { count: 3 }],
  ])('holds no figure against %s, but the ratio', (_, change) => {
    expect(sizeOf(reported(1_500), { ...question, ...change })).toEqual({ tokens: 1_500, basis: 'scaled' });
  });

  it('is never what another counter counted, which is remembered for its return', () => {
    const other = { ...question, counter: 'm @ elsewhere' };
    expect(sizeOf(reported(1_500), other)).toEqual({ tokens: 1_000, basis: 'estimated' });
    const both = afterReport(reported(1_500), { ...other, usage: usageOf(800) });
    expect(sizeOf(both, other)).toEqual({ tokens: 800, basis: 'reported' });
    expect(sizeOf(both, question)).toEqual({ tokens: 1_500, basis: 'scaled' });
  });
});

describe('after a report', () => {
  it.each([
    ['a prompt that was billed four times', 4_000],
    ['a prompt that was nearly free', 300],
  ])('learns no ratio from %s', (_, promptTokens) => {
    const account = reported(promptTokens);
    expect(account.ratios).toEqual({});
    expect(sizeOf(account, question).tokens).toBe(promptTokens);
  });

  it('learns no ratio from a request so small that its frame decides', () => {
    expect(reported(300, { ...question, estimatedTokens: 199 }).ratios).toEqual({});
    expect(reported(300, { ...question, estimatedTokens: 200 }).ratios).toEqual({ 'm @ home': 1.5 });
  });

  it.each([0, Number.NaN, -1])('of %s tokens knows no more, and waits no more', (promptTokens) => {
    const waiting = afterRewrite(reported(1_500), true);
    const after = afterReport(waiting, { ...question, usage: usageOf(promptTokens) });
    expect(after).toEqual({ ...waiting, isAwaiting: false });
  });

  it('learns no ratio from a request that is opaque to us in part, and goes by what was reported for it', () => {
    const partial = { ...question, isPartial: true };
    expect(reported(2_500, partial).ratios).toEqual({});
    expect(afterRefusal(NOTHING_COUNTED, partial, 2_500).ratios).toEqual({});
    expect(sizeOf(reported(2_500, partial), partial)).toEqual({ tokens: 2_500, basis: 'reported' });
  });

  it('remembers the eight newest counters', () => {
    let account = NOTHING_COUNTED;
    for (let index = 0; index < 10; index += 1) {
      account = afterReport(account, { ...question, counter: `m${index} @ home`, usage: usageOf(1_000 + index) });
    }
    account = afterReport(account, { ...question, counter: 'm2 @ home', usage: usageOf(1_000) });
    expect(Object.keys(account.ratios)).toEqual([3, 4, 5, 6, 7, 8, 9, 2].map((index) => `m${index} @ home`));
  });
});

it('waits after a compaction for the next report, and after an undo for nothing', () => {
  expect(afterRewrite(reported(1_500), true)).toEqual({ isAwaiting: true, ratios: { 'm @ home': 1.5 } });
  expect(afterRewrite(reported(1_500), false)).toEqual({ isAwaiting: false, ratios: { 'm @ home': 1.5 } });
  expect(afterReport(afterRewrite(NOTHING_COUNTED, true), { ...question, usage: usageOf(900) }).isAwaiting).toBe(false);
});

it('learns from a refusal that says how large the request was', () => {
  const account = afterRefusal(afterRewrite(NOTHING_COUNTED, true), question, 2_000);
  expect(account).toEqual({ isAwaiting: false, ratios: { 'm @ home': 2 } });
  expect(sizeOf(account, question)).toEqual({ tokens: 2_000, basis: 'scaled' });
});

it('is a positive whole number whatever was reported before, and the account survives JSON', () => {
  const size = fc.integer({ min: 1, max: 2_000_000 });
  const requests = fc.record({
    sessionId: fc.constantFrom('a', 'b'),
    revision: fc.integer({ min: 1, max: 3 }),
    count: fc.nat(20),
    counter: fc.constantFrom('x @ 1', 'x @ 2', 'y @ 1'),
    estimatedTokens: size,
    promptTokens: fc.oneof(size, fc.constant(0)),
    step: fc.constantFrom('report', 'refusal', 'compaction', 'undo'),
  });
  fc.assert(
    fc.property(fc.array(requests, { maxLength: 12 }), requests, (history, next) => {
      let account = NOTHING_COUNTED;
      for (const { promptTokens, step, ...asked } of history) {
        if (step === 'report') account = afterReport(account, { ...asked, usage: usageOf(promptTokens) });
        else if (step === 'refusal') account = afterRefusal(account, asked, promptTokens);
        else account = afterRewrite(account, step === 'compaction');
      }
      const { tokens } = sizeOf(account, next);
      expect(Number.isInteger(tokens)).toBe(true);
      expect(tokens).toBeGreaterThanOrEqual(0);
      expect(sizeOf(JSON.parse(JSON.stringify(account)), next)).toEqual(sizeOf(account, next));
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterReport, NOTHING_COUNTED } from './accounting/size-account.ts';
import { afterFailure } from './compaction/failure-record.ts';
import { afterCommit, afterSize, HELPFUL } from './compaction/thrash-record.ts';
import { isStale, KEPT_KEY, type KeptState, NOTHING_KEPT, readKept, withKept } from './kept-state.ts';

const question = { sessionId: 's', revision: 1, count: 4, counter: 'm @ home', estimatedTokens: 1_000 };
const FULL: KeptState = {
  size: afterReport(NOTHING_COUNTED, { ...question, usage: { promptTokens: 1_500, completionTokens: 10 } }),
  failure: afterFailure(undefined, { now: 1_000, detail: 'No answer.' }),
  thrash: afterSize(afterCommit(HELPFUL), { promptTokens: 1_500, isStillDue: true, now: 2_000 }),
  server: { count: 2, newest: [{ at: 5, messages: 4, runtime: 'codex_app_server', threadId: 't1', turnId: 'u1' }] },
  thread: { issuer: 'm @ home', id: 't1', seen: 4 },
};
const throughJson = (kept: KeptState, metadata = {}): KeptState =>
  readKept({ metadata: JSON.parse(JSON.stringify(withKept({ metadata }, kept))) });

describe('what a host keeps with a session', () => {
  it('comes back as it was, and leaves the rest of the metadata alone', () => {
    expect(throughJson(FULL)).toEqual(FULL);
    expect(throughJson(NOTHING_KEPT)).toEqual(NOTHING_KEPT);
    expect(withKept({ metadata: { platform: 'cli', [KEPT_KEY]: 'old' } }, FULL)).toEqual({
      platform: 'cli',
      [KEPT_KEY]: FULL,
    });
  });

  it('comes back whatever was counted', () => {
    const size = fc.integer({ min: 1, max: 2_000_000 });
    const counted = fc.record({ promptTokens: size, estimatedTokens: size, counter: fc.string(), count: fc.nat() });
    const failures = fc.array(fc.record({ now: fc.nat(), detail: fc.string() }), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 4 }), failures, fc.boolean(), (reports, failed, isCommitted) => {
        let { size: account, failure } = NOTHING_KEPT;
        for (const { promptTokens, ...asked } of reports) {
          const usage = { promptTokens, completionTokens: 0 };
          account = afterReport(account, { ...question, ...asked, usage });
        }
        for (const each of failed) failure = afterFailure(failure, each);
        const thrash = isCommitted ? afterCommit(HELPFUL) : HELPFUL;
        const kept = { size: account, thrash, ...(failure === undefined ? {} : { failure }) };
        expect(throughJson(kept)).toEqual(kept);
      }),
    );
  });

  it('is nothing in a session that no host has worked on', () => {
    expect(readKept({ metadata: {} })).toEqual(NOTHING_KEPT);
  });

  it.each<[string, object, object]>([
    ['an anchor without a counter', { size: { anchor: { ...FULL.size.anchor, counter: 5 } } }, {}],
    ['an anchor of minus one token', { size: { anchor: { ...FULL.size.anchor, promptTokens: -1 } } }, {}],
    ['an anchor of no tokens', { size: { anchor: { ...FULL.size.anchor, promptTokens: 0 } } }, {}],
    ['a ratio that makes everything nothing', { size: { ratios: { x: 0 } } }, {}],
    ['a ratio that no provider has', { size: { ratios: { x: 1e9, y: '1' } } }, {}],
    ['a failure without a time', { failure: { failures: 1, detail: 'x' } }, {}],
    ['no failures at all', { failure: { failures: 0, at: 1, detail: 'x' } }, {}],
    ['half a failure', { failure: { failures: 1.5, at: 1, detail: 'x' } }, {}],
    ['strikes that are a text', { thrash: { ...HELPFUL, strikes: '9' } }, {}],
  ])('counts as not kept when it is %s', (_, kept, expected) => {
    expect(readKept({ metadata: { [KEPT_KEY]: kept } })).toEqual({ ...NOTHING_KEPT, ...expected });
  });

  it('keeps the sound parts of a damaged state', () => {
    const damaged = { ...FULL, size: { ...FULL.size, anchor: 'gone' } };
    expect(readKept({ metadata: { [KEPT_KEY]: damaged } })).toEqual({
      ...FULL,
      size: { isAwaiting: false, ratios: FULL.size.ratios },
    });
  });

  it('is a state whatever lies under its key', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (garbage, part) => {
        for (const kept of [
          garbage,
          { size: part, failure: part, thrash: part },
          { size: { anchor: part, ratios: part } },
        ]) {
          const read = readKept({ metadata: { [KEPT_KEY]: kept } });
          expect(readKept({ metadata: { [KEPT_KEY]: read } })).toEqual(read);
          expect(typeof read.size.isAwaiting).toBe('boolean');
        }
      }),
    );
  });
});

describe('what is kept', () => {
  const countedAt = (count: number, revision = 1): KeptState => ({
    ...FULL,
    size: afterReport(NOTHING_COUNTED, {
      ...question,
      revision,
      count,
      usage: { promptTokens: 1_500, completionTokens: 10 },
    }),
  });

  it('is as good as new while the list has only grown a little', () => {
    expect(isStale(countedAt(4), countedAt(4))).toBe(false);
    expect(isStale(countedAt(4), countedAt(23))).toBe(false);
    expect(isStale(countedAt(4), countedAt(24))).toBe(true);
  });

  it('is stale once the list is another, something was learned first, failed, or is awaited', () => {
    const { failure: _, ...sound } = FULL;
    expect(isStale(countedAt(4), countedAt(4, 2))).toBe(true);
    expect(isStale(NOTHING_KEPT, { ...NOTHING_KEPT, size: FULL.size })).toBe(true);
    expect(isStale(sound, FULL)).toBe(true);
    expect(isStale(FULL, { ...FULL, thrash: HELPFUL })).toBe(true);
    expect(isStale(FULL, { ...FULL, size: { ...FULL.size, isAwaiting: true } })).toBe(true);
  });
});

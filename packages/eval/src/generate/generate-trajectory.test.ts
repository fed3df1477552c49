import { createHash } from 'node:crypto';
import { estimateMessagesTokens, redactSecrets, WIRES } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { MessageBook } from '../replay/message-book.ts';
import { FAMILIES, type Family, ITEM_KINDS, SIZES, type Size } from '../trajectory.ts';
import { generateTrajectory } from './generate-trajectory.ts';

const SMALL: readonly Size[] = ['8k', '64k'];
const small = FAMILIES.flatMap((family) => SMALL.map((size) => generateTrajectory(family, size, 7)));

/** What these families say has nothing to do with commands. */
const WITHOUT_COMMANDS: readonly Family[] = ['preferences', 'pictures'];

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

describe('generateTrajectory', () => {
  it('gives the same bytes for the same seed, in every process', () => {
    const hashes = FAMILIES.map((family) => `${family} ${hashOf(generateTrajectory(family, '8k', 1))}`);
    expect(hashes).toMatchInlineSnapshot(`
      [
        "coding e02ce230a0e9d057",
        "operations a9348f47e76bb83c",
        "preferences 36864256d3656560",
        "multilingual fe055f42dfa03180",
        "pictures aabc46816712d67b",
        "parallel b0901cadc446faae",
        "resumes 351f09fd80f3368c",
        "hostile 22311493725ab3d4",
      ]
    `);
  });

  it('gives another conversation for another seed', () => {
    const [one, two] = [generateTrajectory('coding', '8k', 1), generateTrajectory('coding', '8k', 2)];
    expect(hashOf(one.messages)).not.toBe(hashOf(two.messages));
  });

  it('is as long as its size says, and not much longer', () => {
    for (const family of FAMILIES) {
      for (const size of ['8k', '64k', '400k'] as const) {
        const tokens = estimateMessagesTokens(generateTrajectory(family, size, 3).messages);
        expect(tokens).toBeGreaterThanOrEqual(SIZES[size]);
        expect(tokens).toBeLessThan(SIZES[size] * 1.5);
      }
    }
  });

  it('has each planted item in the message that its key names, and values in no other place', () => {
    for (const { messages, key } of small) {
      const book = new MessageBook(messages, key.items);
      const seen = messages.map((message) => book.see(message));
      for (const { id, index, kind, words, probe } of key.items) {
        expect(seen[index]?.probes.has(id), `${id}: ${probe}`).toBe(true);
        expect(words.length).toBeGreaterThan(0);
        if (kind !== 'finished') expect(seen.filter(({ probes }) => probes.has(id)).length, id).toBe(1);
      }
    }
  });

  it('plants at least two items of every kind that fits the family', () => {
    for (const { family, key } of small) {
      for (const kind of ITEM_KINDS) {
        if (WITHOUT_COMMANDS.some((each) => each === family) && (kind === 'command' || kind === 'error')) continue;
        expect(key.items.filter((item) => item.kind === kind).length, `${family} ${kind}`).toBeGreaterThanOrEqual(2);
      }
    }
  });

  it('says when a superseded value and a finished request are past, and by what', () => {
    for (const { messages, key } of small) {
      for (const { kind, index, current = '', since = -1, probe } of key.items) {
        if (kind !== 'superseded' && kind !== 'finished') continue;
        expect(since).toBeGreaterThan(index);
        expect(JSON.stringify(messages[since])).toContain(current);
        expect(current).not.toBe(probe);
      }
    }
  });

  it('plants secrets that a redaction knows', () => {
    for (const { key } of small) {
      for (const { kind, probe } of key.items) if (kind === 'secret') expect(redactSecrets(probe)).not.toContain(probe);
    }
  });

  it('makes conversations that every provider takes, but for the families that are to be broken', () => {
    for (const { family, messages } of small) {
      const faults = WIRES.flatMap(({ validate }) => validate(messages));
      if (family === 'hostile') expect(faults.length).toBeGreaterThan(0);
      else if (family !== 'parallel') expect(faults, family).toEqual([]);
    }
  });

  it('has late, missing and double results in wide messages', () => {
    const rules = WIRES.flatMap(({ validate }) => validate(generateTrajectory('parallel', '400k', 7).messages)).map(
      ({ rule }) => rule,
    );
    expect([...new Set(rules)]).toEqual(
      expect.arrayContaining(['call-unanswered', 'result-duplicate', 'result-orphaned']),
    );
  });

  it('names ten answers in front of which a compaction is asked for, in order', () => {
    for (const { messages, key } of small) {
      expect(key.compactAt).toHaveLength(10);
      expect(key.compactAt.map((index) => messages[index]?.role)).toEqual(
        Array.from({ length: 10 }, () => 'assistant'),
      );
      expect(key.compactAt.toSorted((left, right) => left - right)).toEqual(key.compactAt);
    }
  });
});

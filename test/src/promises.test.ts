import { contextEngine } from '@hermes-context/compressor';
import type { CompressOutcome, Messages, Summarise } from '@hermes-context/contract';
import {
  contentText,
  estimateMessagesTokens,
  isRealUser,
  repairMessages,
  validateAlternation,
  validateAnthropic,
  validateOpenAiChat,
} from '@hermes-context/messages';
import { createSummarizer } from '@hermes-context/summarizer';
import { deepFreeze, echoSummarizer, scrambledTranscript, testServices, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const RUNS = 1_000;
const HALF = RUNS / 2;

const wellFormed = fc.oneof(transcript({ maxTurns: 12 }), transcript({ reuseIds: true }));

interface Setting {
  readonly contextTokens: number;
  readonly protectLast: number;
  readonly isForced: boolean;
  readonly summary: 'echo' | 'extract';
}

const settings: fc.Arbitrary<Setting> = fc.record({
  contextTokens: fc.constantFrom(1_000, 4_000, 16_000, 200_000),
  protectLast: fc.constantFrom(2, 5, 20),
  isForced: fc.boolean(),
  summary: fc.constantFrom('echo', 'extract'),
});

async function compress(
  messages: Messages,
  { contextTokens, protectLast, isForced, summary }: Setting,
): Promise<CompressOutcome> {
  const summarise: Summarise = summary === 'echo' ? echoSummarizer() : createSummarizer({ routes: [] });
  const services = testServices({ model: { name: 'demo', contextTokens }, summarise });
  const engine = await contextEngine.create(contextEngine.parseOptions({ protect_last_n: protectLast }), services);
  const promptTokens = estimateMessagesTokens(messages);
  return engine.compress({ messages, promptTokens, force: isForced, signal: new AbortController().signal });
}

/** A conversation, and what the engine made of it. */
interface Trial {
  readonly messages: Messages;
  readonly setting: Setting;
  readonly outcome: CompressOutcome;
}

/** @throws Whatever says that a promise is broken. */
type Claim = (trial: Trial) => void | Promise<void>;

/** Conversations of a kind, each compressed once for all the claims about it. */
interface Trials {
  /** The same claim for all of them, or for the first so many. */
  readonly claim: (claim: Claim, count?: number) => Promise<void>;
}

function trialsOf(lists: fc.Arbitrary<Messages>, numRuns: number): Trials {
  const given = fc.record({ messages: lists, setting: settings });
  const seed = Math.trunc(Math.random() * 2 ** 31);
  const property = (claim: Claim) =>
    fc.asyncProperty(given, async ({ messages, setting }) =>
      claim({ messages, setting, outcome: await compress(messages, setting) }),
    );
  const compressAll = async (): Promise<readonly Trial[]> => {
    const trials: Trial[] = [];
    await fc.assert(
      property((trial) => {
        trials.push(trial);
      }),
      { numRuns, seed },
    );
    return trials;
  };
  let all: Promise<readonly Trial[]> | undefined;
  return {
    claim: async (claim, count = numRuns) => {
      all ??= compressAll();
      const trials = (await all).slice(0, count);
      expect(trials).toHaveLength(count);
      try {
        for (const trial of trials) await claim(trial);
      } catch (error) {
        // The same conversations once more, to shrink the one that breaks the promise.
        await fc.assert(property(claim), { numRuns, seed });
        throw error;
      }
    },
  };
}

const sound = trialsOf(wellFormed, RUNS);
const broken = trialsOf(scrambledTranscript(), HALF);

/** A claim for any input: a thousand conversations, half of them as broken logs hold them. */
async function claimForAny(claim: Claim): Promise<void> {
  await sound.claim(claim, HALF);
  await broken.claim(claim);
}

describe('the promises of the built-in engine, over a thousand conversations', () => {
  it('P1 leaves nothing that OpenAI or Anthropic would refuse, whatever the input was', () =>
    claimForAny(({ outcome }) => {
      if (outcome.kind === 'unchanged') return;
      expect(validateOpenAiChat(outcome.messages)).toEqual([]);
      expect(validateAnthropic(outcome.messages)).toEqual([]);
    }));

  it('P1 keeps roles alternating as strict templates see them', () =>
    sound.claim(({ outcome }) => {
      if (outcome.kind === 'compressed') expect(validateAlternation(outcome.messages)).toEqual([]);
    }));

  it('P2 lets no message vanish unreported', () =>
    claimForAny(({ messages, outcome }) => {
      if (outcome.kind === 'unchanged') return;
      const kept = new Set(outcome.messages);
      const { covered = [], rewritten = [], repairs = [] } = outcome.report ?? {};
      const reported = new Set([...covered, ...rewritten, ...repairs.map(({ index }) => index)]);
      const vanished = messages.flatMap((message, index) => (kept.has(message) || reported.has(index) ? [] : [index]));
      expect(vanished).toEqual([]);
    }));

  it('P2 keeps the newest message of a real user word for word', () =>
    sound.claim(({ messages, outcome }) => {
      const newest = messages.findLast(isRealUser);
      if (outcome.kind === 'compressed' && newest !== undefined) expect(outcome.messages).toContain(newest);
    }));

  it('P3 ends with fewer tokens, or with a reason', () =>
    claimForAny(({ messages, outcome }) => {
      if (outcome.kind === 'unchanged') expect(outcome.detail ?? '').not.toBe('');
      else expect(estimateMessagesTokens(outcome.messages)).toBeLessThan(estimateMessagesTokens(messages));
    }));

  it('P5 gives the same result for the same input, and leaves the input alone', () =>
    claimForAny(async ({ messages, setting, outcome }) => {
      const before = JSON.stringify(messages);
      expect(await compress(messages, setting)).toEqual(outcome);
      expect(JSON.stringify(messages)).toBe(before);
    }));

  it('P5 changes nothing on a second run, given what a host hands over: a repaired list', () =>
    claimForAny(async ({ messages, setting }) => {
      const unforced = { ...setting, isForced: false };
      const outcome = await compress(repairMessages(messages).messages, unforced);
      if (outcome.kind === 'compressed')
        expect((await compress(deepFreeze(outcome.messages), unforced)).kind).toBe('unchanged');
    }));

  it('P5 reaches an end also when it is forced again and again', () =>
    claimForAny(async ({ messages, setting }) => {
      const forced = { ...setting, isForced: true };
      let list = repairMessages(messages).messages;
      for (let pass = 0; pass < 4; pass += 1) {
        const outcome = await compress(list, forced);
        if (outcome.kind === 'unchanged') return;
        list = deepFreeze(outcome.messages);
      }
      expect((await compress(list, forced)).kind).toBe('unchanged');
    }));

  it('P8 lets no secret of a tool result reach the summary', () =>
    fc.assert(
      fc.asyncProperty(transcript({ maxTurns: 12 }), settings, async (messages, setting) => {
        const secret = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
        const planted = deepFreeze(
          messages.map((message) =>
            message.role === 'tool'
              ? { ...message, content: `token: ${secret}\n${contentText(message.content)}` }
              : message,
          ),
        );
        const outcome = await compress(planted, { ...setting, summary: 'extract' });
        if (outcome.kind === 'compressed') expect(outcome.summary).not.toContain(secret.slice(0, 12));
      }),
      { numRuns: RUNS },
    ));
});

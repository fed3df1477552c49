import type { CompressOutcome, Messages } from '@hermes-context/contract';
import { named, pipelineOf } from '@hermes-context/core';
import { estimateMessagesTokens, validateOpenAiChat } from '@hermes-context/messages';
import {
  type CreateEngine,
  contextEngineChecks,
  deepFreeze,
  scrambledTranscript,
  testServices,
  transcript,
} from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFECTS, type Defect } from './broken-stages.fixture.ts';
import { build, nestings, phrase, pipelines, type Spec } from './compositions.fixture.ts';
import { dropper } from './toy-engines.fixture.ts';

const RUNS = fc.readConfigureGlobal().numRuns ?? 100;
// Each composition is tried by some sixty checks on conversations of its own: a few of them go a long way.
const COMPOSITIONS = Math.ceil(RUNS / 40);
const CONVERSATIONS = 8;
const TIMEOUT_MS = 600_000;
/** For a stage that never ends; the others wait for nothing, so they are done before a timer can ring. */
const STAGE_TIMEOUT_MS = 5;

const signal = new AbortController().signal;

describe('any composition of conforming engines conforms', () => {
  const claim = (spec: Spec) => claimConforming((services) => build(spec, services), phrase(spec));

  it('pipelines of up to four', { timeout: TIMEOUT_MS }, () =>
    fc.assert(fc.asyncProperty(pipelines, claim), { numRuns: COMPOSITIONS, endOnFailure: true }),
  );

  it('compositions of compositions', { timeout: TIMEOUT_MS }, () =>
    fc.assert(fc.asyncProperty(nestings, claim), { numRuns: COMPOSITIONS, endOnFailure: true }),
  );

  it('and accuses none of them', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(pipelines, nestings),
        fc.oneof(transcript({ maxTurns: 12 }), scrambledTranscript()),
        fc.record({ contextTokens: fc.constantFrom(1_500, 3_000, 8_000), force: fc.boolean() }),
        async (spec, messages, { contextTokens, force }) => {
          const engine = build(spec, testServices({ model: { name: 'test-model', contextTokens } }));
          const promptTokens = estimateMessagesTokens(messages);
          const outcome = await engine.compress({ messages, promptTokens, force, signal });
          expect(warningsOf(outcome).filter((warning) => warning.includes('was skipped'))).toEqual([]);
          if (outcome.kind === 'compressed') {
            expect(validateOpenAiChat(outcome.messages).length).toBeLessThanOrEqual(
              validateOpenAiChat(messages).length,
            );
          }
        },
      ),
    ));
});

describe('a pipeline with a stage that', () => {
  const compose =
    (defect: Defect, isFirst: boolean): CreateEngine =>
    (services) => {
      const stages = [named('bad', defect.create(services)), named('good', dropper(services))];
      return pipelineOf({ stages: isFirst ? stages : stages.toReversed(), timeoutMs: STAGE_TIMEOUT_MS });
    };

  it.each(DEFECTS)('$name names it and promise $promise, and does the work of the others', async (defect) => {
    for (const isFirst of [true, false]) {
      const engine = await compose(defect, isFirst)(testServices());
      const outcome = await engine.compress({ messages: CONVERSATION, pins: [3], force: true, signal });
      if (outcome.kind === 'unchanged') throw new Error(outcome.detail);
      expect(warningsOf(outcome).join('\n')).toContain(
        `bad was skipped, its answer breaks promise ${defect.promise}: `,
      );
      expect(outcome.messages.slice(-4)).toEqual(CONVERSATION.slice(-4));
      expect(outcome.messages).toContain(CONVERSATION[3]);
      expect(engine.status?.().counters).toMatchObject({ troubles: 1 });
    }
  });

  it.each(DEFECTS)('$name conforms', { timeout: TIMEOUT_MS }, (defect) =>
    claimConforming(compose(defect, true), defect.name, { numRuns: Math.ceil(RUNS / 100), without: 'P6' }),
  );
});

/** Five turns with a tool call each, behind a system prompt. */
const CONVERSATION: Messages = deepFreeze([
  { role: 'system', content: 'Be brief.' },
  ...Array.from({ length: 5 }, (_, index): Messages => {
    const id = `call_${index}`;
    return [
      { role: 'user', content: `Read file ${index}.` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: id, content: `Line ${index}. `.repeat(200) },
      { role: 'assistant', content: `File ${index} is fine.` },
    ];
  }).flat(),
]);

/** Time shows what else the machine does, memory above all; how often a message is read is counted by another check. */
const TIMED = /^takes no longer per message/;

/** Runs the kit; a failure names the engine too. */
async function claimConforming(
  create: CreateEngine,
  name: string,
  { numRuns = CONVERSATIONS, without }: { readonly numRuns?: number; readonly without?: 'P6' } = {},
): Promise<void> {
  for (const check of contextEngineChecks.filter(({ promise, title }) => promise !== without && !TIMED.test(title))) {
    await check.run(create, { numRuns }).catch((error: unknown) => {
      throw new Error(`${name}\n${String(error)}`);
    });
  }
}

function warningsOf(outcome: CompressOutcome): readonly string[] {
  return (outcome.kind === 'compressed' ? outcome.report?.warnings : outcome.warnings) ?? [];
}

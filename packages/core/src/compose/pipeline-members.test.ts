import type { CompressOutcome, ContextEngine, ModelInfo } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { named } from './named-engine.ts';
import { answering, clearing, conversation, dropping, engine, forced, signal, warningsOf } from './parts.fixture.ts';
import { pipeline } from './pipeline.ts';

const messages = conversation(5);

describe('the other members of a pipeline', () => {
  it('prunes with all stages that can, one after the other', () => {
    const prune = (keep: number) => ({
      pruneOnly: (list: typeof messages) =>
        ({ kind: 'compressed', messages: [list[0]!, ...list.slice(keep)] }) satisfies CompressOutcome,
    });
    expect(pipeline(engine(), engine()).pruneOnly).toBeUndefined();
    const outcome = pipeline(engine(), engine(prune(5)), clearing()).pruneOnly?.(messages);
    expect(outcome).toMatchObject({ kind: 'compressed', report: { covered: [1, 2, 3, 4], rewritten: [7, 11, 15] } });
    const broken = pipeline(engine(prune(4)), clearing()).pruneOnly?.(messages);
    expect(broken?.kind === 'compressed' && broken.report?.rewritten).toEqual([3, 7, 11, 15]);
  });

  it('says that there is nothing to compress only where all stages say so', () => {
    const says = (answer: boolean) => engine({ hasContentToCompress: () => answer });
    expect(pipeline(says(false), says(true)).hasContentToCompress?.(messages)).toBe(true);
    expect(pipeline(says(false), says(false)).hasContentToCompress?.(messages)).toBe(false);
    expect(pipeline(says(false), engine()).hasContentToCompress).toBeUndefined();
  });

  it('asks from the lowest threshold on, and has it in its status', async () => {
    const composed = pipeline(
      engine({ shouldCompress: (size) => size >= 3_000 }),
      engine({ shouldCompress: (size) => size >= 2_000 }),
      engine({
        shouldCompress: () => {
          throw new Error('no disk');
        },
      }),
    );
    expect(composed.status?.()).toEqual({ thresholdTokens: 2_000, compressionCount: 0, counters: { troubles: 0 } });
    expect([composed.shouldCompress(1_999), composed.shouldCompress(2_000)]).toEqual([false, true]);
    const outcome = await composed.compress({ messages, promptTokens: 10, signal });
    expect(warningsOf(outcome)).toEqual(['stage 3: its shouldCompress threw: no disk']);
  });

  it('counts its own compactions', async () => {
    const composed = pipeline(clearing(), dropping(1));
    await composed.compress(forced(messages));
    await composed.compress(forced(conversation(1)));
    expect(composed.status?.().compressionCount).toBe(1);
  });

  it('tells of a commit those whose work was stored', async () => {
    const heard: string[] = [];
    const hearing = (name: string, inner: ContextEngine) =>
      named(name, { ...inner, onCommit: async () => void heard.push(name) });
    const bad = answering({ kind: 'compressed', messages: [] });
    const composed = pipeline(hearing('bad', bad), hearing('drop', dropping(1)), hearing('idle', engine()));
    const receipt = { sessionId: 's1', revision: 1, inPlace: true };
    await composed.compress(forced(messages));
    await composed.onCommit?.(receipt);
    expect(heard).toEqual(['drop']);
    await composed.onCommit?.(receipt); // nobody knows whose that is
    expect(heard).toEqual(['drop', 'drop', 'idle']);
  });

  it('tells a stage of a commit again once its answer was used', async () => {
    const heard: number[] = [];
    let isBad = true;
    const mended = engine({
      compress: async (request) => (isBad ? { kind: 'compressed', messages: [] } : dropping(1).compress(request)),
      onCommit: async ({ revision }) => void heard.push(revision),
    });
    const composed = pipeline(mended, dropping(1));
    const receipt = { sessionId: 's1', revision: 1, inPlace: true };
    await composed.compress(forced(messages));
    await composed.onCommit?.(receipt);
    await composed.onCommit?.(receipt);
    expect(heard).toEqual([]);
    isBad = false;
    await composed.compress(forced(messages));
    await composed.onCommit?.(receipt);
    await composed.onCommit?.(receipt);
    expect(heard).toEqual([1, 1]);
  });

  it('has the members that its stages give sense to', () => {
    const model: ModelInfo = { name: 'tiny', contextTokens: 2_000 };
    const models: ModelInfo[] = [];
    expect(Object.keys(pipeline(engine())).toSorted()).toEqual([
      'compress',
      'shouldCompress',
      'status',
      'updateFromResponse',
    ]);
    const composed = pipeline(engine(), engine({ updateModel: (next) => void models.push(next) }));
    composed.updateModel?.(model);
    expect(models).toEqual([model]);
    expect(composed.dispose).toBeUndefined();
  });
});

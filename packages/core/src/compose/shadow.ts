import type { CompressOutcome, CompressRequest, ContextEngine, EngineStatus } from '@hermes-context/contract';
import { SYSTEM_CLOCK } from './composition-services.ts';
import { lendMessages } from './lend-messages.ts';
import { findTrigger } from './merge-status.ts';
import { type ComposedEngine, PartNames } from './named-engine.ts';
import { type ShadowOptions, ShadowRun } from './shadow-run.ts';
import { withTimeLimit } from './time-limits.ts';
import { Troubles } from './troubles.ts';

/**
 * The primary engine as it is, and a candidate that does the same work behind its back: after the primary has
 * answered, on messages that it cannot edit, at most one run at a time. Only figures of it are kept, by `onReport`
 * and in `status().counters`. Nothing that the candidate does reaches the conversation, and its tools are not lent.
 *
 * It costs what the candidate costs: one that summarises pays for its own summaries.
 *
 * @throws CompositionError when one of them is no engine, or both are the same.
 */
export function shadow(primary: ComposedEngine, candidate: ComposedEngine, options: ShadowOptions = {}): ContextEngine {
  const names = new PartNames('shadow');
  const { engine } = names.add(primary, 'primary');
  const side = names.add(candidate, 'candidate');
  const troubles = new Troubles('shadow', options);
  const run = new ShadowRun(side, { ...options, troubles });
  const { clock = SYSTEM_CLOCK } = options;
  let compressionCount = 0;
  const composed: ContextEngine = {
    ...passedOn(engine),
    ...noticesOf(engine, run),
    shouldCompress: (promptTokens) => engine.shouldCompress(promptTokens),
    compress(request) {
      const start = clock.now();
      return compressAndTell(engine, request, (outcome) => {
        if (outcome?.kind === 'compressed') compressionCount += 1;
        run.start({ request, outcome, ms: clock.now() - start });
      });
    },
    status: () => statusWith(engine, { compressionCount, counters: { ...run.counters(), troubles: troubles.count } }),
    dispose: () => disposeBoth(engine, run),
  };
  return withTimeLimit(composed, [engine], undefined);
}

async function compressAndTell(
  engine: ContextEngine,
  request: CompressRequest,
  done: (outcome?: CompressOutcome) => void,
): Promise<CompressOutcome> {
  let outcome: CompressOutcome;
  try {
    outcome = await engine.compress(request);
  } catch (error) {
    // Whoever stopped it wants no second run either.
    if (!request.signal.aborted) done();
    throw error;
  }
  done(outcome);
  return outcome;
}

/** The candidate's end is waited for, and never heard of. */
async function disposeBoth(engine: ContextEngine, run: ShadowRun): Promise<void> {
  const ended = run.dispose();
  try {
    await engine.dispose?.();
  } finally {
    await ended;
  }
}

type PassedOn = Pick<ContextEngine, 'pruneOnly' | 'selectContext' | 'hasContentToCompress' | 'onCommit' | 'tools'>;

/** What the primary alone answers. */
function passedOn(engine: ContextEngine): PassedOn {
  const pruneOnly = engine.pruneOnly?.bind(engine);
  const selectContext = engine.selectContext?.bind(engine);
  const hasContentToCompress = engine.hasContentToCompress?.bind(engine);
  const onCommit = engine.onCommit?.bind(engine);
  const { tools } = engine;
  return {
    ...(pruneOnly === undefined ? {} : { pruneOnly }),
    ...(selectContext === undefined ? {} : { selectContext }),
    ...(hasContentToCompress === undefined ? {} : { hasContentToCompress }),
    ...(onCommit === undefined ? {} : { onCommit }),
    ...(tools === undefined ? {} : { tools }),
  };
}

/** What both hear, the primary first. The candidate hears of no commit: nothing of its own is ever stored. */
function noticesOf(
  engine: ContextEngine,
  run: ShadowRun,
): Pick<ContextEngine, 'updateFromResponse'> & Required<Pick<ContextEngine, 'updateModel' | 'onTurnComplete'>> {
  return {
    updateFromResponse(usage) {
      engine.updateFromResponse(usage);
      run.tell('updateFromResponse', (candidate) => candidate.updateFromResponse(usage));
    },
    updateModel(model) {
      engine.updateModel?.(model);
      run.tell('updateModel', (candidate) => candidate.updateModel?.(model));
    },
    onTurnComplete(turn) {
      engine.onTurnComplete?.(turn);
      run.tell('onTurnComplete', (candidate) =>
        candidate.onTurnComplete?.({ ...turn, added: lendMessages(turn.added) }),
      );
    },
  };
}

/** The primary's own status, or the least that can be said of it, with the figures of the candidate. */
function statusWith(
  engine: ContextEngine,
  { compressionCount, counters }: Pick<EngineStatus, 'compressionCount' | 'counters'>,
): EngineStatus {
  const status = engine.status?.() ?? {
    thresholdTokens: findTrigger((promptTokens) => engine.shouldCompress(promptTokens)),
    compressionCount,
  };
  return { ...status, counters: { ...status.counters, ...counters } };
}

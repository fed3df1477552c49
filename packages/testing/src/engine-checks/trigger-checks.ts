import type { ContextEngine } from '@hermes-context/contract';
import { broken, defineLook } from './define-promise.ts';
import type { EngineCheck } from './engine-check.ts';

/** Sizes between which the trigger is looked at, as shares of the window. */
const SHARES = Array.from({ length: 81 }, (_, index) => index / 40);

/** What `shouldCompress` promises, and `updateModel` about it. */
export const TRIGGER_CHECKS: readonly EngineCheck[] = [
  defineLook('asks for no compression of an empty prompt', ({ use }) =>
    use((engine) => {
      if (engine.shouldCompress(0)) broken('shouldCompress(0) is true: it would compress before the first word.');
    }),
  ),
  defineLook('asks for compression of a prompt that fills the window', ({ use }) =>
    use((engine, { model: { contextTokens } }) => {
      for (const promptTokens of [contextTokens, Number.MAX_SAFE_INTEGER]) {
        if (!engine.shouldCompress(promptTokens))
          broken(`shouldCompress(${promptTokens}) is false on a window of ${contextTokens}.`);
      }
    }),
  ),
  defineLook('goes on asking as the prompt grows', ({ use }) =>
    use((engine, { model: { contextTokens } }) => {
      let asked: number | undefined;
      for (const promptTokens of SHARES.map((share) => Math.round(share * contextTokens))) {
        const asks = engine.shouldCompress(promptTokens);
        if (!asks && asked !== undefined) broken(`It asks at ${asked} tokens, and not at ${promptTokens}.`);
        if (asks) asked ??= promptTokens;
      }
    }),
  ),
  defineLook('asks no later after a switch to a smaller window, if it follows switches', ({ use }) =>
    use((engine, { model }) => {
      if (engine.updateModel === undefined) return;
      const before = triggerOf(engine);
      engine.updateModel({ ...model, contextTokens: Math.round(model.contextTokens / 2) });
      const after = triggerOf(engine);
      if (after > before) broken(`Half the window moved the trigger from ${before} up to ${after} tokens.`);
    }),
  ),
  defineLook('asks where its status says that it asks, if it has a status', ({ use }) =>
    use((engine) => {
      const status = engine.status?.();
      if (status === undefined) return;
      const { thresholdTokens, compressionCount } = status;
      const trigger = triggerOf(engine);
      if (Math.ceil(thresholdTokens) !== trigger)
        broken(`status() says ${thresholdTokens} tokens, but it asks from ${trigger} on.`);
      if (compressionCount !== 0) broken(`status() counts ${compressionCount} compressions before the first.`);
    }),
  ),
];

/** The smallest prompt for which the engine asks, by halving; it asks for all larger ones. */
function triggerOf(engine: ContextEngine): number {
  let quiet = 0;
  let asking = Number.MAX_SAFE_INTEGER;
  while (asking - quiet > 1) {
    const middle = quiet + Math.floor((asking - quiet) / 2);
    if (engine.shouldCompress(middle)) asking = middle;
    else quiet = middle;
  }
  return asking;
}

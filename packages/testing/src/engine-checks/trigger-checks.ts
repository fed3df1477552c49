import type { ContextEngine } from '@hermes-context/contract';
import { broken } from './broken.ts';
import { checkOnce } from './define-check.ts';
import type { EngineCheck } from './engine-check.ts';

/** Sizes between which the trigger is looked at, as shares of the window. */
const SHARES = Array.from({ length: 81 }, (_, index) => index / 40);
/** A switch to a window of this share: below the trigger of any engine that knows the old one only. */
const SMALL_WINDOW_RATIO = 0.1;

/** P3, of `shouldCompress`: it asks when there is something to gain, before it is too late. */
export const TRIGGER_CHECKS: readonly EngineCheck[] = [
  checkOnce({
    promise: 'P3',
    title: 'asks for no compression of an empty prompt',
    look: ({ use }) =>
      use((engine) => {
        if (engine.shouldCompress(0)) broken('shouldCompress(0) is true: it would compress before the first word.');
      }),
  }),
  checkOnce({
    promise: 'P3',
    title: 'asks for compression of a prompt that fills the window',
    look: ({ use }) => use((engine, { model }) => claimAsksAtFull(engine, model.contextTokens)),
  }),
  checkOnce({
    promise: 'P3',
    title: 'goes on asking as the prompt grows',
    look: ({ use }) =>
      use((engine, { model: { contextTokens } }) => {
        let asked: number | undefined;
        for (const promptTokens of SHARES.map((share) => Math.round(share * contextTokens))) {
          const asks = engine.shouldCompress(promptTokens);
          if (!asks && asked !== undefined) broken(`It asks at ${asked} tokens, and not at ${promptTokens}.`);
          if (asks) asked ??= promptTokens;
        }
      }),
  }),
  checkOnce({
    promise: 'P3',
    title: 'asks no later after a switch to a smaller window, and in time, if it follows switches',
    look: ({ use }) =>
      use((engine, { model }) => {
        if (engine.updateModel === undefined) return;
        const before = triggerOf(engine);
        engine.updateModel({ ...model, contextTokens: Math.round(model.contextTokens / 2) });
        const after = triggerOf(engine);
        if (after > before) broken(`Half the window moved the trigger from ${before} up to ${after} tokens.`);
        const contextTokens = Math.round(model.contextTokens * SMALL_WINDOW_RATIO);
        engine.updateModel({ ...model, contextTokens });
        claimAsksAtFull(engine, contextTokens);
      }),
  }),
];

function claimAsksAtFull(engine: ContextEngine, contextTokens: number): void {
  for (const promptTokens of [contextTokens, Number.MAX_SAFE_INTEGER]) {
    if (!engine.shouldCompress(promptTokens))
      broken(`shouldCompress(${promptTokens}) is false on a window of ${contextTokens}.`);
  }
}

/** The smallest prompt for which the engine asks, by halving; it asks for all larger ones. */
export function triggerOf(engine: ContextEngine): number {
  let quiet = 0;
  let asking = Number.MAX_SAFE_INTEGER;
  while (asking - quiet > 1) {
    const middle = quiet + Math.floor((asking - quiet) / 2);
    if (engine.shouldCompress(middle)) asking = middle;
    else quiet = middle;
  }
  return asking;
}

import type { ContextEngine } from '@hermes-context/contract';
import { assembleEngine } from './assemble-engine.ts';
import { RouteByEngine, RouteByName } from './route-choice.ts';
import type { ChooseEngine, RouteByEngineOptions, RouteTable } from './route-facts.ts';
import { Router } from './router.ts';
import { withTimeLimit } from './time-limits.ts';
import { Troubles } from './troubles.ts';

/**
 * One engine out of several, by what is known of the session and the request. A compaction is the work of one
 * engine from start to end, and only its threshold counts. A choice that leads nowhere goes to the default, with
 * a warning in the next report.
 *
 * A choice by size should keep the triggers in order: when it changes to an engine with a higher threshold,
 * nothing is compressed up to that.
 *
 * @throws CompositionError when `default` is no engine.
 */
export function route(table: RouteTable): ContextEngine;
/**
 * The same with a function that gives back the engine itself: always the same object for the same choice. Without
 * `default` a choice that leads nowhere goes to the engine chosen last, and before the first to none.
 */
export function route(choose: ChooseEngine, options?: RouteByEngineOptions): ContextEngine;
export function route(given: RouteTable | ChooseEngine, options: RouteByEngineOptions = {}): ContextEngine {
  const settings = typeof given === 'function' ? options : given;
  const troubles = new Troubles('route', settings);
  const choice = typeof given === 'function' ? new RouteByEngine(given, options) : new RouteByName(given);
  const router = new Router(choice, { ...settings, troubles });
  const engine = assembleEngine(choice.parts, router, troubles);
  const composed: ContextEngine = {
    ...engine,
    updateFromResponse: (usage) => {
      router.noteUsage(usage);
      engine.updateFromResponse(usage);
    },
    updateModel: (model) => {
      router.noteModel(model);
      engine.updateModel?.(model);
    },
  };
  // One of them is asked; which, nobody knows yet.
  return withTimeLimit(
    composed,
    choice.parts.map((part) => part.engine),
    settings.timeoutMs,
  );
}

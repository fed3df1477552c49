import type { ContextEngine, ModelInfo } from '@hermes-context/contract';
import type { CompositionServices } from './composition-services.ts';
import type { ComposedEngine } from './named-engine.ts';

/** What a choice may depend on. What the host did not say, or the question does not tell, is absent. */
export interface RouteFacts {
  /** The model in use: as given to `route`, then as told by `updateModel`. */
  readonly model?: ModelInfo;
  /** Size of the next prompt, in tokens. */
  readonly promptTokens?: number;
  /** Messages in the list. Absent where the question is only whether a size is too large. */
  readonly messageCount?: number;
  /** As given to `route`. */
  readonly sessionId?: string;
  /** As given to `route`: the host's own word, such as `chat` or `cron`. */
  readonly sessionKind?: string;
}

/** What the host knows of the session, for {@link RouteFacts}. */
export interface RouteOptions extends CompositionServices {
  readonly model?: ModelInfo;
  readonly sessionId?: string;
  readonly sessionKind?: string;
  /** How long an engine may take, in milliseconds. Default 300,000. */
  readonly timeoutMs?: number;
}

/** Engines to choose from by name. */
export interface RouteTable extends RouteOptions {
  /** Names an entry of `engines`. Must be pure and quick: it is asked on every turn. */
  readonly choose: (facts: RouteFacts) => string;
  /**
   * An engine, or a function that makes it when it is chosen first. One that is made late hears of the model and the
   * last response then. It lends the agent no tools, since those are fixed from the start.
   */
  readonly engines: Readonly<Record<string, ContextEngine | (() => ContextEngine)>>;
  /** Used, with a warning, where `choose` throws or names no engine. Made at once. */
  readonly default: string;
}

/** A choice of the engine itself: always the same object for the same choice. */
export type ChooseEngine = (facts: RouteFacts) => ComposedEngine;

/** Further facts for a choice of the engine itself. */
export interface RouteByEngineOptions extends RouteOptions {
  /** Used, with a warning, where `choose` throws or gives no engine. Default: the engine chosen last. */
  readonly default?: ComposedEngine;
}

import { ContextHostError } from '@hermes-context/contract';
import { BUILT_IN_ENGINE_NAME } from './engine-name.ts';
import { describeEngineSource, type EngineSource } from './engine-source.ts';

/** Which name was taken, and by whom. */
export interface DuplicateEngine {
  /** The name both want. */
  readonly engine: string;
  /** Who has it. */
  readonly existing: EngineSource;
  /** Who asked for it in vain. */
  readonly refused: EngineSource;
}

/** Two plug-ins registered one name. The first keeps it, and the second is told so: a name means one engine. */
export class DuplicateEngineError extends ContextHostError {
  override readonly name = 'DuplicateEngineError';
  readonly code = 'CTX_ENGINE_DUPLICATE';
  readonly facts: DuplicateEngine;

  constructor(facts: DuplicateEngine) {
    const { engine, existing, refused } = facts;
    super({
      what: `Context engine "${engine}" is taken: ${describeEngineSource(refused)} was refused.`,
      why: `${capitalised(describeEngineSource(existing))} has that name, and a name means one engine.`,
      fix:
        engine === BUILT_IN_ENGINE_NAME
          ? `Give the plug-in another name: "${BUILT_IN_ENGINE_NAME}" always means the built-in engine.`
          : 'Remove one of the two plug-ins, or give one of them another name.',
    });
    this.facts = facts;
  }
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

import { ContextHostError } from '@hermes-context/contract';
import { closestName } from '@hermes-context/messages';
import { ENGINE_NAME_RULE, isEngineName, quoteName } from '../engine-name.ts';
import { EngineNameError } from '../engine-name-error.ts';
import { EngineNotFoundError } from '../engine-not-found-error.ts';

/** Why an entry of `context.stages` does not run. */
export type StageFault =
  /** No plug-in answers to the name. */
  | 'unknown'
  /** There is one, and it cannot be used; `cause` says why. */
  | 'broken'
  /** It stands further in front too. */
  | 'repeated'
  /** It is the pipeline itself. */
  | 'nested';

/** The facts of a stage that does not run. */
export interface StageLeftOut {
  readonly stage: string;
  readonly fault: StageFault;
  /** What the plug-in failed at, for `broken`. */
  readonly cause?: ContextHostError;
  /** Names that would have worked, for `unknown`. */
  readonly available?: readonly string[];
}

/** An entry of `context.stages` is left out of the pipeline; the others run. */
export class StageLeftOutError extends ContextHostError {
  override readonly name = 'StageLeftOutError';
  readonly code = 'CTX_STAGE_LEFT_OUT';
  readonly stage: string;
  readonly fault: StageFault;

  constructor(facts: StageLeftOut) {
    const { stage, fault, cause } = facts;
    super({
      what: `Stage ${quoteName(stage)} of the pipeline is left out.`,
      ...reasonFor(facts),
      ...(cause === undefined ? {} : { cause }),
    });
    this.stage = stage;
    this.fault = fault;
  }

  /** The stage whose resolution ended elsewhere, and with that notice. */
  static because(stage: string, notice: ContextHostError | undefined): StageLeftOutError {
    if (notice instanceof EngineNotFoundError || notice instanceof EngineNameError) {
      return new StageLeftOutError({ stage, fault: 'unknown', available: notice.available });
    }
    return new StageLeftOutError({ stage, fault: 'broken', ...(notice === undefined ? {} : { cause: notice }) });
  }
}

function reasonFor({ stage, fault, cause, available = [] }: StageLeftOut): {
  readonly why: string;
  readonly fix: string;
} {
  switch (fault) {
    case 'unknown': {
      const meant = closestName(stage, available);
      const rule = isEngineName(stage) ? '' : ` A name is ${ENGINE_NAME_RULE}.`;
      const hint = meant === undefined ? '' : `Did you mean "${meant}"? `;
      return {
        why: `context.stages names it, and it leads to no engine; there are: ${available.join(', ')}.${rule}`,
        fix: `${hint}Correct context.stages: hermes config edit`,
      };
    }
    case 'broken': {
      const { what, why, fix } = cause?.explanation ?? { what: '', why: 'It cannot be used.', fix: '' };
      return { why: `${what} ${why}`.trim(), fix: fix === '' ? 'hermes plugins doctor' : fix };
    }
    case 'repeated':
      return {
        why: 'context.stages names it more than once, and an engine runs once: it has one folder for its data.',
        fix: 'Remove the repetition: hermes config edit',
      };
    case 'nested':
      return {
        why: 'A pipeline cannot be a stage of itself.',
        fix: 'Remove it from context.stages: hermes config edit',
      };
  }
}

import { ContextHostError } from '@hermes-context/contract';
import { describeCause } from '../describe-cause.ts';

/** One part, and what it rejected with. */
export interface FailedPart {
  readonly name: string;
  readonly cause: unknown;
}

/** Parts of a composition failed at something that all of them were told; the others were told all the same. */
export class PartsFailedError extends ContextHostError {
  override readonly name = 'PartsFailedError';
  readonly code = 'CTX_PARTS_FAILED';
  readonly parts: readonly FailedPart[];

  constructor({ member, parts }: { readonly member: string; readonly parts: readonly FailedPart[] }) {
    const failures = parts.map(({ name, cause }) => `${name}: ${describeCause(cause)}`);
    super({
      what: `${member} failed for ${parts.length === 1 ? 'one engine' : `${parts.length} engines`} of a composition.`,
      why: `${failures.join('; ')}. All its other engines were told.`,
      fix: 'Report it to the authors of the engines that are named.',
      cause: parts[0]?.cause,
    });
    this.parts = parts;
  }
}

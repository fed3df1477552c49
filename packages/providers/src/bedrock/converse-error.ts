import { describeValue, quoteName } from '../describe-value.ts';
import type { Place } from '../place.ts';
import { TranscriptShapeError } from '../transcript-shape-error.ts';
import type { WireObject } from '../wire-value.ts';

/** Fails where a value holds a field that would be lost on the way. A field that says nothing is no loss. */
export function refuseOthers(value: WireObject, known: readonly string[], place: Place): void {
  const other = Object.keys(value).find((field) => !known.includes(field) && !isNothing(value[field]));
  if (other !== undefined)
    throw notCarried([...place, other], describeValue(value[other]), `no field ${quoteName(other)}`);
}

/** An error for what Converse has no form for. `expected` follows "Expected". */
export function notCarried(place: Place, found: string, expected: string): TranscriptShapeError {
  return new TranscriptShapeError({
    place,
    found,
    expected: `${expected}: Bedrock Converse has no form for it`,
    fix: 'Remove it before the request is made, or ask the model by InvokeModel, which takes the Anthropic form.',
  });
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

import type { ContextHostError } from '@hermes-context/contract';
import { plainText } from '../terminal/plain-text.ts';
import type { Paint } from './palette.ts';

/** What went wrong, why, and what to do, a line each. Pure. */
export function errorLines({ explanation: { what, why, fix } }: ContextHostError, paint: Paint): readonly string[] {
  return [paint('red', `! ${plainText(what)}`), `  why: ${plainText(why)}`, `  fix: ${plainText(fix)}`];
}

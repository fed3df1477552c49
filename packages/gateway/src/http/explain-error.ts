import { ContextHostError } from '@hermes-context/contract';
import { redactSecrets } from '@hermes-context/messages';
import { GatewayFaultError } from './gateway-errors.ts';

/** How an error reads over HTTP, as a body or as the data of an `error` event. */
export interface GatewayErrorJson {
  readonly error: { readonly code: string; readonly what: string; readonly why: string; readonly fix: string };
}

/** What a client is told: the three sentences with their secrets masked; of an unknown error, nothing but that it failed. */
export function explainError(error: unknown): GatewayErrorJson {
  const known = ContextHostError.is(error) ? error : new GatewayFaultError(error);
  const { what, why, fix } = known.explanation;
  return { error: { code: known.code, what: redactSecrets(what), why: redactSecrets(why), fix: redactSecrets(fix) } };
}

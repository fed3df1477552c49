import { readCount, readField } from '../chat/read-field.ts';
import type { CodexTurnError } from './codex-protocol.ts';

const UNAUTHORIZED = 401;

/**
 * Whether a turn failed since Codex may not ask the model: it is not logged in, or its key is not taken. The server says
 * `unauthorized`, or hands on the provider's status in one of several objects with one key.
 */
export function isAuthFailure({ codexErrorInfo: info }: CodexTurnError): boolean {
  if (info === undefined || typeof info === 'string') return info === 'unauthorized';
  return Object.keys(info).some((name) => readCount(readField(info, name), 'httpStatusCode') === UNAUTHORIZED);
}

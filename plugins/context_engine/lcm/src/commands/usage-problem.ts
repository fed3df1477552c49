import type { EngineCommandResult } from '@hermes-context/contract';

/** Three sentences about arguments that must be corrected. */
export function usage(what: string, why: string, fix: string): EngineCommandResult {
  return { kind: 'usage', problem: { what, why, fix } };
}

/** What stood on the command line, for a message: in quotes, cut to 80 characters, nothing in it that moves a cursor. */
export function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80)).replace(/\p{Cc}/gu, '?');
}

import { readdirSync, readFileSync } from 'node:fs';
import type { Messages } from '@hermes-context/contract';
import { deepFreeze } from '@hermes-context/testing';

const folder = new URL('../cases/', import.meta.url);

/** A case of `test/cases`, its long strings written out. */
export interface Case {
  readonly input: Readonly<Record<string, unknown>>;
  readonly messages: Messages;
}

/** Load a case by its number, such as `01`. Deep-frozen. */
export function loadCase(number: string): Case {
  const file = readdirSync(folder).find((name) => name.startsWith(`${number}-`));
  if (file === undefined) throw new Error(`there is no case ${number}`);
  const { input } = expand(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))) as {
    readonly input: Record<string, unknown>;
  };
  return deepFreeze({ input, messages: (input['messages'] ?? []) as Messages });
}

/** `{"$repeat":{"text":T,"times":N}}` and `{"$concat":[…]}` stand for long strings. */
function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expand);
  if (typeof value !== 'object' || value === null) return value;
  if ('$repeat' in value) {
    const { text, times } = value.$repeat as { readonly text: string; readonly times: number };
    return text.repeat(times);
  }
  if ('$concat' in value) return (value.$concat as readonly unknown[]).map(expand).join('');
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expand(each)]));
}

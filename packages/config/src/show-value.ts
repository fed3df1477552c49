import type { ConfigNode } from './config-node.ts';

/** More of a value than this tells nobody anything. */
const MAX_SHOWN_CHARS = 60;

/** Keys whose value never gets into a message, right or wrong. */
const SECRET_KEYS = /key|token|secret|password/i;

/** One long word with a digit in it: nothing a setting takes, but what keys look like. */
const OPAQUE_WORD = /^[\w-]{20,}$/;
const HAS_DIGIT = /\d/;

/** What a message may say about a value. */
export interface ShownValue {
  /** The value itself, masked where it may be a secret; `undefined` for a list or a map. */
  readonly value: unknown;
  /** For a sentence: `"5 minutes"`, `50`, `a list`. */
  readonly text: string;
}

/** A value as a message may show it: short, and without secrets. */
export function showValue(node: ConfigNode, path: readonly string[]): ShownValue {
  if (node.kind === 'list') return { value: undefined, text: 'a list' };
  if (node.kind === 'map') return { value: undefined, text: 'a map' };
  // What a reference stands for is often a secret.
  const value = node.written ?? node.value;
  if (isSecret(value, path)) return { value: '[hidden]', text: '[hidden]' };
  // A number as the file spells it; JSON has no infinity either.
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return { value, text: text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text };
}

function isSecret(value: unknown, path: readonly string[]): boolean {
  if (SECRET_KEYS.test(path.at(-1) ?? '')) return true;
  if (typeof value !== 'string') return false;
  // An address may carry a password (http://user:password@host), and a key may stand behind the wrong name.
  return (value.includes('@') && value.includes('://')) || (OPAQUE_WORD.test(value) && HAS_DIGIT.test(value));
}

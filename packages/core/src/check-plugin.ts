import type { ContextEnginePlugin } from '@hermes-context/contract';
import { HOST_CONTRACT_VERSIONS } from './contract-version.ts';
import { ENGINE_NAME_RULE, isEngineName } from './engine-name.ts';
import { readField } from './read-field.ts';

const TEXTS: readonly string[] = ['version', 'description'];

const METHODS: readonly string[] = ['parseOptions', 'create'];

/** What a value turned out to be. Narrow on `kind`. */
export type PluginVerdict =
  | { readonly kind: 'plugin'; readonly plugin: ContextEnginePlugin }
  /** Speaks a contract that this host does not; the rest of it was not judged. */
  | { readonly kind: 'incompatible'; readonly declared: number }
  /** Everything that is wrong with it, one sentence each. */
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** Check that a value can be used as a plug-in: shape and contract version. Runs none of its methods, never throws. */
export function checkPlugin(value: unknown): PluginVerdict {
  const declared = readField(value, 'contract');
  if (typeof declared === 'number' && !HOST_CONTRACT_VERSIONS.includes(declared)) {
    return { kind: 'incompatible', declared };
  }
  const problems = findProblems(value);
  return isPlugin(value, problems) ? { kind: 'plugin', plugin: value } : { kind: 'invalid', problems };
}

function isPlugin(_value: unknown, problems: readonly string[]): _value is ContextEnginePlugin {
  return problems.length === 0;
}

function findProblems(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) {
    return [`It is ${kindOf(value)}; it must be what defineContextEngine({ … }) returns.`];
  }
  return [
    ...(isEngineName(readField(value, 'name')) ? [] : [`Its name must be ${ENGINE_NAME_RULE}.`]),
    ...TEXTS.filter((field) => !isText(readField(value, field))).map(
      (field) => `Its ${field} must be a text that is not empty.`,
    ),
    ...(readField(value, 'contract') === 1 ? [] : ['Its contract must be the number 1.']),
    ...METHODS.filter((method) => typeof readField(value, method) !== 'function').map(
      (method) => `Its ${method} must be a function.`,
    ),
  ];
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return typeof value === 'function' ? 'a function or class' : `a ${typeof value}`;
}

import type { ConfigNode, MapEntry, ScalarNode } from './config-node.ts';
import type { ConfigProblem, ConfigWarning } from './config-problem.ts';
import { findingAt } from './finding.ts';
import { showValue } from './show-value.ts';

/** Variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A reference to the environment: a name in braces behind a dollar sign. */
const REFERENCE = /\$\{([A-Za-z_]\w*)\}/g;

/** Whether a text refers to the environment. */
export function hasReference(text: string): boolean {
  return text.search(REFERENCE) !== -1;
}

/** A text with its references replaced. */
export interface ExpandedText {
  readonly text: string;
  /** Names without a variable, or with an empty one; they stay in the text as they are. */
  readonly unknown: readonly string[];
}

/** Replace the references of a text by what they stand for. What that says is not looked through again. */
export function expandReferences(text: string, env: Environment): ExpandedText {
  const unknown: string[] = [];
  const expanded = text.replaceAll(REFERENCE, (reference, name: string) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value !== undefined && value !== '') return value;
    unknown.push(name);
    return reference;
  });
  return { text: expanded, unknown: [...new Set(unknown)] };
}

/** A scalar with its references replaced; what the file says is kept beside it, for what a person gets to see. */
export function expandScalar(
  node: ScalarNode,
  env: Environment,
): { readonly node: ScalarNode; readonly unknown: readonly string[] } {
  if (typeof node.value !== 'string' || !hasReference(node.value)) return { node, unknown: [] };
  const { text, unknown } = expandReferences(node.value, env);
  return { node: { ...node, value: text, written: node.value }, unknown };
}

/** A tree that is nobody's business here, such as the options of an engine: an unknown name stays, as it may be no reference. */
export function expandTree(
  node: ConfigNode,
  env: Environment,
  onUnknown: (node: ScalarNode, names: readonly string[]) => void,
): ConfigNode {
  const expand = (child: ConfigNode): ConfigNode => expandTree(child, env, onUnknown);
  switch (node.kind) {
    case 'list':
      return { ...node, items: node.items.map(expand) };
    case 'map': {
      const entries = Array.from(
        node.entries,
        ([key, entry]) => [key, { ...entry, node: expand(entry.node) }] as const,
      );
      return { ...node, entries: new Map(entries) };
    }
    case 'scalar': {
      const { node: expanded, unknown } = expandScalar(node, env);
      if (unknown.length > 0) onUnknown(node, unknown);
      return expanded;
    }
  }
}

/** Where a reference stands, and what it is that nobody set. */
export interface UnknownReference {
  readonly path: readonly string[];
  readonly node: ScalarNode;
  readonly names: readonly string[];
}

/** A setting refers to a variable that there is none of. */
export function unknownVariable(reference: UnknownReference, effect: string): ConfigWarning {
  const { names } = reference;
  return findingAt({
    ...partsOf(reference),
    code: 'unknown-variable',
    effect: `; ${effect}`,
    rule: 'A name in braces behind a dollar sign stands for a variable of the environment.',
    fix: `Set ${names.join(' and ')} in the environment, or write the value out.`,
  });
}

/** The same of an address: without it a whole conversation would be sent to another one. */
export function unknownAddress(reference: UnknownReference): ConfigProblem {
  const { names } = reference;
  return findingAt({
    ...partsOf(reference),
    code: 'unknown-variable',
    rule: 'It is part of an address; without it conversations would be sent somewhere else.',
    fix: `Set ${names.join(' and ')} in the environment, or write the address out.`,
  });
}

/** A project's file refers to the environment. */
export function notExpanded(path: readonly string[], { node }: MapEntry): ConfigWarning {
  return findingAt({
    code: 'not-expanded',
    path,
    place: node.place,
    value: showValue(node, path).value,
    what: 'is taken word for word',
    rule: 'A project file comes with a checkout, so it may not read your environment.',
    fix: 'Write the value out, or put the setting into your own file.',
  });
}

function partsOf({ path, node, names }: UnknownReference) {
  const verb = names.length === 1 ? 'is' : 'are';
  return {
    path,
    place: node.place,
    value: showValue(node, path).value,
    what: `refers to ${names.join(' and ')}, which ${verb} not set,`,
  };
}

import { isCollection, isScalar, parseDocument } from 'yaml';
import type { ConfigNode, Place, ScalarNode } from '../config-node.ts';
import { readNodes } from '../read-nodes.ts';

/** What came of reading an argument of a command line as YAML. Narrow on `kind`. */
export type ReadArgument =
  | { readonly kind: 'read'; readonly node: ConfigNode }
  | { readonly kind: 'broken'; readonly rule: string; readonly fix: string };

const PLACE: Place = { origin: 'user', file: '', line: 1, column: 1 };

/**
 * Read an argument as YAML 1.2 reads a value on the line of its key: a list in brackets, a map in braces, a text in
 * quotes, a number, `true`, `false` or `null`; everything else is text, colons and signs included.
 */
export function readArgument(argument: string): ReadArgument {
  const document = parseDocument(argument, { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const { contents, errors } = document;
  const isWhole = errors.length === 0 && contents !== null && contents.range[1] === argument.trimEnd().length;
  if (/^\s*["'[{]/.test(argument)) {
    if (!isWhole || !(isScalar(contents) || isCollection(contents))) return BROKEN;
    return checked(readNodes(contents, () => PLACE));
  }
  const isPlain = isWhole && isScalar(contents) && contents.type === 'PLAIN' && contents.source === argument.trim();
  // A telephone number and a code have their zeros for a reason; YAML 1.1 would even count in eights.
  if (!isPlain || /^[-+]?0\d/.test(argument.trim())) return { kind: 'read', node: textNode(argument) };
  return checked(readNodes(contents, () => PLACE));
}

/** A text, word for word. */
export function textNode(text: string): ScalarNode {
  return { kind: 'scalar', value: text, isQuoted: true, source: text, place: PLACE };
}

const BROKEN: ReadArgument = {
  kind: 'broken',
  rule: 'It starts like a list, a map or a text in quotes, but is none from its first to its last character.',
  fix: 'Close what was opened. To have it as text, put it into double quotes, and all of it into single quotes for the shell.',
};

function checked({ root, faults }: ReturnType<typeof readNodes>): ReadArgument {
  const [fault] = faults;
  if (fault !== undefined) return { kind: 'broken', rule: fault.rule, fix: 'Correct the list or the map.' };
  if (!hasLongInteger(root)) return { kind: 'read', node: root };
  return {
    kind: 'broken',
    rule: 'It has a whole number with more digits than a number keeps; another one would be written.',
    fix: 'Put it into quotes to have it as text, or write it by hand: hermes config edit',
  };
}

/** Whether there is a whole number that would be rounded. */
function hasLongInteger(node: ConfigNode): boolean {
  if (node.kind === 'list') return node.items.some(hasLongInteger);
  if (node.kind === 'map') return node.entries.values().some((entry) => hasLongInteger(entry.node));
  return typeof node.value === 'number' && /^[-+]?\d+$/.test(node.source) && !Number.isSafeInteger(node.value);
}

import type { ConfigNode, MapNode } from './config-node.ts';
import { toPlain } from './config-node.ts';
import type { ConfigProblem } from './config-problem.ts';
import { findingAt } from './finding.ts';
import { keySchema } from './json-schema.ts';
import { schemaAt } from './key-schema.ts';
import { configSchema } from './schema.ts';
import { showValue } from './show-value.ts';
import { suggestFix } from './suggest-fix.ts';

/** Everything that the schema refuses in one file's tree, one problem a value, in the order of the schema. */
export function valueProblems(root: MapNode): readonly ConfigProblem[] {
  const result = configSchema.safeParse(toPlain(root));
  if (result.success) return [];
  const problems = new Map<string, ConfigProblem>();
  for (const { path, code, message } of result.error.issues) {
    const segments = path.map(String);
    const key = JSON.stringify(segments);
    if (!problems.has(key))
      problems.set(key, valueProblem({ root, path: segments, isOfWrongType: code === 'invalid_type', message }));
  }
  return [...problems.values()];
}

interface Issue {
  readonly root: MapNode;
  readonly path: readonly string[];
  readonly isOfWrongType: boolean;
  /** The rule, to follow "It must be". */
  readonly message: string;
}

function valueProblem({ root, path, isOfWrongType, message }: Issue): ConfigProblem {
  const node = nodeAt(root, path);
  const { value, text } = showValue(node, path);
  return findingAt({
    code: isOfWrongType || node.kind !== 'scalar' ? 'wrong-type' : 'not-allowed',
    path,
    place: node.place,
    value,
    what: `is ${text}`,
    rule: `It must be ${message}.`,
    fix: suggestFix({ path, node, schema: schemaAt(keySchema(), path) }),
  });
}

/** The node at a path, items of lists included. The schema only complains about what is there. */
function nodeAt(root: ConfigNode, path: readonly string[]): ConfigNode {
  let node = root;
  for (const key of path) {
    const child: ConfigNode | undefined = node.kind === 'map' ? node.entries.get(key)?.node : undefined;
    const item = node.kind === 'list' ? node.items[Number(key)] : undefined;
    node = child ?? item ?? node;
  }
  return node;
}

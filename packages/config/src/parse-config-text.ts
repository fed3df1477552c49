import { LineCounter, parseDocument, type YAMLError } from 'yaml';
import type { FileOrigin, MapNode, Place } from './config-node.ts';
import { type ConfigProblem, type ConfigWarning, formatPlace } from './config-problem.ts';
import { formatKeyPath } from './key-path.ts';
import { type NodeFault, readNodes } from './read-nodes.ts';
import { yamlReason } from './yaml-reason.ts';

/** Which file a text came from. */
export interface ConfigSource {
  readonly origin: FileOrigin;
  readonly file: string;
}

/** What came of reading a file's text. Narrow on `kind`. */
export type ParsedConfigText =
  | { readonly kind: 'parsed'; readonly root: MapNode; readonly warnings: readonly ConfigWarning[] }
  | { readonly kind: 'broken'; readonly problems: readonly ConfigProblem[] };

/**
 * Read a config file's text as a map with places. The one YAML parser of this project:
 * YAML 1.2, so `off` is text and `0.50` a number. An empty text is an empty map.
 */
export function parseConfigText(text: string, source: ConfigSource): ParsedConfigText {
  const lines = new LineCounter();
  // Own reading finds duplicates with both their lines; pretty errors would quote the file, secrets included.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { ...source, line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (document.errors.length > 0) return { kind: 'broken', problems: oneALine(document.errors, placeAt) };

  const empty: MapNode = { kind: 'map', entries: new Map(), place: placeAt(0) };
  const { root, faults } =
    document.contents === null ? { root: empty, faults: [] } : readNodes(document.contents, placeAt);
  if (faults.length > 0) return { kind: 'broken', problems: faults.map(faultProblem) };
  const warnings = document.warnings.map((warning) => yamlWarning(warning, placeAt(warning.pos[0])));
  if (root.kind === 'map') return { kind: 'parsed', root, warnings };
  if (root.kind === 'scalar' && root.value === null) return { kind: 'parsed', root: empty, warnings };
  return { kind: 'broken', problems: [notAMap(root.place, root.kind === 'list' ? 'a list' : 'a single value')] };
}

/** One problem a line: what the parser says next about a line that it has given up on helps nobody. */
function oneALine(errors: readonly YAMLError[], placeAt: (offset: number) => Place): readonly ConfigProblem[] {
  const problems = new Map<number, ConfigProblem>();
  for (const error of errors) {
    const place = placeAt(error.pos[0]);
    if (!problems.has(place.line)) problems.set(place.line, brokenYaml(error, place));
  }
  return [...problems.values()];
}

function brokenYaml(error: YAMLError, place: Place): ConfigProblem {
  const { file, line, column } = place;
  const what = `${file} is not valid YAML at line ${line}, column ${column}.`;
  return { code: 'broken-yaml', file, line, column, path: '', value: undefined, what, ...yamlReason(error) };
}

function yamlWarning(warning: YAMLError, { file, line, column }: Place): ConfigWarning {
  return {
    code: 'yaml-warning',
    file,
    line,
    column,
    path: '',
    value: undefined,
    what: `${formatPlace({ file, line, column })} says something that is not understood: ${warning.message}.`,
    rule: 'Types that start with an exclamation mark are not known here; the value counts as text.',
    fix: 'Remove the type, or put the value in quotes if the mark belongs to it.',
  };
}

function faultProblem({ code, place, path, what, rule, fix }: NodeFault): ConfigProblem {
  const { file, line, column } = place;
  const formattedPath = formatKeyPath(path);
  const subject = formattedPath === '' ? file : `${formattedPath} in ${formatPlace(place)}`;
  return { code, file, line, column, path: formattedPath, value: undefined, what: `${subject} ${what}.`, rule, fix };
}

function notAMap({ file, line, column }: Place, found: string): ConfigProblem {
  return {
    code: 'not-a-map',
    file,
    line,
    column,
    path: '',
    value: undefined,
    what: `${file} holds ${found}, and no settings.`,
    rule: 'A config file is a map of sections, such as "compression:" with its settings indented below.',
    fix: 'Write sections and keys, or empty the file for the defaults.',
  };
}

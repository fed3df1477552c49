import type { Explorer } from './exploration.ts';
import { counted, shortLine } from './note-lines.ts';

/** How statements begin; a verb alone could be a sentence. */
const STATEMENT =
  /^(?:(create|drop|alter)\s+(?:or\s+replace\s+)?(?:temp\w*\s+|unique\s+|virtual\s+|materialized\s+)?(?:table|index|view|trigger|function|type|schema|database|extension|sequence|role|user)\b|(insert|replace)\s+(?:or\s+\w+\s+)?into\b|(update)\s+\S+\s+set\b|(delete)\s+from\b|(select)\s|(with)\s+(?:recursive\s+)?\w+\s+as\b|(pragma|begin|commit|rollback|analyze|vacuum|explain|grant|revoke|truncate|set|use|copy)\b)/i;
const CREATE_TABLE = /^create\s+(?:\w+\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w."`[\]-]+)\s*\(/i;
const NO_COLUMN = /^(?:constraint|primary|foreign|unique|check|key|index|exclude)\b/i;
/** What is kept of a statement, in UTF-16 units: the columns of its table, but not megabytes of values. */
const MAX_STATEMENT_CHARS = 20_000;
/** Least part of the statements that begins as SQL does. */
const MIN_SHARE = 0.6;
const DEPTH_CHANGE: Readonly<Record<string, number>> = { '(': 1, ')': -1 };

/** Statements by verb, and the tables that are created. */
export const exploreSql: Explorer = ({ lines }) => {
  const statements = statementsIn(lines);
  const verbs = new Map<string, number>();
  let strongCount = 0;
  for (const { text } of statements) {
    const verb = verbOf(text);
    if (verb === undefined) continue;
    if (isStrong(text)) strongCount += 1;
    verbs.set(verb, (verbs.get(verb) ?? 0) + 1);
  }
  const knownCount = [...verbs.values()].reduce((sum, count) => sum + count, 0);
  if (strongCount === 0 || knownCount < statements.length * MIN_SHARE) return undefined;
  const byVerb = [...verbs].map(([verb, count]) => `${count.toLocaleString('en-GB')} ${verb}`).join(', ');
  return {
    kind: 'sql',
    title: `SQL (${counted(statements.length, 'statement')})`,
    lines: [`statements: ${byVerb}`, ...statements.flatMap(tableLine)],
  };
};

interface Statement {
  readonly text: string;
  readonly line: number;
}

/** A statement ends with a line that ends with a semicolon. Comments of whole lines are left out. */
function statementsIn(lines: readonly string[]): readonly Statement[] {
  const statements: Statement[] = [];
  let open: { text: string; line: number } | undefined;
  for (const [index, rawLine] of lines.entries()) {
    const line = rawLine.trim();
    if (line === '' || line.startsWith('--')) continue;
    open ??= { text: '', line: index + 1 };
    if (open.text.length < MAX_STATEMENT_CHARS) open.text += `${line.slice(0, MAX_STATEMENT_CHARS)}\n`;
    if (!line.endsWith(';')) continue;
    statements.push(open);
    open = undefined;
  }
  return open === undefined ? statements : [...statements, open];
}

function verbOf(statement: string): string | undefined {
  const match = STATEMENT.exec(statement.slice(0, 200));
  return match
    ?.slice(1)
    .find((verb) => verb !== undefined)
    ?.toUpperCase();
}

/** `SET` and `BEGIN` stand in other languages too, and a sentence may begin with `Select`. */
function isStrong(statement: string): boolean {
  const start = statement.slice(0, 2000);
  if (/^(?:create|drop|alter|insert|replace|update|delete)\s/i.test(start)) return true;
  return /^(?:select|with)\s/i.test(start) && /\sfrom\s/i.test(start) && statement.trimEnd().endsWith(';');
}

function tableLine({ text, line }: Statement): readonly string[] {
  const match = CREATE_TABLE.exec(text);
  if (match === null) return [];
  const columns = columnsIn(text.slice(match[0].length));
  return [shortLine(`line ${line}: table ${match[1]} (${columns.join(', ')})`, 300)];
}

/** Name and type of each column, from what stands between the brackets of a table. */
function columnsIn(body: string): readonly string[] {
  return partsOf(body.slice(0, MAX_STATEMENT_CHARS))
    .map((part) => part.trim())
    .filter((part) => part !== '' && !NO_COLUMN.test(part))
    .map((part) => /^\S+(?:\s\w+(?:\([^()]*\))?)?/.exec(part)?.[0] ?? part);
}

/** What commas separate, up to the bracket that closes; brackets within keep their commas. */
function partsOf(body: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: unit, index } of body.matchAll(/[(),]/g)) {
    depth += DEPTH_CHANGE[unit] ?? 0;
    const isEnd = depth < 0;
    if (!isEnd && (unit !== ',' || depth > 0)) continue;
    parts.push(body.slice(start, index));
    start = index + 1;
    if (isEnd) return parts;
  }
  return [...parts, body.slice(start)];
}

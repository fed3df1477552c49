import { isRecord } from '../is-record.ts';
import { needleOf } from './needles.ts';
import { incidentQuery, REMOVED_FOLDER } from './plan-turn.ts';
import { fileText, folderListing, searchHits, testRun } from './tool-output.ts';

/** A tool of the scripted agent; fits where a host takes tools. */
export interface CodingTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /**
   * Answers by the input alone: the same again for the same input. Touches no disk.
   *
   * @throws Error when there is no such file, or an argument is missing.
   */
  readonly execute: (input: unknown) => Promise<string>;
}

/** Read, write, list, search and test a project that does not exist. */
export function codingTools(seed: number, turns: number): readonly CodingTool[] {
  const planted = plantedHits(seed, turns);
  return [
    tool({ name: 'read_file', description: 'Text of a file.', fields: ['path'] }, (argument) => {
      const path = argument('path');
      if (path.startsWith(REMOVED_FOLDER)) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
      return fileText(seed, path);
    }),
    tool({ name: 'write_file', description: 'Write a file.', fields: ['path', 'content'] }, (argument) => {
      return `Wrote ${argument('content').length} characters to ${argument('path')}.`;
    }),
    tool({ name: 'list_dir', description: 'What is in a folder.', fields: ['path'] }, (argument) => {
      return folderListing(seed, argument('path'));
    }),
    tool({ name: 'search', description: 'Where words occur.', fields: ['query'] }, (argument) => {
      const query = argument('query');
      return [...searchHits(seed, query), ...(planted.get(query) ?? [])].join('\n');
    }),
    tool({ name: 'run_tests', description: 'Run the tests of a file.', fields: ['pattern'] }, (argument) => {
      return testRun(seed, argument('pattern'));
    }),
  ];
}

/** What the searches find that hold a needle, by their query. */
function plantedHits(seed: number, turns: number): ReadonlyMap<string, readonly string[]> {
  const hits = Array.from({ length: turns }, (_, index) => {
    const needle = needleOf(seed, index + 1);
    const lines = needle?.from === 'tool' ? [`logs/incidents.log: failed with ${needle.text}`] : [];
    return [incidentQuery(index + 1), lines] as const;
  });
  return new Map(hits);
}

interface ToolFace {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly string[];
}

function tool(
  { name, description, fields }: ToolFace,
  run: (argument: (field: string) => string) => string,
): CodingTool {
  const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]));
  return {
    name,
    description,
    parameters: { type: 'object', properties, required: fields, additionalProperties: false },
    execute: async (input) => run((field) => argumentOf(input, field, name)),
  };
}

function argumentOf(input: unknown, field: string, toolName: string): string {
  const value = isRecord(input) ? input[field] : undefined;
  if (typeof value !== 'string') throw new TypeError(`${toolName}: the argument ${field} must be a text.`);
  return value;
}

import { ageOf, type Candidate } from './candidates.ts';
import type { ExtractContext } from './extract-context.ts';
import type { FileAction } from './file-use.ts';
import { oneLine } from './quote.ts';
import { findRoot, isAbsolute, relativeTo } from './root-folder.ts';
import { ALL_WORDS, fill } from './words.ts';
import type { Words } from './words-shape.ts';

const ACTIONS = ['created', 'written', 'edited', 'deleted', 'read'] as const satisfies readonly FileAction[];
const PATH_MAX_CHARS = 160;

/** What was only read is named after what was changed. */
const ONLY_READ_PENALTY = 0.5;

const ROOT_RANK = 0.05;

/** What happened to one file. */
type FileCounts = Partial<Record<FileAction, number>>;

/** All files that successful calls touched, most recently touched last. */
export function filesOf({ turns }: Pick<ExtractContext, 'turns'>): ReadonlyMap<string, FileCounts> {
  const files = new Map<string, FileCounts>();
  for (const step of turns.flatMap((turn) => turn.steps)) {
    for (const { path, action } of step.kind === 'call' ? step.files : []) {
      const counts = files.get(path) ?? {};
      files.delete(path); // so that the map is in the order of the last touch
      files.set(path, { ...counts, [action]: (counts[action] ?? 0) + 1 });
    }
  }
  return files;
}

/**
 * Files with what was done to them and how often, newest first.
 *
 * @param earlier - Lines of the summary before; their counts are added where a file comes up again.
 */
export function fileCandidates(context: ExtractContext, earlier: readonly string[]): readonly Candidate[] {
  const before = parseFileLines(earlier);
  const files = filesOf(context);
  const merged = new Map([...before.files].filter(([path]) => !files.has(path)));
  for (const [path, counts] of files) merged.set(path, added(counts, before.files.get(path)));
  const entries = [...merged];
  const root = findRoot(entries.map(([path]) => path));
  const lines = entries.map(([path, counts], index): Candidate => {
    const isChanged = ACTIONS.some((action) => action !== 'read' && counts[action] !== undefined);
    const rank = ageOf(index, entries.length) + (isChanged ? 0.1 : ONLY_READ_PENALTY);
    const what = countsText(counts, context.words);
    return { text: `${oneLine(relativeTo(root, path), PATH_MAX_CHARS)} (${what})`, rank };
  });
  const rootLine = root === undefined ? [] : [{ text: fill(context.words.root, { path: root }), rank: ROOT_RANK }];
  const other = before.other.map((text, index) => ({ text, rank: 2 + ageOf(index, before.other.length) }));
  return [...rootLine, ...lines.toReversed(), ...other];
}

function countsText(counts: FileCounts, words: Words): string {
  return ACTIONS.flatMap((action) => {
    const count = counts[action];
    return count === undefined ? [] : [count === 1 ? words[action] : `${words[action]} ×${count}`];
  }).join(', ');
}

function added(left: FileCounts, right: FileCounts | undefined): FileCounts {
  const sum: FileCounts = {};
  for (const action of ACTIONS) {
    const count = (left[action] ?? 0) + (right?.[action] ?? 0);
    if (count > 0) sum[action] = count;
  }
  return sum;
}

const FILE_LINE = /^(\S.{0,200}) \(([^()]{1,120})\)$/;
const COUNT = /^(.{1,20}?)(?: ×(\d{1,6}))?$/u;

interface EarlierFiles {
  /** Oldest first, as the lines are newest first. */
  readonly files: ReadonlyMap<string, FileCounts>;
  /** Lines by another hand. */
  readonly other: readonly string[];
}

function parseFileLines(lines: readonly string[]): EarlierFiles {
  const root = lines.map(rootOfLine).find((path) => path !== undefined);
  const files: [string, FileCounts][] = [];
  const other: string[] = [];
  for (const line of lines) {
    if (rootOfLine(line) !== undefined) continue;
    const [, path = '', what = ''] = FILE_LINE.exec(line) ?? [];
    const counts = path === '' ? undefined : parseCounts(what);
    if (counts === undefined) other.push(line);
    else files.push([wholePath(path, root), counts]);
  }
  return { files: new Map(files.toReversed()), other };
}

function wholePath(path: string, root: string | undefined): string {
  if (root === undefined || isAbsolute(path)) return path;
  return path.startsWith('./') ? path.slice('./'.length) : root + path;
}

function rootOfLine(line: string): string | undefined {
  for (const words of ALL_WORDS) {
    const [before = '', behind = ''] = words.root.split('{path}');
    if (line.startsWith(before) && line.endsWith(behind)) return line.slice(before.length, line.length - behind.length);
  }
  return undefined;
}

function parseCounts(what: string): FileCounts | undefined {
  const counts: FileCounts = {};
  for (const part of what.split(', ')) {
    const [, word = '', times = '1'] = COUNT.exec(part) ?? [];
    const action = ACTIONS.find((each) => ALL_WORDS.some((words) => words[each] === word));
    if (action === undefined) return undefined;
    counts[action] = Number(times);
  }
  return counts;
}

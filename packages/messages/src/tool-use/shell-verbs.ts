import { between } from './line-range.ts';
import type { FileAction, LineRange } from './tool-use.ts';

/** A file that a command shows. */
export interface ReadFile {
  readonly path: string;
  readonly range?: LineRange;
}

/** What a command does to a file. */
interface FileChange {
  readonly path: string;
  readonly action: FileAction;
  readonly to?: string;
}

const HEAD_LINES = 10;

/**
 * The files that a command shows, with the lines that it shows.
 *
 * @param words - The verb and its arguments. An empty text stands for an argument that nobody can tell.
 */
export function readsOf(words: readonly string[]): readonly ReadFile[] {
  const [verb = '', ...rest] = words;
  switch (verb.toLowerCase()) {
    case 'cat':
    case 'nl':
    case 'less':
    case 'more':
    case 'bat':
      return named(rest).map((path) => ({ path }));
    case 'get-content':
    case 'gc':
      return contentReads(rest);
    case 'head':
      return countedReads(rest, (count) => between(1, count));
    case 'tail':
      return countedReads(rest, () => ({}));
    case 'sed':
      return sedReads(rest);
    case 'awk':
      return named(rest)
        .slice(1)
        .map((path) => ({ path, range: {} }));
    default:
      return [];
  }
}

/** The files that a command changes, in order. */
export function changesOf(words: readonly string[]): readonly FileChange[] {
  const [verb = '', ...rest] = words;
  const change = CHANGES[verb.toLowerCase()];
  if (change === undefined) return [];
  return change(verb.includes('-') ? withoutValues(rest, CMDLET_VALUE) : rest);
}

/** Parameters of PowerShell whose value is no path. */
const CMDLET_VALUE = /^-(?:ErrorAction|Encoding|ItemType|Value|Filter|Include|Exclude)$/i;

type Changes = (words: readonly string[]) => readonly FileChange[];

const all =
  (action: FileAction): Changes =>
  (words) =>
    named(words).map((path) => ({ path, action }));

/** By verb: what a command changes. */
const CHANGES: Readonly<Record<string, Changes>> = {
  rm: all('deleted'),
  unlink: all('deleted'),
  rmdir: all('deleted'),
  'remove-item': all('deleted'),
  mkdir: all('created'),
  touch: all('created'),
  truncate: all('edited'),
  mv: (words) => moved(named(words)),
  'move-item': (words) => moved(named(words)),
  'rename-item': (words) => moved(named(words)),
  cp: (words) => copied(named(words)),
  'copy-item': (words) => copied(named(words)),
  ln: (words) => copied(named(words)),
  tee: (words) => all(words.includes('-a') ? 'edited' : 'written')(words),
  sed: (words) => (words.some((word) => /^-\w*i|^--in-place/.test(word)) ? sedFiles(words, 'edited') : []),
  perl: (words) => (words.some((word) => /^-\w*i/.test(word)) ? all('edited')(named(words).slice(1)) : []),
  gofmt: (words) => (words.includes('-w') ? all('edited')(words) : []),
  git: gitChanges,
  'set-content': (words) => all('written')(named(words).slice(0, 1)),
  'add-content': (words) => all('edited')(named(words).slice(0, 1)),
  'out-file': (words) => all('written')(named(words).slice(0, 1)),
  'new-item': (words) => all('created')(named(words).slice(0, 1)),
};

function gitChanges(words: readonly string[]): readonly FileChange[] {
  const at = words[0] === '-C' ? 2 : 0;
  const [verb, ...rest] = words.slice(at);
  const behindDashes = rest.includes('--') ? rest.slice(rest.indexOf('--') + 1) : undefined;
  switch (verb) {
    case 'mv':
      return moved(named(rest));
    case 'rm':
      return all('deleted')(rest);
    case 'restore':
      return rest.includes('--staged') ? [] : all('edited')(behindDashes ?? rest);
    case 'checkout':
      return all('edited')(behindDashes ?? []);
    default:
      return [];
  }
}

/** The arguments that are no flags, and not unknown. */
function named(words: readonly string[]): readonly string[] {
  return words.filter((word) => word !== '' && !/^-{1,2}\w|^--$/.test(word) && !/[\n]/.test(word));
}

function moved(names: readonly string[]): readonly FileChange[] {
  return pairsOf(names).map(([path, to]) => ({ path, action: 'renamed', to }));
}

function copied(names: readonly string[]): readonly FileChange[] {
  return pairsOf(names).map(([, path]) => ({ path, action: 'written' }));
}

/** Each source with the name that it gets: in a folder, where there are several or the last one ends with `/` or is `.`. */
function pairsOf(names: readonly string[]): readonly (readonly [string, string])[] {
  const target = names.at(-1);
  if (target === undefined || names.length < 2) return [];
  const isFolder = names.length > 2 || /(?:^|\/)\.{0,2}$/.test(target);
  return names.slice(0, -1).map((name) => {
    const base = name.split('/').at(-1) ?? name;
    return [name, isFolder ? `${target.replace(/\/$/, '')}/${base}` : target] as const;
  });
}

function countedReads(
  words: readonly string[],
  rangeOf: (count: number) => LineRange | undefined,
): readonly ReadFile[] {
  const text = words.join(' ');
  const from = /(?:^| )(?:-n ?|--lines[= ])\+(\d{1,9})/.exec(text)?.[1];
  const count = /(?:^| )(?:-n ?|--lines[= ]|-)(\d{1,9})/.exec(text)?.[1];
  const range = from === undefined ? rangeOf(Number(count ?? HEAD_LINES)) : between(Number(from), undefined);
  const isBytes = words.some((word) => /^-c/.test(word));
  return named(withoutValues(words, /^(?:-n|-c|--lines|--bytes)$/)).map((path) =>
    withRange(path, isBytes ? {} : range),
  );
}

/** `sed -n '10,20p' file` shows these lines; other scripts show nobody knows what. */
function sedReads(words: readonly string[]): readonly ReadFile[] {
  if (words.some((word) => /^-\w*i|^--in-place/.test(word)) || !words.some((word) => /^-\w*n/.test(word))) return [];
  const script = words.find((word) => /^\d/.test(word)) ?? '';
  const [, first, last] = /^(\d{1,9})(?:,(\d{1,9}|\$))?p;?$/.exec(script.trim()) ?? [];
  const range = first === undefined ? {} : between(Number(first), last === '$' ? undefined : Number(last ?? first));
  return sedFiles(words, 'read').map(({ path }) => withRange(path, range));
}

function sedFiles(words: readonly string[], action: FileAction): readonly FileChange[] {
  const hasScript = words.some((word) => /^(?:-\w*e|--expression.*|-f)$/.test(word));
  // Flags and an empty suffix for backups aside, the first argument is the script; it may hold variables.
  const rest = withoutValues(words, /^(?:-\w*e|-f)$/).filter((word) => !/^-/.test(word));
  const files = hasScript ? rest : rest.slice(rest[0] === '' && rest.length > 2 ? 2 : 1);
  return named(files).map((path) => ({ path, action }));
}

function contentReads(words: readonly string[]): readonly ReadFile[] {
  const isPart = words.some((word) => /^-(?:TotalCount|Tail|Head|First|Last)$/i.test(word));
  const files = withoutValues(words, /^-(?:TotalCount|Tail|Head|First|Last|Encoding)$/i);
  return named(files).map((path) => withRange(path, isPart ? {} : undefined));
}

function withoutValues(words: readonly string[], flag: RegExp): readonly string[] {
  return words.filter((word, index) => !flag.test(word) && !flag.test(words[index - 1] ?? ''));
}

function withRange(path: string, range: LineRange | undefined): ReadFile {
  return range === undefined ? { path } : { path, range };
}

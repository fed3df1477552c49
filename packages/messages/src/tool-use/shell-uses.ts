import { filesOfDiff, filesOfPatch } from './patch-files.ts';
import { changesOf, type ReadFile, readsOf } from './shell-verbs.ts';
import { type ShellCommand, type ShellDialect, splitShell } from './split-shell.ts';
import type { FileUse, LineRange } from './tool-use.ts';

/** What a script does to files, and what it asks for. */
export interface ShellUses {
  readonly files: readonly FileUse[];
  /** Of the files, those that were done even if the script failed: here-documents in front of its last command. */
  readonly certain: readonly FileUse[];
  readonly urls: readonly string[];
}

/** Of a script, how much is read. */
const SCAN_CHARS = 200_000;
const MAX_NESTING = 3;

/** Files whose contents nobody keeps. */
const NO_FILE = /^\/dev\/|^\/proc\/|^\w{2,20}:\\|^-$|^$|^&?\d$/;
const URL = /^https?:\/\/[^\s'"<>]{1,2000}$/;
const ASKS_URL = /^(?:curl|wget|http|https|xh|Invoke-WebRequest|Invoke-RestMethod|iwr|irm)$/i;

/** Where a script is read: which shell it is for, and the folder that it starts in, when that is known. */
export interface ShellPlace {
  readonly dialect?: ShellDialect;
  readonly folder?: string;
  readonly nesting?: number;
}

/**
 * The files and addresses that a script names in plain commands. Paths are joined with the folder that `cd` went to.
 * What a program does inside, and names with variables or patterns in them, is anybody's guess and left out.
 */
export function usesOfShell(script: string, place: ShellPlace = {}): ShellUses {
  const reader = new ScriptReader(place);
  for (const pipeline of pipelinesOf(splitShell(script.slice(0, SCAN_CHARS), place.dialect))) reader.read(pipeline);
  return reader.uses;
}

type Pipeline = readonly ShellCommand[];

function pipelinesOf(commands: readonly ShellCommand[]): readonly Pipeline[] {
  const pipelines: ShellCommand[][] = [];
  let isPiped = false;
  for (const command of commands) {
    const last = pipelines.at(-1);
    if (isPiped && last !== undefined) last.push(command);
    else pipelines.push([command]);
    isPiped = command.end === '|' || command.end === '|&';
  }
  return pipelines;
}

class ScriptReader {
  readonly #files: FileUse[] = [];
  /** What here-documents wrote, each with the number of its pipeline. */
  readonly #documents: { readonly use: FileUse; readonly pipeline: number }[] = [];
  readonly #urls: string[] = [];
  readonly #place: ShellPlace;
  /** Folders to go back to at the end of a parenthesis. */
  readonly #outer: (string | undefined)[] = [];
  /** Relative to where the script starts; `undefined` where nobody can tell. */
  #folder: string | undefined;
  #pipelineCount = 0;

  constructor(place: ShellPlace) {
    this.#place = place;
    this.#folder = place.folder ?? '';
  }

  get uses(): ShellUses {
    const certain = this.#documents.filter(({ pipeline }) => pipeline < this.#pipelineCount - 1).map(({ use }) => use);
    return { files: this.#files, certain, urls: this.#urls };
  }

  read(pipeline: Pipeline): void {
    for (const command of pipeline) this.#readCommand(command);
    this.#readShown(pipeline);
    if (pipeline.some(({ words }) => words.length > 0)) this.#pipelineCount += 1;
    const end = pipeline.at(-1)?.end;
    if (end === '(') this.#outer.push(this.#folder);
    if (end === ')' && this.#outer.length > 0) this.#folder = this.#outer.pop();
  }

  #readCommand(command: ShellCommand): void {
    const words = wordsOf(command);
    const [verb = ''] = words;
    if (verb === 'cd' || verb === 'pushd' || /^Set-Location$/i.test(verb)) this.#enter(words[1], command);
    this.#readNested(words, command);
    for (const { path, ...change } of changesOf(words)) this.#add({ kind: 'file', path, ...change });
    for (const use of filesOfPatching(words, command.hereDocument)) this.#add(use);
    if (ASKS_URL.test(verb)) this.#urls.push(...words.slice(1).filter((word) => URL.test(word)));
    this.#readRedirects(command);
  }

  #enter(folder: string | undefined, { words }: ShellCommand): void {
    const isPlain = words.every((word) => word.isPlain);
    this.#folder = folder === undefined || folder === '-' || !isPlain ? undefined : joined(this.#folder, folder);
  }

  /** A script in quotation marks, as in `bash -lc '…'`. */
  #readNested(words: readonly string[], { hereDocument }: ShellCommand): void {
    const nesting = (this.#place.nesting ?? 0) + 1;
    if (!/^(?:.*\/)?(?:ba|z|da)?sh$/.test(words[0] ?? '') || nesting > MAX_NESTING) return;
    const flag = words.findIndex((word) => /^-\w{0,3}c$/.test(word));
    const script = flag === -1 ? hereDocument : words[flag + 1];
    if (script === undefined || this.#folder === undefined) return;
    const nested = usesOfShell(script, { folder: this.#folder, nesting });
    this.#files.push(...nested.files);
    this.#urls.push(...nested.urls);
    for (const use of nested.certain) this.#documents.push({ use, pipeline: -1 });
  }

  #readRedirects({ redirects, hereDocument }: ShellCommand): void {
    for (const { operator, target, isOther } of redirects) {
      if (isOther || !target.isPlain || !operator.startsWith('>') || operator === '>&') continue;
      const use = this.#add({
        kind: 'file',
        path: target.text,
        action: operator === '>>' ? 'edited' : 'written',
      });
      if (use !== undefined && hereDocument !== undefined) {
        this.#documents.push({ use, pipeline: this.#pipelineCount });
      }
    }
  }

  /** The files that a pipeline shows, and which of their lines. */
  #readShown(pipeline: Pipeline): void {
    const [first, ...filters] = pipeline;
    const last = pipeline.at(-1);
    if (first === undefined || last === undefined || last.redirects.some(isOutput)) return;
    for (const { path, range } of readsOf(wordsOf(first))) {
      const shown = filters.reduce<ReadFile | undefined>((read, filter) => filtered(read, filter), {
        path,
        ...(range === undefined ? {} : { range }),
      });
      if (shown !== undefined) this.#add({ kind: 'file', action: 'read', ...shown });
    }
  }

  #add(use: FileUse): FileUse | undefined {
    const path = joined(this.#folder, use.path);
    const to = use.to === undefined ? undefined : joined(this.#folder, use.to);
    if (path === undefined || NO_FILE.test(use.path) || URL.test(use.path)) return undefined;
    const whole: FileUse = { ...use, path, ...(to === undefined ? {} : { to }) };
    this.#files.push(whole);
    return whole;
  }
}

/** The files of a patch that a command is given in its here-document, or as its argument. */
function filesOfPatching([verb, first, ...rest]: readonly string[], hereDocument = ''): readonly FileUse[] {
  switch (verb) {
    case 'apply_patch':
    case 'applypatch':
      return filesOfPatch(hereDocument === '' ? [first, ...rest].join('\n') : hereDocument);
    case 'patch':
      return filesOfDiff(hereDocument);
    case 'git':
      return first === 'apply' ? filesOfDiff(hereDocument) : [];
    default:
      return [];
  }
}

function isOutput({ operator, isOther }: ShellCommand['redirects'][number]): boolean {
  return operator.startsWith('>') && operator !== '>&' && !isOther;
}

/** What is left of a file behind a filter; nothing where the filter only counts. */
function filtered(read: ReadFile | undefined, filter: ShellCommand): ReadFile | undefined {
  const words = wordsOf(filter);
  const [verb = ''] = words;
  if (read === undefined || COUNTS.test(verb)) return undefined;
  if (PASSES.test(verb)) return read;
  const [only] = readsOf([...words, read.path]);
  const range: LineRange = read.range === undefined ? (only?.range ?? {}) : {};
  return { path: read.path, range };
}

const COUNTS = /^(?:wc|md5sum|sha\d+sum|shasum|sort|uniq|xargs|python3?|node|jq|base64)$/;
const PASSES = /^(?:cat|nl|tee|less|more|bat)$/;

/** Words that stand in front of a command without changing what it does to files. */
const KEYWORD = /^(?:then|do|else|if|elif|while|until|!|\{|time|sudo|command|nohup|env|exec|\w{1,60}=.*)$/s;

/** The words of a command, from its verb on; empty ones stand where a word is not plain. */
function wordsOf({ words }: ShellCommand): readonly string[] {
  const texts = words.map((word) => (word.isPlain || KEYWORD.test(word.text) ? word.text : ''));
  let start = 0;
  while (start < texts.length && (KEYWORD.test(texts[start] ?? '') || isTimeout(texts, start))) {
    start += isTimeout(texts, start) ? 2 : 1;
  }
  return texts.slice(start);
}

function isTimeout(words: readonly string[], at: number): boolean {
  return words[at] === 'timeout' && /^\d+[smh]?$/.test(words[at + 1] ?? '');
}

/** A path from a folder on; `undefined` where the folder is not known and the path needs it. */
function joined(folder: string | undefined, path: string): string | undefined {
  if (/^(?:[/~]|[A-Za-z]:[\\/])/.test(path) || folder === '') return path;
  if (folder === undefined) return undefined;
  const plain = path.replace(/^(?:\.\/)+/, '');
  return folder.endsWith('/') ? folder + plain : `${folder}/${plain}`;
}

/** What was done to a file or a folder. */
export type FileAction = 'read' | 'edited' | 'written' | 'created' | 'deleted' | 'renamed';

/**
 * Which lines of a file were read: from `start`, counted from 1, up to and without `end`. Without `start` or `end`, that
 * side is not known; `{}` is some part of the file.
 */
export interface LineRange {
  readonly start?: number;
  readonly end?: number;
}

/** One file that a call touched. */
export interface FileUse {
  readonly kind: 'file';
  /** As the call named it, below the folder that it changed to. {@link pathKey} makes one form of it. */
  readonly path: string;
  readonly action: FileAction;
  /** The new path of a renamed file. */
  readonly to?: string;
  /** Lines that were read; absent when the call asked for the whole file. */
  readonly range?: LineRange;
}

/** A shell command that a call ran. */
export interface CommandUse {
  readonly kind: 'command';
  /** As it was given; a script in place of the shell that it was given to. */
  readonly command: string;
  /** Absent where the result tells none. */
  readonly exitCode?: number;
}

/** An address that a call asked. */
export interface UrlUse {
  readonly kind: 'url';
  readonly url: string;
}

/** Something that a call of a tool touched. */
export type ToolUse = FileUse | CommandUse | UrlUse;

/** For a tool that nobody knows: which of its arguments name what. */
export interface ToolHint {
  /** Arguments that name files which the tool reads: a path, or a list of them. */
  readonly reads?: readonly string[];
  readonly edits?: readonly string[];
  readonly writes?: readonly string[];
  readonly creates?: readonly string[];
  readonly deletes?: readonly string[];
  /** The argument that is a shell command. */
  readonly command?: string;
  /** The argument that is an address. */
  readonly url?: string;
}

/** Hints by the name of the tool. A tool with a hint is read by it alone. */
export type ToolHints = Readonly<Record<string, ToolHint>>;

/** What is wrong with a config file, so that it cannot be used. */
export type ProblemCode =
  /** The file could not be read, or is no file. */
  | 'unreadable-file'
  /** The text is not YAML. */
  | 'broken-yaml'
  /** The file holds a list or a single value. */
  | 'not-a-map'
  /** One map sets one key twice. */
  | 'duplicate-key'
  /** A value of another type than the key takes. */
  | 'wrong-type'
  /** A number outside its bounds, or a text that is none of the choices. */
  | 'not-allowed'
  /** An address refers to a variable of the environment that is not set. */
  | 'unknown-variable';

/** What a person should know about a config file that can be used. */
export type WarningCode =
  /** No setting of this name exists. */
  | 'unknown-key'
  /** A setting of the Python Hermes Agent, in a section that both read, which has no effect here. */
  | 'unsupported-key'
  /** A number outside its bounds; the nearest bound is used. */
  | 'clamped'
  /** A project may not decide this. */
  | 'ignored-in-project'
  /** A key with nothing behind it; it counts as absent. */
  | 'empty-value'
  /** A project's file refers to the environment, and is taken word for word. */
  | 'not-expanded'
  /** A setting refers to a variable of the environment that is not set. */
  | 'unknown-variable'
  /** The YAML is valid, but something in it has no meaning here. */
  | 'yaml-warning';

/** One thing in one file, for a program (`code`, `path`) and for a person (`what`, `rule`, `fix`). */
export interface ConfigFinding<Code extends string> {
  readonly code: Code;
  readonly file: string;
  /** From 1; unknown when the file could not be read. */
  readonly line: number | undefined;
  /** From 1; unknown when the file could not be read. */
  readonly column: number | undefined;
  /** The key, as `getValue` takes it; empty when it is about the whole file. */
  readonly path: string;
  /** The single value at fault; `undefined` for a list, a map or none. Keys and passwords are masked. */
  readonly value: unknown;
  /** What happened: one sentence that names key, value, file and line. */
  readonly what: string;
  /** The rule it broke, as a sentence. */
  readonly rule: string;
  /** What to do about it, as a sentence. */
  readonly fix: string;
}

/** Why a config file cannot be used. */
export type ConfigProblem = ConfigFinding<ProblemCode>;

/** What to know about a config file that is in use. */
export type ConfigWarning = ConfigFinding<WarningCode>;

/** The three sentences of a problem or a warning, one a line: what, why, fix. */
export function formatProblem(problem: ConfigProblem | ConfigWarning): string {
  return `${problem.what}\n  why: ${problem.rule}\n  fix: ${problem.fix}`;
}

/** `file:line:column`, as far as they are known, for an editor to jump to. */
export function formatPlace({ file, line, column }: Pick<ConfigProblem, 'file' | 'line' | 'column'>): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

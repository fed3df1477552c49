/** What `context.engine` names by default: always the built-in engine, whatever else carries the name. */
export const BUILT_IN_ENGINE_NAME = 'compressor';

/** What `context.engine` names for the engines of `context.stages`, one after the other. */
export const PIPELINE_ENGINE_NAME = 'pipeline';

const RESERVED: ReadonlyMap<string, string> = new Map([
  [BUILT_IN_ENGINE_NAME, 'the built-in engine'],
  [PIPELINE_ENGINE_NAME, 'the engines of context.stages, one after the other'],
]);

/** What a name always means, whoever else carries it, to follow "always means"; `undefined` for one that is free. */
export function reservedMeaning(name: string): string | undefined {
  return RESERVED.get(name);
}

const ENGINE_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** The rule of {@link isEngineName} in words, to follow "It must be". */
export const ENGINE_NAME_RULE =
  'lower-case letters, digits, "-" and "_", starting with a letter or digit, at most 64 characters';

/**
 * Whether `name` may name an engine. Checked before a name becomes part of a path,
 * so that `../../evil` never does.
 */
export function isEngineName(name: unknown): name is string {
  return typeof name === 'string' && ENGINE_NAME.test(name);
}

/** As much of a name as a message repeats. */
const SHOWN_CHARS = 80;

/** A name that may be anything, in quotes, for a message: cut to 80 characters, nothing in it that moves a cursor. */
export function quoteName(name: string): string {
  return JSON.stringify(name.slice(0, SHOWN_CHARS)).replace(/\p{Cc}/gu, '?');
}

import { parseArgs } from 'node:util';
import type { EngineCommandResult } from '@hermes-context/contract';
import { closestName } from '@hermes-context/messages';
import { quoted, usage } from './usage-problem.ts';

/** What a command takes. */
export interface WordRules {
  /** Its name, for errors. */
  readonly command: string;
  /** Names of its arguments, in order; an optional one has a "?" behind it and comes last. */
  readonly arguments: readonly string[];
  /** Options by name: whether they take one value, any number of them, or none. */
  readonly options: Readonly<Record<string, 'value' | 'values' | 'flag'>>;
}

/** The words of a command line, checked. Narrow on `kind`. */
export type ReadWords =
  | {
      readonly kind: 'words';
      readonly arguments: readonly string[];
      /** Options that were given: values in the order they came, none for a flag. */
      readonly options: ReadonlyMap<string, readonly string[]>;
    }
  /** What to answer instead. */
  | { readonly kind: 'wrong'; readonly result: EngineCommandResult };

/** Take a command's words apart; what stands behind `--` is no option. Pure. */
export function readWords(words: readonly string[], rules: WordRules): ReadWords {
  const { positionals, tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(
      Object.entries(rules.options).map(([name, takes]) => [name, { type: takes === 'flag' ? 'boolean' : 'string' }]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options = new Map<string, readonly string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const result = wrongOption({ name, rawName, value, isRepeated: options.has(name) }, rules);
    if (result !== undefined) return { kind: 'wrong', result };
    options.set(name, [...(options.get(name) ?? []), ...(value === undefined ? [] : [value])]);
  }
  const result = wrongArguments(positionals, rules);
  return result === undefined ? { kind: 'words', arguments: positionals, options } : { kind: 'wrong', result };
}

interface GivenOption {
  readonly name: string;
  /** As it was written. */
  readonly rawName: string;
  readonly value: string | undefined;
  readonly isRepeated: boolean;
}

function wrongOption(option: GivenOption, rules: WordRules): EngineCommandResult | undefined {
  const takes = Object.hasOwn(rules.options, option.name) ? rules.options[option.name] : undefined;
  switch (takes) {
    case undefined:
      return unknownOption(option, rules);
    case 'flag': {
      if (option.value === undefined) return undefined;
      return usage(`The option --${option.name} has a value.`, 'It takes none.', `Write it as --${option.name}.`);
    }
    case 'value':
    case 'values':
      return wrongValue(option, { takes, command: rules.command });
  }
}

function unknownOption({ name, rawName }: GivenOption, { command, options }: WordRules): EngineCommandResult {
  const meant = closestName(name, Object.keys(options));
  return usage(
    `Unknown option ${quoted(rawName)}.`,
    'A misspelt option is not ignored; a word that begins with a dash goes behind --.',
    meant === undefined ? `See hermes lcm ${command} --help.` : `Did you mean --${meant}?`,
  );
}

function wrongValue(
  { name, value, isRepeated }: GivenOption,
  { takes, command }: { readonly takes: 'value' | 'values'; readonly command: string },
): EngineCommandResult | undefined {
  if (value === undefined || value.trim() === '') {
    const why = 'It takes one, which stands right after it.';
    return usage(`The option --${name} has no value.`, why, `See hermes lcm ${command} --help.`);
  }
  if (takes === 'values' || !isRepeated) return undefined;
  return usage(`The option --${name} is there twice.`, 'It takes one value.', 'Leave one of them out.');
}

function wrongArguments(given: readonly string[], rules: WordRules): EngineCommandResult | undefined {
  const { command } = rules;
  const see = `See hermes lcm ${command} --help.`;
  const missing = rules.arguments.slice(given.length).find((name) => !name.endsWith('?'));
  if (missing !== undefined)
    return usage(`The argument ${missing} is missing.`, 'The command cannot run without it.', see);
  const blank = given.findIndex((word) => word.trim() === '');
  const name = rules.arguments[blank]?.replace('?', '');
  if (name !== undefined)
    return usage(`The argument ${name} is blank.`, 'It is the name of something, or what to look for.', see);
  const extra = given[rules.arguments.length];
  if (extra === undefined) return undefined;
  return usage(
    `There is an argument too many: ${quoted(extra)}.`,
    'It would be ignored; one with spaces in it needs quotes.',
    see,
  );
}

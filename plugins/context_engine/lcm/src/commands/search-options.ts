import type { GREP_PARAMETERS } from '../search/parse-grep.ts';
import type { WordRules } from './read-words.ts';

/** An option of the command line. */
interface SearchOption {
  readonly name: string;
  /** Parameter of a search that it sets. */
  readonly parameter: (typeof GREP_PARAMETERS)[number];
  readonly takes: WordRules['options'][string];
}

/** What a search can be told. */
export const SEARCH_OPTIONS: readonly SearchOption[] = [
  { name: 'session', parameter: 'within', takes: 'value' },
  { name: 'mode', parameter: 'mode', takes: 'value' },
  { name: 'in', parameter: 'in', takes: 'value' },
  { name: 'role', parameter: 'roles', takes: 'values' },
  { name: 'tool', parameter: 'tool_names', takes: 'values' },
  { name: 'after', parameter: 'since', takes: 'value' },
  { name: 'before', parameter: 'until', takes: 'value' },
  { name: 'case', parameter: 'case', takes: 'value' },
  { name: 'context', parameter: 'context_lines', takes: 'value' },
  { name: 'sort', parameter: 'sort', takes: 'value' },
  { name: 'limit', parameter: 'limit', takes: 'value' },
  { name: 'cursor', parameter: 'cursor', takes: 'value' },
  { name: 'count', parameter: 'count_only', takes: 'flag' },
  { name: 'abandoned', parameter: 'include_abandoned', takes: 'flag' },
];

/** The words that it takes. */
export const SEARCH_WORDS: WordRules = {
  command: 'search',
  arguments: ['PATTERN'],
  options: Object.fromEntries(SEARCH_OPTIONS.map(({ name, takes }) => [name, takes])),
};

/** An explanation of the search, which speaks of parameters, in the words of the command line. */
export function inOptionWords(explanation: string): string {
  return SEARCH_OPTIONS.reduce(
    (text, { name, parameter }) => text.replaceAll(`"${parameter}"`, `--${name}`),
    explanation,
  )
    .replaceAll('"pattern"', 'PATTERN')
    .replaceAll('nextCursor', '--cursor')
    .replace(/\bmode "(\w+)"/g, '--mode $1');
}

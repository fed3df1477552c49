import { CJK_TERM, lcmWords, RARE_WORD } from './lcm-corpus.ts';

/** A question to `lcm_grep`. */
export interface LcmQuery {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What a plain scan asks each text; absent where it is not compared with one. */
  readonly scan?: (text: string) => boolean;
  /** Most time that it may take, as a share of that scan. */
  readonly target?: number;
}

const WORD_SHARE = 1 / 100;
const REGEX_SHARE = 1 / 20;
/** Hits a page where no scan is compared, as other engines were measured. */
const LIMIT = 50;

/** All questions of the bench, in the order of its table. */
export function lcmQueries(): readonly LcmQuery[] {
  const words = lcmWords();
  const [frequent = '', common = '', other = ''] = [words[0], words[40], words[39]];
  return [
    wordQuery('a rare word', RARE_WORD),
    wordQuery('a CJK term', CJK_TERM),
    wordQuery('the most frequent word, newest first', frequent),
    regexQuery('a regex with a literal', 'needle_\\d+ error code e1\\d{3}'),
    regexQuery('a regex with a literal that most rows have', `${frequent} \\w+ ${frequent}`),
    plain('the most frequent word, newest first, 50 hits', { pattern: frequent }),
    plain('a common word, newest first', { pattern: common }),
    plain('two common words, newest first', { pattern: `${common} ${other}` }),
    plain('a common word, by relevance', { pattern: common, sort: 'relevance' }),
    plain('the most frequent word, by relevance', { pattern: frequent, sort: 'relevance' }),
    plain('the most frequent word, counted', { pattern: frequent, count_only: true }),
    plain('a phrase of the oldest message', { pattern: 'NEEDLE_0 error', mode: 'literal' }),
    plain('a regex for the oldest message', { pattern: 'NEEDLE_0 err\\w+', mode: 'regex' }),
    plain('a regex with a literal, no match', { pattern: 'NEEDLE_\\d+ warning', mode: 'regex' }),
    plain('a regex without a literal, no match: all is read', { pattern: '\\b[a-z]{40,}\\b', mode: 'regex' }),
  ];
}

/** The scan answers the same question: small letters are the same as capitals. */
function wordQuery(name: string, word: string): LcmQuery {
  const wanted = word.toLowerCase();
  return { name, input: { pattern: word }, scan: (text) => text.toLowerCase().includes(wanted), target: WORD_SHARE };
}

function regexQuery(name: string, pattern: string): LcmQuery {
  const expression = new RegExp(pattern, 'i');
  return { name, input: { pattern, mode: 'regex' }, scan: (text) => expression.test(text), target: REGEX_SHARE };
}

function plain(name: string, input: LcmQuery['input']): LcmQuery {
  return { name, input: { limit: LIMIT, ...input } };
}

import type { EngineCommand, EngineCommandResult, EngineCommandServices } from '@hermes-context/contract';
import type { GrepAnswer, GrepError, GrepRequest, GrepWithin } from '../search/grep-types.ts';
import { GREP_BOUNDS, GREP_CHOICES, parseGrep } from '../search/parse-grep.ts';
import { foundJson, NOTHING_FOUND } from './found-json.ts';
import { type ReadWords, readWords } from './read-words.ts';
import { renderFound } from './render-found.ts';
import { inOptionWords, SEARCH_OPTIONS, SEARCH_WORDS } from './search-options.ts';
import { hasStore, noStoreText, withStore } from './store-place.ts';
import { quoted, usage } from './usage-problem.ts';

/** A person waits longer than a model, and no window is filled: milliseconds of work, characters that are read. */
const LIMITS = { workMs: 30_000, chars: 4_000_000_000 };

/** `hermes lcm search PATTERN`: where something was said, in all sessions. */
export const searchCommand: EngineCommand = {
  name: 'search',
  summary: 'find words, exact text or a regular expression in all that was ever said',
  usage: 'PATTERN [OPTIONS]',
  details: [
    'Options:',
    '  --session ID      in this session alone (default: in all)',
    `  --mode MODE       ${choices('mode')}`,
    `  --in WHAT         ${choices('in')}`,
    '  --role ROLE       system, user, assistant or tool; may be given again',
    '  --tool NAME       results of this tool; may be given again',
    '  --after TIME      from this moment on, such as 2031-05-20T14:30:00Z',
    '  --before TIME     up to this moment',
    `  --case CASE       ${choices('case')}`,
    `  --context N       lines around the one that matched, 0 to ${GREP_BOUNDS.contextLines} (default: 0)`,
    `  --sort ORDER      ${choices('sort')}`,
    `  --limit N         hits to a page, 1 to ${GREP_BOUNDS.limit} (default: ${GREP_BOUNDS.defaultLimit})`,
    '  --cursor CURSOR   go on where a page ended',
    '  --count           only how many there are',
    '  --abandoned       also what undo, rewind or a fork left behind',
    '',
    'A pattern that begins with a dash goes behind --.',
  ],
  run: async (words, services) => {
    const read = readWords(words, SEARCH_WORDS);
    if (read.kind === 'wrong') return read.result;
    const parsed = parseGrep(inputOf(read));
    if (parsed.kind === 'error') return refused(parsed);
    if (!hasStore(services)) return withoutStore(parsed.request, { read, services });
    const request: GrepRequest = { ...parsed.request, within: withinOf(read), groupBy: 'none' };
    const answer = await withStore(services, (store) =>
      store.grep(request, { sessionId: '', mayReadOthers: true, limits: LIMITS }),
    );
    return resultOf(answer, words);
  },
};

/** Where nothing is stored, nothing is found; what only a store can have is a mistake. */
function withoutStore(
  { cursor }: Pick<GrepRequest, 'cursor'>,
  { read, services }: { readonly read: Words; readonly services: EngineCommandServices },
): EngineCommandResult {
  const text = noStoreText(services);
  const within = withinOf(read);
  if (within.kind === 'other')
    return usage(`There is no session ${quoted(within.sessionId)}.`, text, 'Search without --session, or import it.');
  if (cursor !== undefined)
    return usage('The cursor cannot be used: no search has given it.', text, 'Search without --cursor.');
  return { kind: 'done', text, data: foundJson({ ...NOTHING_FOUND, warnings: [text] }) };
}

function choices(name: Exclude<keyof typeof GREP_CHOICES, 'group_by'>): string {
  const [first, ...others] = GREP_CHOICES[name];
  return `${[first, ...others].join(', ')} (default: ${first})`;
}

type Words = Extract<ReadWords, { kind: 'words' }>;

function inputOf({ arguments: [pattern], options }: Words): Readonly<Record<string, unknown>> {
  const given = SEARCH_OPTIONS.flatMap(({ name, parameter, takes }): readonly (readonly [string, unknown])[] => {
    const values = options.get(name);
    if (values === undefined) return [];
    if (takes === 'flag') return [[parameter, true]];
    return [[parameter, takes === 'values' ? values : values[0]]];
  });
  return { pattern, ...Object.fromEntries(given) };
}

function withinOf({ options }: Words): Extract<GrepWithin, { readonly kind: 'all' | 'other' }> {
  const [sessionId] = options.get('session') ?? [];
  return sessionId === undefined ? { kind: 'all' } : { kind: 'other', sessionId };
}

function resultOf(answer: GrepAnswer, words: readonly string[]): EngineCommandResult {
  if (answer.kind === 'answer') return { kind: 'done', text: renderFound(answer, words), data: foundJson(answer) };
  return answer.reason === 'empty-scope'
    ? { kind: 'done', text: 'Nothing is stored yet.', data: foundJson(NOTHING_FOUND) }
    : refused(answer);
}

/** A question that cannot be answered, in the words of the command line. */
function refused({ message, reason }: GrepError): EngineCommandResult {
  const [what = '', ...others] = inOptionWords(message).split(/(?<=[.!?]) (?=[A-Z-])/);
  const fix =
    reason === 'unknown-conversation' ? 'See the newest ones: hermes lcm status' : 'See hermes lcm search --help.';
  return usage(what, others.join(' ') || 'The search cannot be made as it stands.', fix);
}

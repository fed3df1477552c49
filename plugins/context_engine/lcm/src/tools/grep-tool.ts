import type { EngineTool } from '@hermes-context/contract';
import type { GrepFound, GrepRequest } from '../search/grep-types.ts';
import { GREP_BOUNDS, GREP_CHOICES, parseGrep } from '../search/parse-grep.ts';
import type { LcmStore } from '../store/lcm-store.ts';
import { untilAborted } from '../until-aborted.ts';
import { formatGrep, withToolNames } from './format-grep.ts';
import { resultCapTokens, resultTokens } from './result-size.ts';
import type { ToolContext } from './tool-context.ts';
import { toolSchema } from './tool-schema.ts';

/** Leaves room for a page whose hits are longer than those of the page before. */
const FIT_RATIO = 0.9;

/** `lcm_grep`: where something was said. */
export function grepTool(context: ToolContext): EngineTool {
  return {
    name: 'lcm_grep',
    description:
      'Search everything said in this conversation, also what was compacted away. Finds words, exact text or a regular expression. Answers with message ids (msg_…) and summary ids (sum_…).',
    parameters: PARAMETERS,
    execute: async (input, { signal }) => {
      const parsed = parseGrep(withDefaults(input));
      if (parsed.kind === 'error') throw new Error(withToolNames(parsed.message));
      const store = await untilAborted(signal, context.store());
      return fittingAnswer(parsed.request, { context, store, signal });
    },
  };
}

/**
 * What a search found.
 *
 * @throws Error with its explanation, for a question that cannot be answered: never an empty list.
 */
export async function foundBy(request: GrepRequest, { context, store, signal }: GrepPlace): Promise<GrepFound> {
  const answer = await untilAborted(
    signal,
    store.grep(request, { sessionId: context.sessionId, family: context.family() }),
  );
  if (answer.kind === 'error') throw new Error(withToolNames(answer.message));
  return answer;
}

/** Where to search. */
export interface GrepPlace {
  readonly context: ToolContext;
  readonly store: LcmStore;
  readonly signal: AbortSignal;
}

/** A page that fits the free window: the rest of a larger one is on the next page. */
async function fittingAnswer(request: GrepRequest, place: GrepPlace): Promise<string> {
  const capTokens = resultCapTokens(place.context);
  let limit = request.limit;
  for (;;) {
    const found = await foundBy({ ...request, limit }, place);
    const text = formatGrep(found, { isShortened: limit < request.limit });
    const tokens = resultTokens(place.context, text);
    if (tokens <= capTokens || found.returned <= 1 || request.countOnly) return text;
    limit = Math.max(1, Math.floor(found.returned * Math.min(FIT_RATIO, (FIT_RATIO * capTokens) / tokens)));
  }
}

/** Groups unless it is told otherwise; fields left blank are fields left out. */
function withDefaults(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const given = Object.entries(input).filter(
    ([name, value]) => name === 'pattern' || (value !== '' && value !== null && value !== undefined),
  );
  return { group_by: 'summary', ...Object.fromEntries(given) };
}

const PARAMETERS = toolSchema(
  {
    pattern: {
      type: 'string',
      description: `What to look for, 1 to ${GREP_BOUNDS.patternChars} characters. Words must all occur; "a phrase" in quotes; OR between words.`,
    },
    mode: {
      type: 'string',
      enum: GREP_CHOICES.mode,
      description: 'How the pattern is meant. Default auto. literal: exactly these characters.',
    },
    in: {
      type: 'string',
      enum: GREP_CHOICES.in,
      description: 'Where to look. Default messages. files: only messages too long to be shown whole.',
    },
    within: {
      type: 'string',
      description: 'Default: this conversation. Or a summary id (sum_…) to search only what it covers.',
    },
    roles: {
      type: 'array',
      items: { type: 'string', enum: ['system', 'user', 'assistant', 'tool'] },
      description: 'Only messages of these roles. Default all.',
    },
    tool_names: {
      type: 'array',
      items: { type: 'string' },
      description: 'Only results of tools with these names. Default all messages.',
    },
    since: { type: 'string', description: 'Only from this time on, with a zone: 2026-01-31T09:30:00Z.' },
    until: { type: 'string', description: 'Only before this time, with a zone: 2026-01-31T09:30:00Z.' },
    case: {
      type: 'string',
      enum: GREP_CHOICES.case,
      description: 'Default smart: capitals count only if the pattern has some.',
    },
    context_lines: {
      type: 'integer',
      description: `Lines shown before and after a match, 0 to ${GREP_BOUNDS.contextLines}. Default 0.`,
    },
    limit: {
      type: 'integer',
      description: `Most hits of one answer, 1 to ${GREP_BOUNDS.limit}. Default ${GREP_BOUNDS.defaultLimit}.`,
    },
    cursor: { type: 'string', description: 'next_cursor of the last answer, to go on. Repeat the other arguments.' },
    sort: { type: 'string', enum: GREP_CHOICES.sort, description: 'Default newest.' },
    group_by: {
      type: 'string',
      enum: ['summary', 'none'],
      description: 'Default summary: hits stand under the summary that covers them.',
    },
    count_only: { type: 'boolean', description: 'Only say how many there are. Default false.' },
    include_abandoned: { type: 'boolean', description: 'Also search what was undone. Default false.' },
  },
  ['pattern'],
);

import type { EngineTool, SummaryResult } from '@hermes-context/contract';
import { truncateText } from '@hermes-context/messages';
import type { GrepFound, GrepRequest } from '../search/grep-types.ts';
import { GREP_BOUNDS, parseGrep } from '../search/parse-grep.ts';
import { untilAborted } from '../until-aborted.ts';
import { withToolNames } from './format-grep.ts';
import { EVIDENCE_TOKENS, type Gathered, gatherFound, gatherUnder } from './gather-evidence.ts';
import { ToolArguments, wrongArgument } from './read-arguments.ts';
import { findRecalled, messageId, parseRecallId, type RecallPlace } from './recall-id.ts';
import { RECALLED_NOTE, recalled } from './recalled.ts';
import { pieceEnd, resultCapTokens, resultTokens } from './result-size.ts';
import type { ToolContext } from './tool-context.ts';
import { toolSchema } from './tool-schema.ts';

/** Size that an answer should have, in tokens. */
const ANSWER_TOKENS = 1_500;
/** What stands around an answer, in tokens. */
const FRAME_TOKENS = 200;
const DEFAULT_MAX_RESULTS = 8;
const LARGEST_MAX_RESULTS = 50;
/** Ids that an answer lists. */
const MAX_LISTED = 40;

const NAMES = ['prompt', 'id', 'query', 'max_results'] as const;

/** `lcm_expand_query`: an answer from what was said, without reading it in the window. */
export function expandQueryTool(context: ToolContext): EngineTool {
  return {
    name: 'lcm_expand_query',
    description:
      'Ask a question about older parts of this conversation. Another model reads the messages and answers, so they do not fill your window. Costs one model call.',
    parameters: PARAMETERS,
    execute: async (input, { signal }) => {
      const question = parseQuestion(input);
      const store = await untilAborted(signal, context.store());
      const place = { context, store, signal };
      const gathered = await gather(question, place);
      if (gathered.evidence.length === 0) return nothingFound(gathered.found);
      const result = await context.summarise({
        messages: gathered.evidence.map(({ message }) => message),
        focusTopic: question.prompt,
        maxTokens: ANSWER_TOKENS,
        signal,
      });
      signal.throwIfAborted();
      return answerText(result, gathered, context);
    },
  };
}

interface Question {
  readonly prompt: string;
  readonly id: string | undefined;
  readonly query: string | undefined;
  readonly maxResults: number;
}

function parseQuestion(input: unknown): Question {
  const given = new ToolArguments(input, NAMES);
  const prompt = given.requiredText('prompt', 'the question to answer');
  const query = given.text('query');
  const maxResults = given.integer('max_results', { min: 1, max: LARGEST_MAX_RESULTS }) ?? DEFAULT_MAX_RESULTS;
  const id = given.raw('id') === undefined ? undefined : parseRecallId(given.raw('id'));
  if (id !== undefined && id.kind !== 'summary') {
    throw wrongArgument('id', given.raw('id'), 'a summary id, "sum_" and 12 hex digits; lcm_expand reads one message');
  }
  return { prompt, id: id?.id, query, maxResults };
}

type Found = Gathered & { readonly found?: GrepFound };

/** All messages under a summary where they fit; else what a search finds, under it or anywhere. */
async function gather(question: Question, place: RecallPlace): Promise<Found> {
  const { id, query } = question;
  if (id === undefined) return gatherFound(requestOf(question), place);
  const target = await findRecalled({ kind: 'summary', id }, place);
  if (target.kind !== 'summary') return gatherFound(requestOf(question), place);
  const { summary } = target;
  if (summary.sourceTokens <= EVIDENCE_TOKENS && query === undefined) return gatherUnder(id, place);
  const found = await gatherFound(requestOf(question), place, summary);
  return found.evidence.length > 0 || query !== undefined ? found : gatherUnder(id, place);
}

function requestOf({ prompt, id, query, maxResults }: Question): GrepRequest {
  const parsed = parseGrep({
    pattern: query ?? truncateText(prompt, GREP_BOUNDS.patternChars),
    mode: query === undefined ? 'text' : 'auto',
    sort: 'relevance',
    limit: maxResults,
    ...(id !== undefined && { within: id }),
  });
  if (parsed.kind === 'error') throw new Error(`"query" cannot be searched for. ${withToolNames(parsed.message)}`);
  return parsed.request;
}

function nothingFound(found: GrepFound | undefined): string {
  const searched =
    found?.complete === false
      ? 'Nothing was found so far, but not everything could be searched'
      : `Nothing matches in the ${found?.scope.messages ?? 0} messages that were searched`;
  return `${searched}; no model was asked.\nNext: lcm_expand_query with other words in query, or lcm_grep.`;
}

function answerText(result: SummaryResult, gathered: Found, context: ToolContext): string {
  const frame = [evidenceLine(gathered), ...completeness(gathered)];
  const [first] = gathered.evidence;
  const read = `lcm_expand id="${messageId(first?.entry ?? 0)}"`;
  switch (result.kind) {
    case 'summary':
      return [
        ...(result.source === 'extractive' ? ['No model answered; this is an extract of the evidence.'] : []),
        RECALLED_NOTE,
        fittingAnswer(result.text, context),
        ...frame,
        `Next: ${read} checks the first source; other ids likewise.`,
      ].join('\n');
    case 'failed': {
      const why = recalled(result.detail, { kind: 'reason', failure: result.failure });
      return ['No answer: the model call failed.', why, ...frame, `Next: ${read} reads the evidence itself.`].join(
        '\n',
      );
    }
  }
}

function fittingAnswer(text: string, context: ToolContext): string {
  const maxTokens = resultCapTokens(context) - FRAME_TOKENS;
  const blockOf = (piece: string): string =>
    recalled(piece, { kind: 'answer', cut: piece.length < text.length ? 'yes' : undefined });
  const end = pieceEnd(text, { from: 0, maxTokens, tokensOf: (piece) => resultTokens(context, blockOf(piece)) });
  return blockOf(text.slice(0, end));
}

function evidenceLine({ evidence }: Gathered): string {
  const listed = evidence.slice(0, MAX_LISTED).map(({ entry }) => messageId(entry));
  const more = evidence.length > listed.length ? ` and ${evidence.length - listed.length} more` : '';
  return `evidence, ${evidence.length} messages: ${listed.join(' ')}${more}`;
}

function completeness({ isWhole, found }: Found): readonly string[] {
  const isPart = !isWhole || (found !== undefined && (found.nextCursor !== undefined || !found.complete));
  return isPart ? ['Only a part of what matches was read; other messages may say more.'] : [];
}

const PARAMETERS = toolSchema(
  {
    prompt: { type: 'string', description: 'The question to answer, in full.' },
    id: { type: 'string', description: 'Answer only from what this summary (sum_…) covers. Default: everything.' },
    query: { type: 'string', description: 'Words to search the messages by. Default: the prompt itself.' },
    max_results: {
      type: 'integer',
      description: `Most hits to answer from, 1 to ${LARGEST_MAX_RESULTS}. Default ${DEFAULT_MAX_RESULTS}.`,
    },
  },
  ['prompt'],
);

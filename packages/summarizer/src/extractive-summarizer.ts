import type { Message, Messages, SummaryRequest } from '@hermes-context/contract';
import { estimateMessagesTokens, estimateTextTokens, type Ledger, ledgerOfCalls } from '@hermes-context/messages';
import { cleanText } from './clean-text.ts';
import type { Candidate, Candidates } from './extract/candidates.ts';
import { carriedAlone, carryPrevious, countedBefore, lastingEntries } from './extract/carry-previous.ts';
import { contextCandidates } from './extract/context-candidates.ts';
import { type CallStyle, describeCall } from './extract/describe-calls.ts';
import { commandCandidates, doneCandidates } from './extract/done-candidates.ts';
import { assessTurns, type ExtractContext, maxLinesOf, quoteSizes } from './extract/extract-context.ts';
import { fileCandidates } from './extract/file-candidates.ts';
import { fitSections } from './extract/fit-sections.ts';
import { goalCandidates } from './extract/goal-candidates.ts';
import { detectLanguage } from './extract/language.ts';
import { blockedCandidates, nextCandidates, progressCandidates } from './extract/open-candidates.ts';
import { joinLedgers, readLedger } from './extract/read-ledger.ts';
import { readTurns } from './extract/read-turns.ts';
import { findRoot } from './extract/root-folder.ts';
import { decisionCandidates, ruleCandidates } from './extract/said-candidates.ts';
import { trackFailures } from './extract/track-failures.ts';
import { fill, isFilled, wordsOf } from './extract/words.ts';
import { parseSections, SECTION_NAMES, type SummarySections } from './summary-sections.ts';

/** What to extract a summary from. */
export type ExtractRequest = Pick<
  SummaryRequest,
  'messages' | 'originals' | 'previousSummary' | 'maxTokens' | 'focusTopic' | 'carried' | 'hasNewerRequest'
>;

/** An extract larger than this share of what it stands for would gain nothing. */
const MAX_SHARE = 0.5;

/** However little there is to summarise, an extract may take this much, in tokens: headings, and a few lines. */
const MIN_SUMMARY_TOKENS = 240;

/** What a line about the focus topic gains in rank: an essential of another topic still goes first. */
const FOCUS_GAIN = 1;
const FOCUS_WORD_MIN_CHARS = 2;

/**
 * A summary without a model: the sections of a written one, filled from the conversation by rule, in the user's
 * language. Free, the same for the same request, never larger than `maxTokens` (60 and more), secrets masked.
 * The summary before is carried along section by section. Takes time linear in the messages.
 */
export function extractSummary(request: ExtractRequest): string {
  const messages = request.originals ?? request.messages;
  const previous = parseSections(cleanText(request.previousSummary ?? ''));
  const turns = readTurns(messages, request.carried);
  const hasNewerRequest = request.hasNewerRequest ?? false;
  const requests = turns.flatMap((turn) => turn.request ?? []);
  const language = detectLanguage(requests.length > 0 ? requests : [request.previousSummary ?? '']);
  const maxTokens = sizeFor(request, messages);
  const context: ExtractContext = {
    language,
    words: wordsOf(language),
    sizes: quoteSizes(maxTokens, turns, language),
    turns: assessTurns(turns, language, hasNewerRequest),
    hasNewerRequest,
    maxLines: maxLinesOf(maxTokens),
  };
  const candidates = messages.length === 0 ? carriedAlone(previous) : candidatesOf(context, previous, messages);
  return fitSections(focused(candidates, request.focusTopic), maxTokens, context.words.nothing);
}

/** Whether an extract says nothing but that it is one: its budget had room for no more. */
export function isBare(extract: string): boolean {
  const sections = parseSections(extract);
  const entries = SECTION_NAMES.flatMap((name) => sections[name]);
  return entries.every((entry) => isFilled(entry, (words) => words.extract));
}

function sizeFor({ maxTokens, previousSummary = '' }: ExtractRequest, messages: Messages): number {
  const standsFor = estimateMessagesTokens(messages) + estimateTextTokens(previousSummary);
  return Math.min(maxTokens, Math.max(MIN_SUMMARY_TOKENS, Math.floor(standsFor * MAX_SHARE)));
}

function candidatesOf(context: ExtractContext, previous: SummarySections, messages: Messages): Candidates {
  const carried = readLedger(previous);
  const ledger = joinLedgers(carried.ledger, ledgerOf(context));
  const lasting = lastingEntries(carried.rest);
  const style: CallStyle = { words: context.words, root: findRoot(ledger.files.map(({ path }) => path)) };
  const failed = trackFailures(context);
  const hasGoal = context.turns.at(-1)?.request !== undefined || lasting.Goal.length > 0;
  const fresh: Candidates = {
    Goal: goalCandidates(context),
    'Constraints & Preferences': ruleCandidates(context),
    Done: [...commandCandidates(ledger), ...doneCandidates(context, style)],
    'In Progress': progressCandidates(context, style, hasGoal),
    Blocked: blockedCandidates(failed, style),
    'Key Decisions': decisionCandidates(context),
    'Relevant Files': fileCandidates(ledger, { words: context.words, other: carried.rest['Relevant Files'] }),
    'Next Steps': nextCandidates(context, hasGoal),
    'Critical Context': [...contextCandidates(context, failed, style), noteOf(context, previous, messages)],
  };
  return carryPrevious(fresh, lasting, { context, succeeded: succeededCalls(context, style) });
}

/** What the calls of these turns did. */
function ledgerOf({ turns }: ExtractContext): Ledger {
  const calls = turns.flatMap(({ steps }) => steps.filter((step) => step.kind === 'call'));
  return ledgerOfCalls(calls.map(({ tool, uses, result }) => ({ tool, uses, answer: result })));
}

/** Says that no model wrote this, and how much it stands for. */
function noteOf({ words }: ExtractContext, previous: SummarySections, messages: Messages): Candidate {
  const count = (role: Message['role']): number => messages.filter((message) => message.role === role).length;
  const roles = (['user', 'assistant', 'tool'] as const).map((role) => `${role} ${count(role)}`).join(', ');
  const text = fill(words.extract, { count: countedBefore(previous) + messages.length, roles });
  return { text, rank: 0.9 };
}

function succeededCalls({ turns }: ExtractContext, style: CallStyle): ReadonlySet<string> {
  const calls = turns.flatMap(({ steps }) => steps.filter((step) => step.kind === 'call'));
  return new Set(
    calls
      .filter((call) => call.result !== undefined && call.failure === undefined)
      .map((call) => describeCall(call, style)),
  );
}

/** Lines that speak of the focus topic are kept sooner. */
function focused(candidates: Candidates, focusTopic: string | undefined): Candidates {
  const words = (focusTopic ?? '').toLowerCase().match(/[\p{L}\p{N}_./-]+/gu) ?? [];
  const topics = words.filter((word) => word.length >= FOCUS_WORD_MIN_CHARS);
  if (topics.length === 0) return candidates;
  const ranked = { ...candidates };
  for (const name of SECTION_NAMES) {
    ranked[name] = candidates[name].map((candidate) => {
      const text = candidate.text.toLowerCase();
      return topics.some((word) => text.includes(word))
        ? { ...candidate, rank: candidate.rank - FOCUS_GAIN }
        : candidate;
    });
  }
  return ranked;
}

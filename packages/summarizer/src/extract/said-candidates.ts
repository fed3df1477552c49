import { ageOf, type Candidate } from './candidates.ts';
import type { ExtractContext } from './extract-context.ts';
import { isDecision, isRule } from './patterns.ts';
import { quote } from './quote.ts';
import { ruleSentencesOf } from './rule-sentences.ts';
import { isEmptyTalk } from './sentences.ts';

/** A message this long is a document: its rules matter, but less than what the user typed. */
const DOCUMENT_CHARS = 3_000;
const DOCUMENT_PENALTY = 0.6;
const MAX_PER_DOCUMENT = 30;

const SMALL_TALK_RANK = 3;
const DECISIONS_PER_TURN = 4;

/** A sentence longer than this is pasted text. */
const SENTENCE_MAX_CHARS = 500;

/** The user's rules and wishes, word for word, oldest first; those of carried messages stay where they are. The newest are kept first when room is short. */
export function ruleCandidates({ turns, language, sizes, maxLines }: ExtractContext): readonly Candidate[] {
  const found = turns.flatMap(({ request = '', isCarried }, index) => {
    if (isCarried) return []; // it stands behind the summary, rules and all
    const isDocument = request.length > DOCUMENT_CHARS;
    const rank = ageOf(index, turns.length) + (isDocument ? DOCUMENT_PENALTY : 0);
    return ruleSentencesOf(request)
      .filter((sentence) => sentence.length <= SENTENCE_MAX_CHARS && isRule(sentence, language))
      .slice(0, MAX_PER_DOCUMENT)
      .map((text): Candidate => ({ text, rank }));
  });
  const kept = latestOfEach(found).slice(-maxLines);
  return kept.map(({ text, rank }) => ({ text: quote(text, sizes.sentence), rank }));
}

/** Choices and reasons, of the user and of the assistant, oldest first. */
export function decisionCandidates(context: ExtractContext): readonly Candidate[] {
  const { language, words, sizes } = context;
  const turns = context.turns.slice(-context.maxLines);
  const found = turns.flatMap(({ request = '', requestSentences, steps }, index) => {
    // In small talk the assistant decides nothing.
    const isWork = steps.some((step) => step.kind === 'call');
    const rank = (isWork ? 1 : SMALL_TALK_RANK) + ageOf(index, turns.length);
    const decisions = (sentences: readonly string[]): readonly string[] =>
      sentences.filter(
        (sentence) => sentence.length <= SENTENCE_MAX_CHARS && !isEmptyTalk(sentence) && isDecision(sentence, language),
      );
    const byUser = (request.length > DOCUMENT_CHARS ? [] : decisions(requestSentences)).map((sentence) => ({
      text: `${words.user}: ${quote(sentence, sizes.sentence)}`,
      rank: 0.7 + ageOf(index, turns.length),
    }));
    const byAssistant = steps.flatMap((step) => (step.kind === 'said' ? decisions(step.sentences).slice(0, 2) : []));
    const kept = byAssistant
      .slice(-DECISIONS_PER_TURN)
      .map((sentence) => ({ text: quote(sentence, sizes.sentence), rank }));
    return [...byUser.slice(0, 2), ...kept];
  });
  return latestOfEach(found);
}

/** Without repetitions: what is said again counts as said last. */
export function latestOfEach(candidates: readonly Candidate[]): readonly Candidate[] {
  const byText = new Map(candidates.map((candidate) => [candidate.text.toLowerCase(), candidate]));
  return candidates.filter((candidate) => byText.get(candidate.text.toLowerCase()) === candidate);
}

import { estimateTextTokens, redactSecrets } from '@hermes-context/messages';
import { ruleSentencesOf } from '../extract/rule-sentences.ts';
import { parseSections, type SectionName } from '../summary-sections.ts';
import { isOutdated, supersededValues } from './check-superseded.ts';
import { type Check, hard, named } from './finding.ts';
import { type Draft, flatten, shareIn, tellingWords } from './gate-draft.ts';
import type { SourceFacts } from './gate-source.ts';

/** What makes a sentence a rule beyond doubt. Weaker words, such as "should", ask for judgement, and the model has it. */
const STRICT_RULE =
  /\b(?:never|always|must(?:n['’]t)?|under no circumstances)\b|(?<!\b(?:i|we|they|you|it|he|she|who|that|which|to|just|really|still|also) )\b(?:do not|don['’]t)\b(?! (?:need|have to|know|worry|forget to|hesitate|think|see|mind))|必须|不要|禁止|切勿|不得|必ず|しないで|ないでください|絶対に|반드시|절대|하지 ?마|(?<!\p{L})(?:niemals|auf keinen fall|darf (?:nicht|kein\p{L}*)|jamais|toujours|surtout pas|nunca|siempre|sempre|jamás|никогда|всегда|нельзя)(?!\p{L})/iu;

/** Words that take a rule back, or put another in its place. */
const WITHDRAWAL =
  /\b(?:forget|ignore|drop|lift(?:ed)?|no longer|not any ?more|instead|after all|changed my mind|you may now|it(?:['’]s| is) (?:ok|okay|fine) (?:to|now)|now (?:use|do|you can))\b|不用再|可以了|改为|改用|取消|もう.{0,12}(?:いい|よい)|代わりに|이제.{0,12}(?:돼|됩니다)|대신|nicht mehr|stattdessen|vergiss|finalement|oublie|plutôt|en lugar|olvida|ya no|em vez|esqueça|больше не|вместо/iu;

/** A longer sentence was pasted, and so was a longer message. */
const RULE_MAX_CHARS = 300;
const DOCUMENT_CHARS = 3_000;

/** Of the budget, what rules may be asked to take: those of these messages, and those of the summary before. */
const MAX_SHARE = 0.1;
/** The goal, and that there is work at all, come before the first rule. */
const RESERVED_TOKENS = 60;

/** A paraphrase with this share of a rule's telling words still says it. */
const SAID_SHARE = 0.8;

/** Words that a withdrawal shares with its rule. */
const WITHDRAWN_SHARE = 0.5;

/** Rules of the user are in the summary: dropped ones are broken ever after. */
export const checkConstraints: Check = (draft, facts) => {
  const missing = missingRules(draft, facts);
  if (missing.length === 0) return [];
  return [hard('constraints', `The summary drops what the user demanded: ${named(missing)}.`, missing)];
};

/** Rules that a summary of this size had room for, and does not hold, newest first; secrets masked. */
export function missingRules(draft: Draft, facts: SourceFacts): readonly string[] {
  const { source, requests } = facts;
  const roomTokens = Math.floor(source.maxTokens * MAX_SHARE) - RESERVED_TOKENS;
  const changes = supersededValues(facts);
  const newer = requests.filter((request) => request.length <= DOCUMENT_CHARS);
  const before = parseSections(source.previousSummary ?? '')['Constraints & Preferences'].filter(isStrict);
  return [...fitting(ownRules(facts), roomTokens), ...fitting(before.toReversed(), roomTokens)].filter(
    (rule) => !isSaid(rule, draft) && !isWithdrawn(rule, newer) && !isOutdated({ section: RULES, text: rule }, changes),
  );
}

const RULES: SectionName = 'Constraints & Preferences';

/** Rules of messages that the summary takes the place of, newest first; those of carried ones stay where they are. */
function ownRules({ turns }: SourceFacts): readonly string[] {
  const found = turns.flatMap(({ request = '', isCarried }) =>
    isCarried || request.length > DOCUMENT_CHARS ? [] : ruleSentencesOf(request).filter(isStrict),
  );
  return [...new Set(found.toReversed())];
}

function isStrict(sentence: string): boolean {
  return sentence.length <= RULE_MAX_CHARS && !/[?？:：]\s*$/.test(sentence) && STRICT_RULE.test(sentence);
}

function fitting(rules: readonly string[], roomTokens: number): readonly string[] {
  let left = roomTokens;
  return rules.map(redactSecrets).filter((rule) => {
    left -= estimateTextTokens(rule);
    return left >= 0;
  });
}

function isSaid(rule: string, { flat, sections, entries }: Draft): boolean {
  if (flat.includes(flatten(rule))) return true;
  const words = tellingWords(rule);
  const places = [...sections['Constraints & Preferences'], ...entries.map((entry) => entry.text)];
  return words.length > 0 && places.some((place) => shareIn(words, place) >= SAID_SHARE);
}

/** Whether the user spoke of the same again, and took it back. */
function isWithdrawn(rule: string, requests: readonly string[]): boolean {
  const words = tellingWords(rule);
  return requests.some(
    (request) => WITHDRAWAL.test(request) && !request.includes(rule) && shareIn(words, request) >= WITHDRAWN_SHARE,
  );
}

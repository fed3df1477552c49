import { clipText } from '@hermes-context/messages';
import { ageOf, type Candidate } from './candidates.ts';
import type { CallStyle } from './describe-calls.ts';
import { describeCall } from './describe-calls.ts';
import type { ExtractContext } from './extract-context.ts';
import { IdentifierCounter, type IdentifierKind } from './identifiers.ts';
import { dataQuote, quote } from './quote.ts';
import { withoutRoot } from './root-folder.ts';
import { latestOfEach } from './said-candidates.ts';
import { isEmptyTalk } from './sentences.ts';
import { type FailedCall, isBlocking } from './track-failures.ts';

const FILLER_RANK = 3;

const ERROR_MAX_CHARS = 200;
const CALL_MAX_CHARS = 60;

// A fact that was asked for, planned or concluded is worth more than one that scrolled by.
const USER_WEIGHT = 5;
const ASSISTANT_WEIGHT = 4;
const ARGUMENT_WEIGHT = 2;
const RESULT_WEIGHT = 1;

/** Tools print thousands of numbers: only the edges of a result are looked at. */
const RESULT_SCAN_CHARS = 2_000;

/** What scrolled by once or twice only fills left-over room; places and links of that kind are not worth even that. */
const TELLING_WEIGHT = 3;
const TELLING_RANK = 0.6;
const PASSING_RANK = 2.5;

const FINDING_SCAN_SENTENCES = 40;
const ARGUMENT_SCAN_CHARS = 500;

const PER_LINE = 6;
const PASSING_PER_LINE = 2;
const MAX_PER_KIND = 60;
const KINDS: readonly IdentifierKind[] = ['places', 'ids', 'values', 'links'];
const PASSING_KINDS: readonly IdentifierKind[] = ['ids', 'values'];

/** "Let me look at …" says what was tried, not what was found. */
const OPENING =
  /^(?:let['’]?s|let me|now,? (?:i|let)|i['’]ll|i will|next|first,|good|great|perfect|okay|ok|sure|no response)\b/i;

/** What else must not be lost: error messages, identifiers and values, and what the assistant found. */
export function contextCandidates(
  context: ExtractContext,
  failed: readonly FailedCall[],
  style: CallStyle,
): readonly Candidate[] {
  return [...errorCandidates(failed, style), ...identifierCandidates(context, style), ...findingCandidates(context)];
}

function errorCandidates(failed: readonly FailedCall[], style: CallStyle): readonly Candidate[] {
  return failed.flatMap((each, index): readonly Candidate[] => {
    const { call, failure } = each;
    const isInTheWay = isBlocking(each);
    const where = clipText(describeCall(call, style), CALL_MAX_CHARS);
    // The first line of what is in the way stands under Blocked.
    const lines = failure.lines.slice(isInTheWay ? 1 : 0).map((line) => dataQuote(line, ERROR_MAX_CHARS));
    if (lines.length === 0) return [];
    const age = ageOf(index, failed.length);
    return [{ text: `${where}: ${lines.join(' ')}`, rank: isInTheWay ? 0.3 + age : 2 + age }];
  });
}

function identifierCandidates({ turns, words }: ExtractContext, { root }: CallStyle): readonly Candidate[] {
  const counter = new IdentifierCounter();
  for (const { request = '', steps } of turns) {
    counter.add(request, USER_WEIGHT);
    for (const step of steps) {
      if (step.kind === 'said') counter.add(step.text, ASSISTANT_WEIGHT);
      else {
        counter.add(argumentsOf(step.input), ARGUMENT_WEIGHT);
        counter.add(edgesOf(step.result ?? ''), RESULT_WEIGHT);
      }
    }
  }
  const found = counter.identifiers;
  const line = (kind: IdentifierKind, isTelling: boolean): readonly Candidate[] => {
    const known = found.filter((each) => each.kind === kind && each.weight >= TELLING_WEIGHT === isTelling);
    const texts = known.slice(0, MAX_PER_KIND).map(({ text }) => withoutRoot(text, root));
    const rank = isTelling ? TELLING_RANK : PASSING_RANK;
    return linesOf(texts, isTelling ? PER_LINE : PASSING_PER_LINE).map((text, index) => ({
      text: `${words[kind]}: ${text}`,
      rank: rank + index * 0.4,
    }));
  };
  return [...KINDS.flatMap((kind) => line(kind, true)), ...PASSING_KINDS.flatMap((kind) => line(kind, false))];
}

/** The short plain arguments of a call; long ones are contents of files. */
function argumentsOf(input: object): string {
  const values: readonly unknown[] = Object.values(input);
  return values.filter((value) => typeof value === 'string' && value.length <= ARGUMENT_SCAN_CHARS).join(' ');
}

function linesOf(texts: readonly string[], perLine: number): readonly string[] {
  const lines: string[] = [];
  for (let start = 0; start < texts.length; start += perLine)
    lines.push(texts.slice(start, start + perLine).join(', '));
  return lines;
}

function edgesOf(result: string): string {
  if (result.length <= RESULT_SCAN_CHARS) return result;
  return `${result.slice(0, RESULT_SCAN_CHARS / 2)} ${result.slice(-RESULT_SCAN_CHARS / 2)}`;
}

/** One telling sentence of each message of the assistant: fills what room is left, newest first. */
function findingCandidates(context: ExtractContext): readonly Candidate[] {
  const { sizes, maxLines } = context;
  const turns = context.turns.slice(-maxLines);
  const texts = turns.flatMap(({ steps, answer }) => {
    const isWork = steps.some((step) => step.kind === 'call');
    return steps.flatMap((step) => {
      const found = step.kind === 'said' ? tellingSentence(step.sentences, isWork) : undefined;
      return found === undefined || answer.startsWith(found) ? [] : [found];
    });
  });
  return latestOfEach(
    texts.slice(-maxLines).map((text, index, all) => ({
      text: quote(text, sizes.sentence),
      rank: FILLER_RANK + ageOf(index, all.length),
    })),
  );
}

/** In small talk, only what holds a name or a number. */
function tellingSentence(said: readonly string[], isWork: boolean): string | undefined {
  const sentences = said.slice(0, FINDING_SCAN_SENTENCES).filter((sentence) => !OPENING.test(sentence));
  const telling =
    sentences.find((sentence) => /\d|`|\/|[A-Za-z]\.[A-Za-z]/.test(sentence)) ?? (isWork ? sentences[0] : undefined);
  return telling === undefined || isEmptyTalk(telling) ? undefined : telling;
}

import type { Message, SummaryRequest } from '@hermes-context/contract';
import {
  classifyMessage,
  contentText,
  editJsonStrings,
  estimateMessagesTokens,
  estimateTextTokens,
  redactSecrets,
  toolCallsOf,
} from '@hermes-context/messages';
import { type AssessedTurn, assessTurns } from '../extract/extract-context.ts';
import { detectLanguage, type Language } from '../extract/language.ts';
import { readTurns } from '../extract/read-turns.ts';
import { type CoverageItem, coverageItems } from './coverage-items.ts';
import { flatten } from './gate-draft.ts';
import { wordsOf } from './words-of.ts';

/** What a summary is judged against: what it was to be made of, and how large it was to be. */
export type GateSource = Omit<SummaryRequest, 'signal'>;

/** A text of the source, and whose it is. */
export interface SourceText {
  /** `given`: the summary before, pins, memory, the focus topic. `outside`: tools and hosts. */
  readonly by: 'user' | 'assistant' | 'given' | 'outside';
  readonly text: string;
}

/** A source, read once for all checks. */
export interface SourceFacts {
  readonly source: GateSource;
  readonly texts: readonly SourceText[];
  readonly turns: readonly AssessedTurn[];
  /** What the user asked for, oldest first, carried requests in their place. */
  readonly requests: readonly string[];
  readonly language: Language;
  /** What the summary stands for, in tokens: the messages and the summary before. */
  readonly tokens: number;
  /** All words, small; with the signs that file names have within them. */
  readonly vocabulary: ReadonlySet<string>;
  /** What must stay word for word, as it is compared. */
  readonly pinned: readonly string[];
  /** What a summary should not lose, the heaviest of each kind. */
  readonly items: readonly CoverageItem[];
}

/** Read a source for judging. Linear in its texts. */
export function readSource(source: GateSource): SourceFacts {
  const { originals, messages, carried, hasNewerRequest = false } = source;
  const all = originals ?? messages;
  const turns = readTurns(all, carried);
  const requests = turns.flatMap(({ request }) => request ?? []);
  const language = detectLanguage(requests.length > 0 ? requests : [source.previousSummary ?? '']);
  const texts = [...givenTexts(source), ...(carried ?? []).map(({ message }) => message), ...all].flatMap((each) =>
    'by' in each ? [each] : textsOf(each),
  );
  const assessed = assessTurns(turns, language, hasNewerRequest);
  return {
    source,
    texts,
    turns: assessed,
    requests,
    language,
    tokens: estimateMessagesTokens(all) + estimateTextTokens(source.previousSummary ?? ''),
    vocabulary: vocabularyOf(texts),
    pinned: (source.pinnedTexts ?? []).map((pin) => flatten(redactSecrets(pin))),
    items: coverageItems(assessed, source.maxTokens),
  };
}

function vocabularyOf(texts: readonly SourceText[]): ReadonlySet<string> {
  const vocabulary = new Set<string>();
  for (const { text } of texts) {
    for (const word of wordsOf(text)) vocabulary.add(word);
  }
  return vocabulary;
}

function givenTexts({
  previousSummary,
  pinnedTexts = [],
  focusTopic,
  memoryContext,
}: GateSource): readonly SourceText[] {
  const given = [previousSummary, ...pinnedTexts, focusTopic, memoryContext];
  return given.flatMap((text) => (text === undefined ? [] : [{ by: 'given', text }]));
}

function textsOf(message: Message): readonly SourceText[] {
  const by = authorOf(message);
  const texts: SourceText[] = [{ by, text: contentText(message.content) }];
  for (const { function: call } of toolCallsOf(message)) {
    texts.push({ by, text: `${call.name}\n${stringsOf(call.arguments)}` });
  }
  return texts;
}

/** The strings of a call's arguments, decoded: behind an escape such as `\n`, a path would look like part of a longer word. */
function stringsOf(json: string): string {
  const strings: string[] = [];
  editJsonStrings(json, (value) => {
    strings.push(value);
    return undefined;
  });
  return strings.length === 0 ? json : strings.join('\n');
}

function authorOf(message: Message): SourceText['by'] {
  switch (classifyMessage(message)) {
    case 'user':
      return 'user';
    case 'assistant':
    case 'assistant-calls':
      return 'assistant';
    case 'summary':
    case 'system':
      return 'given';
    case 'tool':
    case 'user-synthetic':
    case 'user-blank':
    case 'bridge':
      return 'outside';
  }
}

import type { Message, Messages } from '@hermes-context/contract';
import { contentText, isRealUser, toolCallsOf } from '@hermes-context/messages';
import type { AnswerKey, ItemKind, PlantedItem } from '../trajectory.ts';
import { artifactsOf } from './find-artifacts.ts';
import { secretsIn } from './find-secrets.ts';
import { sentencesOf, setsRule } from './rule-sentences.ts';
import { searchWords } from './search-words.ts';

/** The most items of one kind: more would only be more of the same, and long conversations have thousands. */
const MAX_PER_KIND = 40;
const MAX_COMMAND_CHARS = 200;
const MAX_LINE_CHARS = 240;
const MAX_GOAL_CHARS = 300;

const ERROR_LINE = /^.{0,80}?\b(?:[A-Z]\w{2,40}(?:Error|Exception)\b|error(?:\[\w+\])?:|fatal:|panic:).{4,160}$/gm;
const IDENTIFIER =
  /\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}|[A-Z][A-Z0-9]{1,9}-\d{1,7})\b|(?<=\s)#\d{1,7}\b/g;
const NUMBER =
  /\b\d[\d.,]{0,12}\s?(?:ms|seconds?|minutes?|hours?|days?|[kKMG]B|[KMG]iB|%|tokens|rows|users|requests|lines)(?!\w)/g;
const PATH = /(?<![\w:/])(?:[\w@~.+-]{1,60}\/){1,12}[\w@.+-]{1,80}\.\w{1,8}\b/g;

/** Something that was found, before it is known whether it is one of too many. */
interface Find {
  readonly kind: ItemKind;
  readonly index: number;
  readonly probe: string;
  /** The text that it stood in, for words to search by. */
  readonly around: string;
}

/**
 * What a conversation without an answer key should not lose, found by simple recognisers: the first request, sentences of the
 * user's that set a rule, paths, commands, errors, identifiers and numbers with units, and what looks like a secret. Of each
 * kind at most forty, evenly from beginning to end. What was decided, what is open and what was superseded is not found.
 */
export function findItems(messages: Messages): AnswerKey {
  const finds = [...goalOf(messages), ...messages.flatMap(findsOf)];
  const items = [...Map.groupBy(unique(finds), ({ kind }) => kind).values()].flatMap((ofKind) =>
    evenly(ofKind, MAX_PER_KIND).map(itemOf),
  );
  return {
    items: items.toSorted((left, right) => left.index - right.index),
    artifacts: artifactsOf(messages),
    compactAt: [],
  };
}

function goalOf(messages: Messages): readonly Find[] {
  const index = messages.findIndex(isRealUser);
  const [first = ''] = sentencesOf(contentText(messages[index]?.content ?? ''));
  const probe = first.slice(0, MAX_GOAL_CHARS);
  return index === -1 || probe === '' ? [] : [{ kind: 'goal', index, probe, around: probe }];
}

function findsOf(message: Message, index: number): readonly Find[] {
  const text = contentText(message.content);
  const found = (kind: ItemKind, probes: readonly string[], around = text): readonly Find[] =>
    probes.map((probe) => ({ kind, index, probe, around }));
  const secrets = found('secret', secretsIn(text));
  switch (message.role) {
    case 'system':
      return [];
    case 'tool':
      return [...secrets, ...found('error', matches(text, ERROR_LINE))];
    case 'user':
      return [
        ...secrets,
        ...(isRealUser(message) ? found('constraint', sentencesOf(text).filter(setsRule)) : []),
        ...said(text, found),
      ];
    case 'assistant':
      return [...secrets, ...said(text, found), ...found('command', commandsOf(message))];
  }
}

function said(text: string, found: (kind: ItemKind, probes: readonly string[]) => readonly Find[]): readonly Find[] {
  return [
    ...found('identifier', matches(text, IDENTIFIER)),
    ...found('number', matches(text, NUMBER)),
    ...found('path', matches(text, PATH)),
  ];
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([match]) => match.trim().slice(0, MAX_LINE_CHARS));
}

/** Commands without quotes and line breaks: those stand in a call's arguments as they were typed. */
function commandsOf(message: Message): readonly string[] {
  return toolCallsOf(message).flatMap((call) => {
    const command = /"(?:command|cmd)":\s*"([^"\\]{4,400})"/.exec(call.function.arguments)?.[1];
    return command === undefined || command.length > MAX_COMMAND_CHARS ? [] : [command];
  });
}

/** Each probe once, where it stood first. */
function unique(finds: readonly Find[]): readonly Find[] {
  const seen = new Set<string>();
  return finds.filter(({ probe }) => {
    const isNew = probe !== '' && !seen.has(probe);
    seen.add(probe);
    return isNew;
  });
}

function evenly<Each>(list: readonly Each[], count: number): readonly Each[] {
  if (list.length <= count) return list;
  const wanted = new Set(Array.from({ length: count }, (_, nth) => Math.floor((nth * list.length) / count)));
  return list.filter((_, index) => wanted.has(index));
}

function itemOf({ kind, index, probe, around }: Find, nth: number): PlantedItem {
  return { id: `${kind}-${nth + 1}`, kind, index, probe, words: searchWords(probe, around) };
}

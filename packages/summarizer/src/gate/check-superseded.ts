import { redactSecrets } from '@hermes-context/messages';
import { type Check, hard, named } from './finding.ts';
import type { Draft, DraftEntry } from './gate-draft.ts';
import type { SourceFacts } from './gate-source.ts';
import { wordsOf } from './words-of.ts';

/** A value that the user put another in the place of. */
export interface Superseded {
  readonly old: string;
  readonly current: string;
  /** What the value is of, such as `port`; absent where the user named both values. */
  readonly of: string | undefined;
  /** The sentence that changed it. */
  readonly sentence: string;
}

/** A message longer than this is a document, and the values in it are its own. */
const REQUEST_CHARS = 3_000;

/** Summaries are searched for each. */
const MAX_CHANGES = 40;

/** A value: something with a digit in it, or a name with the signs of one. */
const VALUE = String.raw`[\x60"'“„]?([\p{L}\p{N}][\p{L}\p{N}_.:/@+-]{0,60}[\p{L}\p{N}]|\d)[\x60"'”“]?`;

/** Both values in one sentence. The first group is the old one, or the new one where `isNewFirst`. */
const PAIRS: readonly (readonly [pattern: RegExp, isNewFirst: boolean])[] = [
  [new RegExp(String.raw`\b(?:instead of|rather than|and not|not)\s+(?:the )?(?:\p{L}{2,20} )?${VALUE}`, 'iu'), true],
  [new RegExp(String.raw`\b(?:from|replace|swap)\s+${VALUE}\s+(?:to|with|by|for)\s+${VALUE}`, 'iu'), false],
  [new RegExp(String.raw`${VALUE}\s*(?:→|->|=>)\s*${VALUE}`, 'iu'), false],
  [
    new RegExp(
      String.raw`(?<!\p{L})(?:statt|anstatt|anstelle von|au lieu de|en (?:lugar|vez) de|em vez de|вместо)\s+${VALUE}`,
      'iu',
    ),
    true,
  ],
  [new RegExp(String.raw`把\s*${VALUE}\s*(?:改成|改为|换成)\s*${VALUE}`, 'iu'), false],
  [new RegExp(String.raw`${VALUE}\s*(?:ではなく|の代わりに|대신)\s*${VALUE}`, 'iu'), false],
];

/** Says that what follows takes the place of what was said. */
const CHANGE =
  /\b(?:instead|change[sd]?|actually|rather|no longer|switch(?:ed)?|update[sd]?|now|correction|make (?:it|that)|moved? to|raise|lower|new)\b|改为|改成|改用|换成|更新|不再|現在|変更|代わり|바꿔|변경|대신|(?<!\p{L})(?:statt|stattdessen|jetzt|ändere?|doch|maintenant|plutôt|change[rz]?|ahora|cambia|agora|mude|теперь|вместо|измени\p{L}*)(?!\p{L})/iu;

/** A name and its value: "port 5433", "timeout of 30s", "BRANCH=main", "端口 5433". */
const NAMED = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(port|timeout|version|limit|budget|deadline|branch|model|threshold|size|width|height|ttl|interval|region|host|price|端口|超时|版本|ポート|バージョン|포트|버전|puerto|puerta|porta|frist|grenze|порт|версия|[A-Z][A-Z0-9_]{2,30})\s*(?:(?:is|to|of|at|must be|should be|=|:|为|是|を|は|auf|ist|à|a|на)\s*){0,2}${VALUE}`,
  'giu',
);

/** Words that tell of the past, beside an old value. */
const PAST =
  /\b(?:was|were|instead|no longer|formerly|previously|before|earlier|old|replaced?|superseded|changed?|from|not|rather)\b|→|->|=>|原|旧|之前|改|以前|から|代わり|이전|대신|(?<!\p{L})(?:statt|früher|vorher|alt\p{L}*|avant|ancien\p{L}*|antes|anterior|вместо|раньше|был\p{L}*)(?!\p{L})/iu;

/** A value that the user replaced is not the current one any more. */
export const checkSuperseded: Check = ({ entries }, facts) => {
  const changes = supersededValues(facts);
  const wrong = changes.filter((change) => entries.some((entry) => presentsAsCurrent(entry, change)));
  if (wrong.length === 0) return [];
  const what = named(wrong.map(({ old, current }) => `${redactSecrets(old)}, now ${redactSecrets(current)}`));
  const sentences = [...new Set(wrong.map(({ sentence }) => sentence))];
  return [hard('superseded', `The summary presents as current what the user replaced: ${what}.`, sentences)];
};

/** Values that the user replaced later on, the newest change of each. */
export function supersededValues({ requests }: SourceFacts): readonly Superseded[] {
  const values = new Map<string, string>();
  const changes = new Map<string, Superseded>();
  for (const request of requests) {
    if (request.length > REQUEST_CHARS) continue;
    for (const sentence of request.split(/(?<=[.!?。！？])\s+|\n/)) {
      for (const change of [...pairsIn(sentence), ...replacedIn(sentence, values)]) {
        changes.delete(change.current); // what was replaced may come back
        changes.set(change.old, change);
      }
    }
  }
  return [...changes.values()].slice(-MAX_CHANGES);
}

/** Whether an entry speaks of an old value, and of nothing that tells that it is old. */
function presentsAsCurrent({ section, text }: DraftEntry, { old, current, of }: Superseded): boolean {
  if (section === 'Done' || section === 'Relevant Files') return false;
  const words = new Set(wordsOf(text));
  if (!words.has(old) || words.has(current) || PAST.test(text)) return false;
  return of === undefined || words.has(of);
}

function pairsIn(sentence: string): readonly Superseded[] {
  return PAIRS.flatMap(([pattern, isNewFirst]): readonly Superseded[] => {
    const match = pattern.exec(sentence);
    const [, first = '', second = ''] = match ?? [];
    if (match === null || first === '') return [];
    const before = sentence.slice(0, match.index);
    const current = isNewFirst ? lastValueIn(before) : valueIn(second);
    return pairOf(valueIn(first), current, sentence);
  });
}

function pairOf(old: string, current: string, sentence: string): readonly Superseded[] {
  const isPair = isTelling(old) && isTelling(current) && old !== current;
  return isPair ? [{ old, current, of: undefined, sentence }] : [];
}

/** Ordinary words are replaced in many ways; a value has a digit or a sign in it. */
function isTelling(value: string): boolean {
  return value.length > 1 && /[\d_./@:-]/.test(value);
}

function lastValueIn(text: string): string {
  return wordsOf(text).findLast(isTelling) ?? '';
}

function valueIn(text: string): string {
  return wordsOf(text)[0] ?? '';
}

function replacedIn(sentence: string, values: Map<string, string>): readonly Superseded[] {
  const found = [...sentence.matchAll(NAMED)].map(([, name = '', value = '']) => ({
    name: name.toLowerCase(),
    value: valueIn(value),
  }));
  const isChange = CHANGE.test(sentence);
  return found.flatMap(({ name, value }): readonly Superseded[] => {
    const old = values.get(name);
    if (!/\d/.test(value)) return [];
    values.set(name, value);
    const isReplaced = isChange && old !== undefined && old !== value;
    return isReplaced ? [{ old, current: value, of: name, sentence }] : [];
  });
}

/** Whether an entry presents as current what one of these changes replaced. */
export function isOutdated(entry: Draft['entries'][number], changes: readonly Superseded[]): boolean {
  return changes.some((change) => presentsAsCurrent(entry, change));
}

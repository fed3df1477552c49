import { clipText, commandOf } from '@hermes-context/messages';
import { dataQuote } from './quote.ts';
import type { CallFact } from './read-turns.ts';
import { fill } from './words.ts';
import type { Words } from './words-shape.ts';

const SHOWN_ABOUTS = 4;
const ABOUT_MAX_CHARS = 60;
const SINGLE_ABOUT_MAX_CHARS = 110;
const OUTCOME_MAX_CHARS = 60;

/** What test runners and compilers end with. */
const TEST_SUMMARY =
  /\b\d+ (?:passed|failed|tests?|passing|failing|errors?|warnings?|problems?)\b|^(?:PASS|FAIL|ok)\b|BUILD \w+|all tests/i;

/** How calls are described. */
export interface CallStyle {
  readonly words: Words;
  /** The folder that paths are relative to. */
  readonly root: string | undefined;
}

/** One call: its tool, and what it was about. */
export function describeCall(call: CallFact, { root }: CallStyle): string {
  return call.about === '' ? call.tool : `${call.tool} ${aboutOf(call, root, SINGLE_ABOUT_MAX_CHARS)}`;
}

/**
 * A run of calls by tool, tools in the order of their first call: `edit ×3: a.ts, b.ts; bash: npm test → …`.
 * Beside calls that did something, those that only looked are counted and no more.
 */
export function describeRun(calls: readonly CallFact[], style: CallStyle): string {
  const isMixed = calls.some((call) => !onlyLooks(call));
  const acts = isMixed ? calls.filter((call) => !onlyLooks(call)) : calls;
  const looks = isMixed ? calls.filter(onlyLooks) : [];
  return [
    ...groupsOf(acts).map((group) => describeGroup(group, style)),
    ...groupsOf(looks).map((group) => `${group[0]?.tool} ×${group.length}`),
  ].join('; ');
}

const LOOKING_TOOL = /read|view|open|cat|grep|glob|search|find|list|fetch|think|^ls$|tree|get_|look/i;
const LOOKING_COMMAND =
  /^(?:ls|cat|head|tail|grep|rg|find|wc|sed -n|nl|echo|pwd|which|file|stat|tree|git (?:log|diff|status|show|blame|branch))\b/;

/** Whether a call changes nothing. */
export function onlyLooks({ tool, input, about }: CallFact): boolean {
  const command = commandOf(input);
  if (command === undefined) return LOOKING_TOOL.test(tool);
  return command.includes(' ') || !/view|read/.test(command)
    ? LOOKING_COMMAND.test(about) && !/[^2&]>/.test(about)
    : true;
}

function groupsOf(calls: readonly CallFact[]): readonly (readonly CallFact[])[] {
  return [...Map.groupBy(calls, (call) => call.tool).values()];
}

function describeGroup(group: readonly CallFact[], style: CallStyle): string {
  const [first] = group;
  if (first === undefined) return '';
  if (group.length === 1) return describeCall(first, style) + outcomeOf(first);
  const abouts = [...new Set(group.map((call) => aboutOf(call, style.root, ABOUT_MAX_CHARS)))].filter(
    (about) => about !== '',
  );
  if (abouts.length === 0) return `${first.tool} ×${group.length}`;
  const shown = abouts.slice(0, SHOWN_ABOUTS);
  const rest = abouts.length - shown.length;
  const more = rest === 0 ? [] : [fill(style.words.more, { count: rest })];
  return `${first.tool} ×${group.length}: ${[...shown, ...more].join(', ')}`;
}

function aboutOf({ about }: CallFact, root: string | undefined, maxChars: number): string {
  return clipText(root === undefined ? about : about.replaceAll(root, ''), maxChars);
}

function outcomeOf(call: CallFact): string {
  const text = (call.result ?? '').trim();
  if (text === '' || onlyLooks(call) || /edit|todo|plan/i.test(call.tool)) return '';
  const isShort = text.length <= OUTCOME_MAX_CHARS && !text.includes('\n');
  const line = isShort
    ? text
    : text
        .slice(-2_000)
        .split('\n')
        .findLast((each) => TEST_SUMMARY.test(each.trim()));
  return line === undefined ? '' : ` → ${dataQuote(line, OUTCOME_MAX_CHARS)}`;
}

import type { Message } from '@hermes-context/contract';
import { closestName } from '@hermes-context/messages';
import type { GrepError, GrepErrorReason, GrepRequest, GrepWithin } from './grep-types.ts';
import { parseTime } from './parse-time.ts';

/** What a model may ask, in the order of the tool's schema. */
export const GREP_PARAMETERS = [
  'pattern',
  'mode',
  'in',
  'within',
  'roles',
  'tool_names',
  'since',
  'until',
  'case',
  'context_lines',
  'limit',
  'cursor',
  'sort',
  'group_by',
  'count_only',
  'include_abandoned',
] as const;

/** Values of the parameters that have a fixed set of them, the default first. */
export const GREP_CHOICES = {
  mode: ['auto', 'text', 'regex', 'literal'],
  in: ['messages', 'summaries', 'files', 'all'],
  case: ['smart', 'sensitive', 'insensitive'],
  sort: ['newest', 'oldest', 'relevance'],
  group_by: ['none', 'summary'],
} as const;

/** Bounds of the parameters that are numbers or texts. */
export const GREP_BOUNDS = { patternChars: 500, contextLines: 5, limit: 200, defaultLimit: 20 } as const;

const ROLES: readonly Message['role'][] = ['system', 'user', 'assistant', 'tool'];

/**
 * A request of what a model sent as arguments of `lcm_grep`, with all defaults in place; or an error that says what to
 * send instead. Numbers and flags may come as text, and a list of one as itself. Whether a conversation or a summary
 * exists is found out by the search.
 */
export function parseGrep(input: unknown): { readonly kind: 'request'; readonly request: GrepRequest } | GrepError {
  try {
    return { kind: 'request', request: requestOf(input) };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'error', reason: error.reason, message: error.message };
    throw error;
  }
}

/** Leaves the parsing; never the module. */
class Refusal extends Error {
  readonly reason: GrepErrorReason;

  constructor(message: string, reason: GrepErrorReason = 'bad-parameter') {
    super(message);
    this.reason = reason;
  }
}

type Input = Readonly<Record<string, unknown>>;

function requestOf(input: unknown): GrepRequest {
  const given = objectOf(input);
  const since = timeOf(given, 'since');
  const until = timeOf(given, 'until');
  if (since !== undefined && until !== undefined && since >= until) {
    throw new Refusal('"since" is not before "until", so no message could be found. Swap them, or leave one away.');
  }
  const cursor = textOf(given, 'cursor');
  return {
    pattern: patternOf(given),
    mode: choiceOf(given, 'mode'),
    in: choiceOf(given, 'in'),
    within: withinOf(given),
    roles: rolesOf(given),
    toolNames: listOf(given, 'tool_names'),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    case: choiceOf(given, 'case'),
    contextLines: numberOf(given, 'context_lines', { min: 0, max: GREP_BOUNDS.contextLines, fallback: 0 }),
    limit: numberOf(given, 'limit', { min: 1, max: GREP_BOUNDS.limit, fallback: GREP_BOUNDS.defaultLimit }),
    ...(cursor !== undefined && { cursor }),
    sort: choiceOf(given, 'sort'),
    groupBy: choiceOf(given, 'group_by'),
    countOnly: flagOf(given, 'count_only'),
    includeAbandoned: flagOf(given, 'include_abandoned'),
  };
}

function objectOf(input: unknown): Input {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new Refusal(`The arguments are ${shown(input)}, not an object. Send { "pattern": "what to look for" }.`);
  }
  const known: readonly string[] = GREP_PARAMETERS;
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const meant = closestName(unknown, known);
    const fix = meant === undefined ? `The parameters are ${known.join(', ')}.` : `"${meant}" is meant, perhaps.`;
    throw new Refusal(`There is no parameter ${shown(unknown)}. ${fix}`);
  }
  return { ...input };
}

function patternOf(given: Input): string {
  const { pattern } = given;
  if (pattern === undefined || pattern === null) throw new Refusal('"pattern" is missing. Send what to look for.');
  if (typeof pattern !== 'string') throw new Refusal(`"pattern" is ${shown(pattern)}, not a text.`);
  if (pattern.trim() === '') {
    throw new Refusal('"pattern" is blank, which would match everything. Send what to look for.', 'bad-pattern');
  }
  if (pattern.length > GREP_BOUNDS.patternChars) {
    const why = `"pattern" has ${pattern.length} characters; ${GREP_BOUNDS.patternChars} are allowed.`;
    throw new Refusal(`${why} Look for a distinctive part of it.`, 'bad-pattern');
  }
  return pattern;
}

function choiceOf<Name extends keyof typeof GREP_CHOICES>(
  given: Input,
  name: Name,
): (typeof GREP_CHOICES)[Name][number] {
  const choices: readonly (typeof GREP_CHOICES)[Name][number][] = GREP_CHOICES[name];
  const value = given[name] ?? choices[0];
  const chosen = choices.find((choice) => choice === value);
  if (chosen !== undefined) return chosen;
  throw new Refusal(`${shown(name)} is ${shown(value)}. It can be ${choices.map(shown).join(', ')}.`);
}

function withinOf(given: Input): GrepWithin {
  const value = textOf(given, 'within') ?? 'session';
  if (value === 'conversation' || value === 'session' || value === 'all') return { kind: value };
  return /^sum_/i.test(value)
    ? { kind: 'summary', summaryId: value.toLowerCase() }
    : { kind: 'other', sessionId: value };
}

function rolesOf(given: Input): readonly Message['role'][] {
  return listOf(given, 'roles').map((name) => {
    const role = ROLES.find((each) => each === name);
    if (role === undefined)
      throw new Refusal(`"roles" has ${shown(name)}. It can have ${ROLES.map(shown).join(', ')}.`);
    return role;
  });
}

function listOf(given: Input, name: string): readonly string[] {
  const value = given[name];
  if (value === undefined || value === null) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((each) => {
    if (typeof each === 'string' && each.trim() !== '') return each;
    throw new Refusal(`${shown(name)} has ${shown(each)}, which is no name. Send a list of names.`);
  });
}

function timeOf(given: Input, name: string): number | undefined {
  const value = given[name];
  if (value === undefined || value === null) return undefined;
  const time = typeof value === 'string' ? parseTime(value) : 'no-time';
  const fix = 'Send a time with its zone, such as 2026-01-31T09:30:00Z or 2026-01-31T09:30:00+02:00.';
  switch (time) {
    case 'no-zone':
      throw new Refusal(`${shown(name)} is ${shown(value)}, which says no zone and so could be any of a day's. ${fix}`);
    case 'no-time':
      throw new Refusal(`${shown(name)} is ${shown(value)}, which is no time. ${fix}`);
    default:
      return time;
  }
}

function textOf(given: Input, name: string): string | undefined {
  const value = given[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw new Refusal(`${shown(name)} is ${shown(value)}, not a text. Leave it away, or send one.`);
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

function numberOf(given: Input, name: string, { min, max, fallback }: Bounds): number {
  const value = given[name] ?? fallback;
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Refusal(`${shown(name)} is ${shown(value)}. It can be a whole number from ${min} to ${max}.`);
}

function flagOf(given: Input, name: string): boolean {
  const value = given[name] ?? false;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new Refusal(`${shown(name)} is ${shown(value)}. It can be true or false.`);
}

/** A value in an error, cut to what a person can read. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text;
}

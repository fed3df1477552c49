import type { EngineStatus } from '@hermes-context/contract';
import { readField } from '../read-field.ts';
import { identifierOf, type NamedEngine } from './named-engine.ts';
import type { Troubles } from './troubles.ts';

/** The status of one part, as far as it can be read. */
export interface PartStatus {
  readonly name: string;
  readonly blocked?: NonNullable<EngineStatus['blocked']>;
  readonly counters: Readonly<Record<string, number>>;
}

/** What the part says of itself; nothing for one that says nothing, or throws. */
export function statusOfPart({ name, engine }: NamedEngine, troubles: Troubles): PartStatus {
  const call = (): PartStatus => readStatus(name, engine.status?.());
  return troubles.guard(name, { member: 'status', call }) ?? { name, counters: {} };
}

function readStatus(name: string, status: unknown): PartStatus {
  const compressionCount = readField(status, 'compressionCount');
  const blocked = readField(status, 'blocked');
  const counters = {
    ...(isNumber(compressionCount) ? { compressionCount } : {}),
    ...numbersOf(readField(status, 'counters')),
  };
  return isBlock(blocked) ? { name, blocked, counters } : { name, counters };
}

/** The counters of all parts, each name with that of its part in front: `lcm.summaries`. */
export function mergeCounters(parts: readonly PartStatus[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    parts.flatMap(({ name, counters }) =>
      Object.entries(counters).map(([counter, value]) => [`${identifierOf(name)}.${counter}`, value] as const),
    ),
  );
}

/** Why nothing would run: the reasons of all parts, when all of them wait. */
export function mergeBlocks(parts: readonly PartStatus[]): Pick<EngineStatus, 'blocked'> {
  const blocks = parts.flatMap(({ name, blocked }) => (blocked === undefined ? [] : [{ name, blocked }]));
  const [first] = blocks;
  if (first === undefined || blocks.length < parts.length) return {};
  const detail = blocks.map(({ name, blocked }) => `${name}: ${blocked.detail}`).join(' ');
  return { blocked: { reason: first.blocked.reason, detail } };
}

/**
 * The smallest prompt, in tokens, for which the answer is yes, by halving: it stays yes for all larger ones.
 * `Number.MAX_SAFE_INTEGER` where it is never yes.
 */
export function findTrigger(shouldCompress: (promptTokens: number) => boolean): number {
  let quiet = 0;
  let asking = Number.MAX_SAFE_INTEGER;
  while (asking - quiet > 1) {
    const middle = quiet + Math.floor((asking - quiet) / 2);
    if (shouldCompress(middle)) asking = middle;
    else quiet = middle;
  }
  return asking;
}

function isBlock(value: unknown): value is NonNullable<EngineStatus['blocked']> {
  return typeof readField(value, 'reason') === 'string' && typeof readField(value, 'detail') === 'string';
}

function numbersOf(value: unknown): Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, each]) => isNumber(each)));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

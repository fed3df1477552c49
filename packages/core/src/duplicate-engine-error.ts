import { ContextHostError } from '@hermes-context/contract';
import { reservedMeaning } from './engine-name.ts';
import { describeEngineSource, type EngineSource } from './engine-source.ts';

/** Which name is contested, and by whom. */
export interface DuplicateEngine {
  /** The name that all want. */
  readonly engine: string;
  /** All who claim it; two or more, sorted by their description. */
  readonly sources: readonly EngineSource[];
}

/**
 * Several plug-ins registered one name, or one registered the built-in engine's.
 *
 * Nobody gets a contested name, whoever came first: which engine runs must not depend on the order in which
 * plug-ins were loaded. The name of the built-in engine is never contested: it keeps it.
 */
export class DuplicateEngineError extends ContextHostError {
  override readonly name = 'DuplicateEngineError';
  readonly code = 'CTX_ENGINE_DUPLICATE';
  readonly facts: DuplicateEngine;

  constructor({ engine, sources }: DuplicateEngine) {
    const sorted = sources.toSorted((one, other) => compare(describeEngineSource(one), describeEngineSource(other)));
    const meaning = reservedMeaning(engine);
    super(
      meaning === undefined ? explainContested(engine, sorted) : explainReserved({ engine, sources: sorted }, meaning),
    );
    this.facts = { engine, sources: sorted };
  }
}

function explainReserved(
  { engine, sources }: DuplicateEngine,
  meaning: string,
): { what: string; why: string; fix: string } {
  const other = sources.find(({ kind }) => kind !== 'built-in');
  const who = other === undefined ? 'a second engine' : describeEngineSource(other);
  return {
    what: `Context engine "${engine}" is taken: ${who} was refused.`,
    why: `"${engine}" always means ${meaning}.`,
    fix: 'Give the engine another name.',
  };
}

function explainContested(
  engine: string,
  sources: readonly EngineSource[],
): { what: string; why: string; fix: string } {
  return {
    what: `Context engine "${engine}" is claimed ${sources.length} times, so the name means none of them.`,
    why: `It comes from ${listed(sources.map(describeEngineSource))}, and a name means one engine.`,
    fix: howToSettle(sources),
  };
}

function howToSettle(sources: readonly EngineSource[]): string {
  const commands = sources.flatMap((source) =>
    source.kind === 'registered' && source.plugin !== undefined ? [`hermes plugins disable ${source.plugin}`] : [],
  );
  const distinct = Array.from(new Set(commands));
  if (distinct.length === 0) return 'Register only one of them, or give one of them another name.';
  return `Keep one of them: ${distinct.join(', or ')}`;
}

const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

/** By code units: the same order on every machine, whatever its language. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

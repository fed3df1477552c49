import type { ContextEngine } from '@hermes-context/contract';
import { readField } from '../read-field.ts';
import { CompositionError } from './composition-error.ts';

/** Longer names make reports hard to read, and names of tools too long for providers. */
const MAX_NAME_CHARS = 40;

/** An engine under the name by which reports, counters and tools speak of it. */
export interface NamedEngine {
  readonly name: string;
  readonly engine: ContextEngine;
}

/** What a composition takes: an engine, which then gets a name by its position, or one with a name. */
export type ComposedEngine = ContextEngine | NamedEngine;

/** Give an engine the name by which the reports of a composition speak of it. */
export function named(name: string, engine: ContextEngine): NamedEngine {
  return { name, engine };
}

/** The engine itself, whether it came with a name or not. */
export function engineOf(given: ComposedEngine): ContextEngine {
  return isNamed(given) ? given.engine : given;
}

/**
 * Gives the parts of one composition a name each: their own, or the one that goes with their place. What moves a
 * cursor is taken out; a name that comes twice gets a number.
 */
export class PartNames {
  readonly #composition: string;
  readonly #names = new Set<string>();
  readonly #engines = new Set<ContextEngine>();

  constructor(composition: string) {
    this.#composition = composition;
  }

  /**
   * @throws CompositionError when the part is no engine, or is there already: it would hear everything twice.
   */
  add(given: ComposedEngine, placeName: string): NamedEngine {
    const { name, engine } = isNamed(given) ? given : { name: placeName, engine: given };
    const shown = cleanName(name) || placeName;
    this.#refuse(engine, shown);
    this.#engines.add(engine);
    const free = firstFree(shown, this.#names);
    this.#names.add(free);
    return { name: free, engine };
  }

  #refuse(engine: ContextEngine, name: string): void {
    const quoted = JSON.stringify(name);
    if (typeof readField(engine, 'compress') !== 'function') {
      throw new CompositionError({
        what: `${this.#composition} was given ${quoted}, which is no engine.`,
        why: 'Each part must be a ContextEngine, such as create() of a plug-in resolves with.',
        fix: 'Await the engine that create() makes, and pass that.',
      });
    }
    if (!this.#engines.has(engine)) return;
    throw new CompositionError({
      what: `${this.#composition} was given one engine twice, the second time as ${quoted}.`,
      why: 'An engine has one place in one session: it would count every response twice.',
      fix: 'Make a second engine with create(), or leave the repetition out.',
    });
  }
}

/** A name as a piece of an identifier, such as `stage_1`: for tools and counters. */
export function identifierOf(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]+/g, '_');
}

function isNamed(each: ComposedEngine): each is NamedEngine {
  return typeof readField(each, 'compress') !== 'function' && readField(each, 'engine') !== undefined;
}

function cleanName(name: string): string {
  return name
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_CHARS);
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name} ${count}`;
  return free;
}

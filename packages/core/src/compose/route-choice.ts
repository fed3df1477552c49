import type { ContextEngine } from '@hermes-context/contract';
import { CompositionError } from './composition-error.ts';
import { type ComposedEngine, engineOf, type NamedEngine, PartNames } from './named-engine.ts';
import type { ChooseEngine, RouteByEngineOptions, RouteFacts, RouteTable } from './route-facts.ts';

/** The engines of a route, and which of them a choice means. */
export interface RouteChoice {
  /** Engines that exist. Grows as others are made or met. */
  readonly parts: readonly NamedEngine[];
  /** Whether more may come. */
  readonly isOpenEnded: boolean;
  /** Where a choice goes that leads nowhere; `undefined` while there is no engine at all. */
  readonly fallback: NamedEngine | undefined;
  /** @throws Whatever says why the choice leads nowhere. */
  choose(facts: RouteFacts): NamedEngine;
}

/** Chooses among the engines of a table by their names. */
export class RouteByName implements RouteChoice {
  readonly #table: RouteTable;
  readonly #names = new PartNames('route');
  readonly #parts = new Map<string, NamedEngine>();
  readonly #all: NamedEngine[] = [];
  readonly fallback: NamedEngine;
  readonly isOpenEnded: boolean;

  constructor(table: RouteTable) {
    this.#table = table;
    this.fallback = this.#named(table.default, 'default');
    for (const [name, engine] of Object.entries(table.engines))
      if (typeof engine !== 'function') this.#named(name, 'engines');
    this.isOpenEnded = this.#all.length < Object.keys(table.engines).length;
  }

  get parts(): readonly NamedEngine[] {
    return this.#all;
  }

  choose(facts: RouteFacts): NamedEngine {
    return this.#named(this.#table.choose(facts), 'choose');
  }

  #named(name: string, by: string): NamedEngine {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const part = this.#names.add({ name, engine: this.#make(name, by) }, name);
    this.#parts.set(name, part);
    this.#all.push(part);
    return part;
  }

  #make(name: string, by: string): ContextEngine {
    const { engines } = this.#table;
    const engine = Object.hasOwn(engines, name) ? engines[name] : undefined;
    if (engine !== undefined) return typeof engine === 'function' ? engine() : engine;
    throw new CompositionError({
      what: `${by} of route names ${JSON.stringify(name)}, which is none of its engines.`,
      why: `It has: ${Object.keys(engines).join(', ')}.`,
      fix: 'Name one of them, or add the engine.',
    });
  }
}

/** Takes the engine that the choice gives back, and remembers those it has met. */
export class RouteByEngine implements RouteChoice {
  readonly #choose: ChooseEngine;
  readonly #default: NamedEngine | undefined;
  readonly #names = new PartNames('route');
  readonly #parts = new Map<ContextEngine, NamedEngine>();
  readonly #all: NamedEngine[] = [];
  readonly isOpenEnded = true;
  #last: NamedEngine | undefined;

  constructor(choose: ChooseEngine, options: RouteByEngineOptions) {
    this.#choose = choose;
    this.#default = options.default === undefined ? undefined : this.#known(options.default);
  }

  get parts(): readonly NamedEngine[] {
    return this.#all;
  }

  get fallback(): NamedEngine | undefined {
    return this.#default ?? this.#last;
  }

  choose(facts: RouteFacts): NamedEngine {
    this.#last = this.#known(this.#choose(facts));
    return this.#last;
  }

  #known(given: ComposedEngine): NamedEngine {
    const known = this.#parts.get(engineOf(given));
    if (known !== undefined) return known;
    const part = this.#names.add(given, `engine ${this.#all.length + 1}`);
    this.#parts.set(part.engine, part);
    this.#all.push(part);
    return part;
  }
}

import type { LogFacts } from '@hermes-context/contract';
import { describeCause } from '../describe-cause.ts';
import type { PartFailure } from './ask-part.ts';
import type { Breach } from './breach.ts';
import type { CompositionServices } from './composition-services.ts';

/** Sentences that wait for the next report. More of them say nothing new. */
const MAX_WAITING = 20;

/** A call of a part's member. */
export interface GuardedCall<Result> {
  readonly member: string;
  readonly call: () => Result;
}

/** Remembers what went wrong with parts, until a report can tell it, and tells the log at once. */
export class Troubles {
  readonly #name: string;
  readonly #services: CompositionServices;
  #waiting: string[] = [];
  #count = 0;
  #isQuiet = false;

  constructor(name: string, services: CompositionServices) {
    this.#name = services.name ?? name;
    this.#services = services;
  }

  /** Failures of parts so far. */
  get count(): number {
    return this.#count;
  }

  /** A part's answer was not used. The report says so itself. */
  skipped(part: string, { how, promise }: PartFailure): void {
    this.#count += 1;
    this.tell('part-skipped', { part, how, promise });
  }

  /** A part threw where nobody waits for an answer: kept for the next report. */
  threw(part: string, facts: { readonly member: string; readonly cause: unknown }): void {
    if (this.#isQuiet) return;
    this.#count += 1;
    this.remember(`${part}: its ${facts.member} threw: ${describeCause(facts.cause)}`);
    this.tell('part-threw', { part, member: facts.member });
  }

  /** A part answered where no report can say that the answer was not used: kept for the next one. */
  refused(part: string, { member, breach }: { readonly member: string; readonly breach: Breach }): void {
    this.#count += 1;
    this.remember(
      `${part}: what its ${member} gave was not used, it breaks promise ${breach.promise}: ${breach.problem}`,
    );
    this.tell('part-refused', { part, member, promise: breach.promise });
  }

  /** Keep a sentence for the next report. */
  remember(sentence: string): void {
    if (this.#waiting.length < MAX_WAITING && !this.#waiting.includes(sentence)) this.#waiting.push(sentence);
  }

  /** The sentences since the last call. */
  take(): readonly string[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** Tell the log and the listeners: names, codes and counts. */
  tell(event: string, facts: LogFacts): void {
    this.#services.log?.warn(`${this.#name}: ${event}`, facts);
    this.#services.emit?.(`engine:${this.#name}:${event}`, facts);
  }

  /** Ask something over and over, such as where a trigger lies, without noting the same failure each time. */
  quietly<Result>(ask: () => Result): Result {
    this.#isQuiet = true;
    try {
      return ask();
    } finally {
      this.#isQuiet = false;
    }
  }

  /** Call a member of a part that must not bring the others down. `undefined` when it throws, now or later. */
  guard<Result>(part: string, { member, call }: GuardedCall<Result>): Result | undefined {
    let result: Result;
    try {
      result = call();
    } catch (cause) {
      this.threw(part, { member, cause });
      return undefined;
    }
    // What the types call a value may be a promise of somebody who writes `async` everywhere.
    if (result instanceof Promise) result.catch((cause: unknown) => this.threw(part, { member, cause }));
    return result;
  }
}

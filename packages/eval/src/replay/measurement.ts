import { createHash } from 'node:crypto';
import type { Messages } from '@hermes-context/contract';
import { countArtifacts } from '../metrics/artifacts.ts';
import { type BilledRequest, CACHE_RULES, IDLE_PROFILES, simulateCost } from '../metrics/cost.ts';
import {
  BINDING_KINDS,
  bindingShare,
  missingBinding,
  RETAINED_KINDS,
  type Reach,
  type Retention,
  retentionOf,
} from '../metrics/retention.ts';
import { safetyFaultsOf } from '../metrics/safety.ts';
import { addShares, NO_SHARE, type Share } from '../metrics/share.ts';
import { staleIn } from '../metrics/stale.ts';
import { ValidityMeter } from '../metrics/validity.ts';
import type { BenchRow, RowRequest, RowSession } from '../row.ts';
import type { PlantedItem, Trajectory } from '../trajectory.ts';
import { PromptMaker } from './anthropic-prompt.ts';
import { keyOf, MessageBook, type SeenMessage } from './message-book.ts';
import type { ReplayOptions } from './replay-options.ts';
import type { FaultVerdict, KindCounts, RunResult } from './run-result.ts';
import type { ReplayStep } from './steps.ts';

/** More compactions than this for one request are a loop. */
const MAX_COMPACTIONS_PER_REQUEST = 3;
const MAX_PROBLEMS = 20;

/** All that is measured while one conversation is led through one row. */
export class Measurement {
  readonly #row: BenchRow;
  readonly #trajectory: Trajectory;
  readonly #options: ReplayOptions;
  readonly #book: MessageBook;
  readonly #prompts = new PromptMaker();
  readonly #validity = new ValidityMeter();
  readonly #billed: BilledRequest[] = [];
  readonly #stale = new Set<string>();
  readonly #leaks = new Set<string>();
  readonly #promoted = new Set<string>();
  readonly #problems = new Set<string>();
  readonly #retention: Share[] = [];
  #seen: readonly SeenMessage[] = [];
  #through = 0;
  #constraints = NO_SHARE;
  #constraintsAtEnd = NO_SHARE;
  readonly #constraintsMissed = new Set<string>();
  #end: Retention;
  #counts = { requests: 0, tokensSent: 0, compactions: 0, maxCompactionsPerRequest: 0, overWindow: 0 };
  #hasEnded = false;
  #isIdempotent: boolean | undefined;
  #isUndone: boolean | undefined;
  #ms = 0;

  constructor(row: BenchRow, trajectory: Trajectory, options: ReplayOptions) {
    this.#row = row;
    this.#trajectory = trajectory;
    this.#options = options;
    // What a row throws away by failing is lost.
    const items = trajectory.key.items.filter(({ kind }) => RETAINED_KINDS.has(kind));
    this.#end = { kept: [], reachable: [], lost: items };
    this.#book = new MessageBook(trajectory.messages, trajectory.key.items);
  }

  addMs(ms: number): void {
    this.#ms += ms;
  }

  /** The conversation could not be led to its end. */
  noteFailure(cause: unknown): void {
    this.noteProblem(cause);
    const binding = this.#trajectory.key.items.filter(({ kind }) => BINDING_KINDS.has(kind));
    this.#constraintsAtEnd = { hits: 0, of: binding.length };
    this.#constraints = addShares(this.#constraints, this.#constraintsAtEnd);
  }

  /** Something else failed, behind the end. */
  noteProblem(cause: unknown): void {
    this.#problems.add(`It threw: ${cause instanceof Error ? cause.message : String(cause)}`);
  }

  seeRequest(request: RowRequest, { through, isUserTurn }: ReplayStep): void {
    this.#through = through;
    this.#look(request);
    this.#validity.see(request.messages);
    const tokens = this.#seen.reduce((sum, each) => sum + each.tokens, request.toolTokens);
    this.#billed.push({ prompt: this.#prompts.prompt(this.#seen, request.toolTokens), isUserTurn });
    const { requests, tokensSent, overWindow } = this.#counts;
    this.#counts.requests = requests + 1;
    this.#counts.tokensSent = tokensSent + tokens;
    if (tokens > this.#options.windowTokens) this.#counts.overWindow = overWindow + 1;
    if (request.compactions > 0) this.#check();
  }

  async seeSetPoint(request: RowRequest, session: RowSession): Promise<void> {
    this.#look(request);
    this.#check();
    const { kept, reachable, lost } = await retentionOf(this.#seen, this.#itemsSoFar(), reachOf(session));
    const hits = kept.length + reachable.length;
    this.#retention.push({ hits, of: hits + lost.length });
  }

  async seeEnd(session: RowSession): Promise<void> {
    this.#check();
    this.#constraintsAtEnd = bindingShare(this.#seen, this.#itemsSoFar());
    this.#noteMissed(this.#itemsSoFar());
    this.#hasEnded = true;
    this.#end = await retentionOf(this.#seen, this.#itemsSoFar(), reachOf(session));
  }

  /** Two compactions right behind each other: the second should find nothing to do. */
  seeTwice(once: RowRequest, twice: RowRequest): void {
    this.#isIdempotent = hashOf(once.messages) === hashOf(twice.messages);
  }

  /** @param before - The list that stood before the newest compaction; default: the one that was sent last. */
  seeUndo(back: Messages, before: Messages = this.#seen.map(({ message }) => message)): void {
    const whole = this.#trajectory.messages.slice(0, this.#through);
    // A row that keeps the conversation itself beside what it sends brings back all of it.
    this.#isUndone = [before, whole].some((list) => hashOf(list) === hashOf(back));
  }

  result(): RunResult {
    const { name, variant, version, can } = this.#row;
    const { family, size, seed, key } = this.#trajectory;
    const { standIn } = this.#options;
    const lost = this.#end.lost.map(({ id }) => id);
    const { maxCompactionsPerRequest } = this.#counts;
    return {
      ...{ row: name, variant, version, can, family, size, seed, standIn: standIn.name },
      validity: this.#validity.result(),
      kinds: this.#kinds(),
      lost,
      shown: this.#shown(),
      constraints: this.#constraints,
      constraintsAtEnd: this.#constraintsAtEnd,
      constraintsMissed: [...this.#constraintsMissed].toSorted(),
      artifacts: countArtifacts(this.#seen, key.artifacts),
      stale: [...this.#stale].toSorted(),
      leaks: [...this.#leaks].toSorted(),
      promoted: [...this.#promoted].toSorted(),
      ...this.#counts,
      ends: this.#hasEnded && maxCompactionsPerRequest <= MAX_COMPACTIONS_PER_REQUEST,
      summarizer: standIn.usage(),
      costs: this.#costs(),
      ...(this.#isIdempotent === undefined ? {} : { isIdempotent: this.#isIdempotent }),
      ...(this.#isUndone === undefined ? {} : { isUndone: this.#isUndone }),
      retention: this.#retention,
      verdict: this.#verdict(),
      problems: [...this.#problems].slice(0, MAX_PROBLEMS),
      timing: { ms: this.#ms },
    };
  }

  #look({ messages, compactions, problems }: RowRequest): void {
    this.#seen = messages.map((message) => this.#book.see(message));
    this.#counts.compactions += compactions;
    this.#counts.maxCompactionsPerRequest = Math.max(this.#counts.maxCompactionsPerRequest, compactions);
    for (const problem of problems) this.#problems.add(problem);
    for (const each of this.#seen) {
      const { leaks, promoted } = safetyFaultsOf(each, this.#trajectory.key.items);
      for (const id of leaks) this.#leaks.add(id);
      for (const id of promoted) this.#promoted.add(id);
    }
  }

  #check(): void {
    const items = this.#itemsSoFar();
    this.#constraints = addShares(this.#constraints, bindingShare(this.#seen, items));
    this.#noteMissed(items);
    for (const id of staleIn(this.#seen, items, this.#through)) this.#stale.add(id);
  }

  #noteMissed(items: readonly PlantedItem[]): void {
    for (const id of missingBinding(this.#seen, items)) this.#constraintsMissed.add(id);
  }

  #itemsSoFar(): readonly PlantedItem[] {
    return this.#trajectory.key.items.filter(({ index }) => index < this.#through);
  }

  #shown(): Share {
    const expected = this.#trajectory.key.items.filter(({ kind }) => RETAINED_KINDS.has(kind));
    const shown = this.#options.standIn.shown();
    return { hits: expected.filter(({ id }) => shown.has(id)).length, of: expected.length };
  }

  #kinds(): Readonly<Record<string, KindCounts>> {
    const kinds: Record<string, KindCounts> = {};
    const { kept, reachable, lost } = this.#end;
    const add = (list: readonly PlantedItem[], field: 'kept' | 'reachable' | undefined): void => {
      for (const { kind } of list) {
        const before = kinds[kind] ?? { kept: 0, reachable: 0, of: 0 };
        kinds[kind] = { ...before, of: before.of + 1, ...(field === undefined ? {} : { [field]: before[field] + 1 }) };
      }
    };
    add(kept, 'kept');
    add(reachable, 'reachable');
    add(lost, undefined);
    return kinds;
  }

  #costs(): RunResult['costs'] {
    if (this.#options.allCosts !== true) {
      return { anthropic: { busy: simulateCost(this.#billed, 'anthropic', 'busy') } };
    }
    return Object.fromEntries(
      CACHE_RULES.map((rules) => [
        rules,
        Object.fromEntries(IDLE_PROFILES.map((profile) => [profile, simulateCost(this.#billed, rules, profile)])),
      ]),
    );
  }

  #verdict(): FaultVerdict {
    if (!this.#hasEnded) return 'lost';
    if (this.#end.lost.length === 0) return 'intact';
    const { hits, of } = this.#constraintsAtEnd;
    return hits === of ? 'degraded' : 'lost';
  }
}

function reachOf(session: RowSession): Reach | undefined {
  return session.reach?.bind(session);
}

/** A hash of the words of a list. */
function hashOf(messages: Messages): string {
  const hash = createHash('sha256');
  for (const message of messages) hash.update(`${keyOf(message)}\n`);
  return hash.digest('hex');
}

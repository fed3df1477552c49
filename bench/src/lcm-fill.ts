import { setImmediate as nextTick } from 'node:timers/promises';
import type { Message } from '@hermes-context/contract';
import { type LoopProbe, threadMs } from './lcm-loop-probe.ts';
import type { LcmSession } from './lcm-session.ts';
import { onceMs, quantileOf } from './lcm-timing.ts';

const TURN_MESSAGES = 5;
/** Messages between two pauses, in which the indexes catch up as they do between turns that people make. */
const STRETCH = 10_000;
const FLAT_MESSAGES = 100_000;

/** What a stretch of turns took, in milliseconds. */
interface StretchFigures {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly indexCpuMs: number;
  readonly indexMs: number;
}

/** Leads a conversation, turn by turn, and notes what that takes. */
export class LcmFill {
  readonly #session: LcmSession;
  readonly #messages: Iterator<Message>;
  readonly #probe: LoopProbe;
  readonly #stretches: StretchFigures[] = [];
  readonly #sharesMs: number[] = [];
  readonly #compactMs: number[] = [];
  #sinceCheckpoint = 0;

  constructor(session: LcmSession, messages: Iterator<Message>, probe: LoopProbe) {
    this.#session = session;
    this.#messages = messages;
    this.#probe = probe;
  }

  get compactions(): number {
    return this.#compactMs.length;
  }

  /** Median time of the compactions since this was asked for the last time. */
  takeCompactMs(): number {
    const ms = quantileOf(this.#compactMs.slice(this.#sinceCheckpoint), 0.5);
    this.#sinceCheckpoint = this.#compactMs.length;
    return ms;
  }

  /** Messages a second so far. */
  rates(): { readonly writtenPerSecond: number; readonly indexedPerSecond: number } {
    const perSecond = (pick: (figures: StretchFigures) => number): number =>
      (this.#stretches.length * STRETCH * 1_000) / this.#stretches.reduce((sum, each) => sum + pick(each), 0);
    return {
      writtenPerSecond: perSecond(({ wallMs }) => wallMs),
      indexedPerSecond: perSecond(({ indexMs }) => indexMs),
    };
  }

  /** By tenths of the first 100,000 messages. */
  tenths(): { readonly turnTenthsMs: readonly number[]; readonly indexTenthsMs: readonly number[] } {
    const flat = this.#stretches.slice(0, FLAT_MESSAGES / STRETCH);
    return { turnTenthsMs: flat.map(({ cpuMs }) => cpuMs), indexTenthsMs: flat.map(({ indexCpuMs }) => indexCpuMs) };
  }

  shares(): { readonly shareMedianMs: number; readonly shareP99Ms: number } {
    return { shareMedianMs: quantileOf(this.#sharesMs, 0.5), shareP99Ms: quantileOf(this.#sharesMs, 0.99) };
  }

  /** Some thousand messages more, and their place in the indexes. */
  async stretch(): Promise<number> {
    this.#probe.start();
    const spent = { cpuMs: 0, wallMs: 0 };
    for (let done = 0; done < STRETCH; done += TURN_MESSAGES) {
      const { cpuMs, wallMs } = await this.#turn();
      spent.cpuMs += cpuMs;
      spent.wallMs += wallMs;
      if (this.#session.isFull()) await this.#compact();
    }
    const before = process.cpuUsage();
    const indexMs = await onceMs(() => this.#session.store.indexAll());
    const indexCpuMs = cpuMsSince(before);
    await this.#session.store.tidy();
    this.#probe.pause();
    this.#stretches.push({ ...spent, indexMs, indexCpuMs });
    return STRETCH;
  }

  async #compact(): Promise<void> {
    await nextTick();
    this.#compactMs.push(await onceMs(() => this.#session.compact()));
    await nextTick();
  }

  async #turn(): Promise<{ readonly cpuMs: number; readonly wallMs: number }> {
    const added = this.#probe.leaveOut(() => this.#session.take(this.#messages, TURN_MESSAGES));
    await nextTick();
    const [before, shareBefore] = [process.cpuUsage(), threadMs()];
    const wallMs = await onceMs(() => this.#session.turn(added));
    this.#sharesMs.push(threadMs() - shareBefore);
    return { cpuMs: cpuMsSince(before), wallMs };
  }
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

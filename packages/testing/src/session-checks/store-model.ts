import type { MessageState } from '@hermes-context/sessions';

/** A message of the model: its text without an id, and what it is right now. */
interface ModelRow {
  readonly line: string;
  state: MessageState;
}

/** All rows' states and the live list, as row numbers from 0, at one moment. */
interface Moment {
  readonly live: readonly number[];
  readonly states: readonly MessageState[];
}

/** A change: what was before it and behind it. */
interface ModelChange {
  readonly number: number;
  readonly isCompaction: boolean;
  readonly before: Moment;
  readonly after: Moment;
}

/** What one session should hold, as plainly as it can be said. */
export class SessionModel {
  readonly id: string;
  readonly inherited: number;
  rows: ModelRow[] = [];
  live: number[] = [];
  revision = 1;
  /** The live list at the end of each revision before the one of today. */
  readonly past: (readonly number[])[] = [];
  done: ModelChange[] = [];
  undone: ModelChange[] = [];
  continuedBy: string | undefined;

  constructor(id: string, inherited: number) {
    this.id = id;
    this.inherited = inherited;
  }

  get lines(): readonly string[] {
    return this.linesOf(this.live);
  }

  get states(): readonly MessageState[] {
    return this.rows.map(({ state }) => state);
  }

  get compactions(): number {
    return this.inherited + this.done.filter(({ isCompaction }) => isCompaction).length;
  }

  linesOf(list: readonly number[]): readonly string[] {
    return list.map((index) => this.rows[index]?.line ?? 'no such row');
  }

  append(lines: readonly string[]): void {
    for (const line of lines) this.live.push(this.#add(line));
  }

  /** A session that begins with this one's list. */
  copyTo(id: string, inherited: number): SessionModel {
    const copy = new SessionModel(id, inherited);
    copy.append(this.lines);
    return copy;
  }

  /** The first `seen` of the list become `outcome`: rows of the list by their place in it, and new lines. */
  compact(seen: number, outcome: readonly (number | string)[]): void {
    this.#change(true, () => {
      const list = this.live;
      const kept = new Set(outcome);
      for (let place = 0; place < seen; place += 1) {
        const row = this.rows[list[place] ?? -1];
        if (row !== undefined && !kept.has(place)) row.state = 'compacted';
      }
      const head = outcome.map((each) => (typeof each === 'number' ? (list[each] ?? -1) : this.#add(each)));
      this.live = [...head, ...list.slice(seen)];
    });
  }

  rewind(place: number): void {
    this.#change(false, () => {
      for (const index of this.live.splice(place)) this.#mark(index, 'hidden');
    });
  }

  /** Whether there was something to undo. */
  undo(): boolean {
    const change = this.done.pop();
    if (change === undefined) return false;
    this.#return(change.before, change);
    for (let index = change.before.states.length; index < change.after.states.length; index += 1) {
      this.#mark(index, 'hidden');
    }
    this.undone.push(change);
    return true;
  }

  /** Whether there was something to redo. */
  redo(): boolean {
    const change = this.undone.pop();
    if (change === undefined) return false;
    this.#return(change.after, change);
    this.done.push(change);
    return true;
  }

  #add(line: string): number {
    this.rows.push({ line, state: 'live' });
    return this.rows.length - 1;
  }

  #mark(index: number, state: MessageState): void {
    const row = this.rows[index];
    if (row !== undefined) row.state = state;
  }

  #moment(): Moment {
    return { live: [...this.live], states: [...this.states] };
  }

  #change(isCompaction: boolean, make: () => void): void {
    const before = this.#moment();
    this.#end();
    make();
    this.done.push({ number: this.revision, isCompaction, before, after: this.#moment() });
    this.undone = [];
  }

  /** Back to a moment of a change, and behind it what is live of all that came after the change. */
  #return(moment: Moment, { after }: ModelChange): void {
    this.#end();
    const since = this.live.filter((index) => index >= after.states.length);
    for (const [index, state] of moment.states.entries()) this.#mark(index, state);
    this.live = [...moment.live, ...since];
  }

  #end(): void {
    this.past.push([...this.live]);
    this.revision += 1;
  }
}

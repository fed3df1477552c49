import { type BranchStretch, branchOf } from './branch.ts';
import { LIVE_PROBES, rootOver } from './live-summaries.ts';
import { bytesOf, intOf, maybeIntOf, maybeTextOf, type Sql, type SqlRow, textOf } from './sql.ts';

/** Where an entry stands: on which segment, and how far from the first message. */
export interface Place {
  readonly segment: number;
  readonly depth: number;
}

/** An entry as far as its place and its identity go. */
export interface Known extends Place {
  readonly id: number;
  readonly parent: number | undefined;
  readonly role: string;
  readonly hostId: string | undefined;
  readonly hash: Uint8Array;
  readonly pathTokens: number;
  readonly isAside: boolean;
}

const KNOWN = `e.id, e.parent, e.segment, e.depth, e.role, e.host_id, e.hash, e.path_tokens, s.is_aside
  FROM entries e JOIN segments s ON s.id = e.segment`;

/** Statements of every ingest: tests look at their plans. */
export const PROBES = {
  byId: `SELECT ${KNOWN} WHERE e.id = ?`,
  byPlace: `SELECT ${KNOWN} WHERE e.segment = ? AND e.depth = ?`,
  byHostId: `SELECT ${KNOWN} WHERE e.conversation = ? AND e.host_id = ? ORDER BY e.id DESC LIMIT ?`,
  byHash: `SELECT ${KNOWN} WHERE e.conversation = ? AND e.hash = ? ORDER BY e.id DESC LIMIT ?`,
  lastUnder: 'SELECT last_entry FROM summaries WHERE id = ?',
  forks: 'SELECT id FROM segments WHERE conversation = ? AND origin IS ? AND is_aside = 0 ORDER BY id DESC',
  covers: `SELECT e.segment, e.depth FROM summary_entries c JOIN summaries s ON s.id = c.summary
    JOIN entries e ON e.id = s.last_entry WHERE c.entry = ?`,
} as const;

/** Equal messages that are looked at when one of them is meant; more would make a list of repetitions slow. */
const MAX_EQUAL = 64;

/** One branch of one conversation, as an ingest looks at it. Every question costs a few probes of an index. */
export class PathView {
  readonly sql: Sql;
  readonly conversation: number;
  #head: Known | undefined;
  #reach: ReadonlyMap<number, number>;
  #stretches: readonly BranchStretch[];
  #children: { readonly of: number | undefined; readonly known: readonly Known[] } | undefined;

  constructor(sql: Sql, conversation: number, head: number | undefined) {
    this.sql = sql;
    this.conversation = conversation;
    this.#head = head === undefined ? undefined : this.byId(head);
    this.#stretches = branchOf(sql.db, head);
    this.#reach = new Map(this.#stretches.map(({ segment, toDepth }) => [segment, toDepth]));
  }

  get head(): Known | undefined {
    return this.#head;
  }

  get stretches(): readonly BranchStretch[] {
    return this.#stretches;
  }

  /** Whether a place is on the branch. */
  has({ segment, depth }: Place): boolean {
    return depth <= (this.#reach.get(segment) ?? 0);
  }

  /** The entry of the branch at a depth. */
  at(depth: number): Known | undefined {
    const stretch = this.#stretches.findLast(({ fromDepth, toDepth }) => fromDepth <= depth && depth <= toDepth);
    return stretch === undefined ? undefined : this.#byPlace(stretch.segment, depth);
  }

  byId(id: number): Known | undefined {
    const row = this.sql.get(PROBES.byId, id);
    return row === undefined ? undefined : knownOf(row);
  }

  /** Whether an entry stands directly behind this one on its own segment. */
  isTaken({ segment, depth }: Place): boolean {
    return this.#byPlace(segment, depth + 1) !== undefined;
  }

  byHostId(hostId: string): readonly Known[] {
    return this.sql.all(PROBES.byHostId, this.conversation, hostId, MAX_EQUAL).map(knownOf);
  }

  byHash(hash: Uint8Array): readonly Known[] {
    return this.sql.all(PROBES.byHash, this.conversation, hash, MAX_EQUAL).map(knownOf);
  }

  /** What stands directly behind an entry on any branch, this one first; behind nothing: the first messages. */
  childrenOf(entry: Known | undefined): readonly Known[] {
    if (this.#children !== undefined && this.#children.of === entry?.id) return this.#children.known;
    const next = entry === undefined ? undefined : this.#byPlace(entry.segment, entry.depth + 1);
    const forks = this.sql.all(PROBES.forks, this.conversation, entry?.id ?? null);
    const firsts = forks.map((fork) => this.#byPlace(intOf(fork, 'id'), (entry?.depth ?? 0) + 1));
    const known = [next, ...firsts].filter((child) => child !== undefined);
    known.sort((a, b) => Number(this.has(b)) - Number(this.has(a)));
    this.#children = { of: entry?.id, known };
    return known;
  }

  /** The branch that ends with an entry. */
  branchTo(entry: Known): PathView {
    return new PathView(this.sql, this.conversation, entry.id);
  }

  /** Whether a summary stands over an entry whose messages are all on this branch. */
  isCovered(id: number): boolean {
    return this.sql.all(PROBES.covers, id).some((row) => this.has(placeOf(row)));
  }

  /** Whether a summary of any branch stands over an entry. */
  isSummarised(id: number): boolean {
    return this.sql.get(LIVE_PROBES.leavesOver, id) !== undefined;
  }

  /**
   * The last entry of the roots that stand directly behind an entry of the branch, one after the other; itself if none
   * does. Only for the branch of a current head, whose roots are kept.
   */
  endOfCovered(entry: Known): Known {
    let reached = entry;
    for (;;) {
      const next = this.at(reached.depth + 1);
      const root = next && rootOver(this.sql, next.id);
      const row = root === undefined ? undefined : this.sql.get(PROBES.lastUnder, root);
      const last = row && this.byId(intOf(row, 'last_entry'));
      if (last === undefined || last.depth <= reached.depth) return reached;
      reached = last;
    }
  }

  /** Whether all entries of the branch between two of it, not counted themselves, are under summaries: their ends are. */
  isGapCovered(after: Known | undefined, before: Known): boolean {
    const first = this.at((after?.depth ?? 0) + 1);
    if (first === undefined || first.id === before.id) return true;
    return this.isCovered(first.id) && before.parent !== undefined && this.isCovered(before.parent);
  }

  #byPlace(segment: number, depth: number): Known | undefined {
    const row = this.sql.get(PROBES.byPlace, segment, depth);
    return row === undefined ? undefined : knownOf(row);
  }
}

/** The place of a row with `segment` and `depth`. */
export function placeOf(row: SqlRow): Place {
  return { segment: intOf(row, 'segment'), depth: intOf(row, 'depth') };
}

function knownOf(row: SqlRow): Known {
  return {
    ...placeOf(row),
    id: intOf(row, 'id'),
    parent: maybeIntOf(row, 'parent'),
    role: textOf(row, 'role'),
    hostId: maybeTextOf(row, 'host_id'),
    hash: bytesOf(row, 'hash'),
    pathTokens: intOf(row, 'path_tokens'),
    isAside: intOf(row, 'is_aside') === 1,
  };
}

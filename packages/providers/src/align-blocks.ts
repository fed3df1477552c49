/** The two kinds of visible things that a message is made of. Whatever is neither rides along. */
export type Lane = 'part' | 'call';

/** A block of the original form of a message. */
export interface OriginalBlock {
  readonly value: object;
  /** `undefined` for what no chat message shows, such as signed thinking: it keeps its place. */
  readonly lane: Lane | undefined;
  /** Equal for blocks that read the same in a chat message. */
  readonly key: string;
}

/** Something that the message says now. */
export interface WantedBlock {
  readonly key: string;
  /**
   * Its form for the wire, where no original block reads the same.
   *
   * @param replaced - The original block in whose place it stands, if any; what the chat shape has no word for, such
   *   as a cache marker, may be taken from it.
   */
  make(replaced: object | undefined): object;
}

/** What a message says now, by lane, in order. */
export type WantedBlocks = Readonly<Record<Lane, readonly WantedBlock[]>>;

/** One block of the new form. `original` is the index of the block that it is, untouched; absent for a new one. */
export interface AlignedBlock {
  readonly value: object;
  readonly original?: number;
}

/** The new form of a message. */
export interface Alignment {
  readonly blocks: readonly AlignedBlock[];
  /** Whether blocks that read the same as before now stand in another order. */
  readonly isReordered: boolean;
}

/**
 * Bring the original blocks of a message in line with what the message says now. Blocks that still read the same stay
 * as they are and where they are; what has no match is replaced in its place or removed; what is new goes in front of
 * the next block that stayed, text in front of the calls that end a message.
 */
export function alignBlocks(originals: readonly OriginalBlock[], wanted: WantedBlocks): Alignment {
  return new Aligner(originals, wanted).run();
}

class Aligner {
  readonly #originals: readonly OriginalBlock[];
  readonly #lanes: Readonly<Record<Lane, LaneCursor>>;
  readonly #lastPart: number;
  readonly #blocks: AlignedBlock[] = [];

  constructor(originals: readonly OriginalBlock[], wanted: WantedBlocks) {
    this.#originals = originals;
    this.#lanes = {
      part: new LaneCursor(originals, 'part', wanted.part),
      call: new LaneCursor(originals, 'call', wanted.call),
    };
    this.#lastPart = originals.findLastIndex(({ lane }) => lane === 'part');
  }

  run(): Alignment {
    for (const [index, original] of this.#originals.entries()) this.#take(original, index);
    this.#make(this.#lanes.part.rest());
    this.#make(this.#lanes.call.rest());
    return { blocks: this.#blocks, isReordered: this.#lanes.part.isReordered() || this.#lanes.call.isReordered() };
  }

  #take(original: OriginalBlock, index: number): void {
    if (original.lane === undefined) {
      this.#blocks.push({ value: original.value, original: index });
      return;
    }
    if (original.lane === 'call' && index > this.#lastPart) this.#make(this.#lanes.part.rest());
    const lane = this.#lanes[original.lane];
    if (lane.isMatched(index)) {
      this.#make(lane.upTo(index));
      this.#blocks.push({ value: original.value, original: index });
      return;
    }
    const replacement = lane.replacement();
    if (replacement !== undefined) this.#blocks.push({ value: replacement.make(original.value) });
  }

  #make(wanted: readonly WantedBlock[]): void {
    for (const block of wanted) this.#blocks.push({ value: block.make(undefined) });
  }
}

/** Walks the wanted blocks of one lane in step with the originals. */
class LaneCursor {
  readonly #wanted: readonly WantedBlock[];
  /** For each wanted block, the index of the original that reads the same. */
  readonly #matches: readonly (number | undefined)[];
  readonly #matched: ReadonlySet<number>;
  readonly #unmatchedKeys: ReadonlySet<string>;
  #next = 0;

  constructor(originals: readonly OriginalBlock[], lane: Lane, wanted: readonly WantedBlock[]) {
    this.#wanted = wanted;
    this.#matches = matchInOrder(originals, lane, wanted);
    this.#matched = new Set(this.#matches.filter((index) => index !== undefined));
    const unmatched = originals.filter((original, index) => original.lane === lane && !this.#matched.has(index));
    this.#unmatchedKeys = new Set(unmatched.map(({ key }) => key));
  }

  isMatched(original: number): boolean {
    return this.#matched.has(original);
  }

  /** New blocks in front of the match of `original`, which is then passed. */
  upTo(original: number): readonly WantedBlock[] {
    const match = this.#matches.indexOf(original, this.#next);
    const pending = this.#wanted.slice(this.#next, match);
    this.#next = match + 1;
    return pending;
  }

  /** The next new block, unless one that stayed comes first. */
  replacement(): WantedBlock | undefined {
    if (this.#matches[this.#next] !== undefined) return undefined;
    const block = this.#wanted[this.#next];
    if (block !== undefined) this.#next += 1;
    return block;
  }

  /** All new blocks up to the next one that stayed. */
  rest(): readonly WantedBlock[] {
    let end = this.#next;
    while (end < this.#wanted.length && this.#matches[end] === undefined) end += 1;
    const pending = this.#wanted.slice(this.#next, end);
    this.#next = end;
    return pending;
  }

  isReordered(): boolean {
    return this.#wanted.some(({ key }, index) => this.#matches[index] === undefined && this.#unmatchedKeys.has(key));
  }
}

/** Match each wanted block with the next original of its key, never going back. */
function matchInOrder(
  originals: readonly OriginalBlock[],
  lane: Lane,
  wanted: readonly WantedBlock[],
): readonly (number | undefined)[] {
  const places = new Map<string, number[]>();
  for (const [index, original] of originals.entries()) {
    if (original.lane !== lane) continue;
    const known = places.get(original.key);
    if (known === undefined) places.set(original.key, [index]);
    else known.push(index);
  }
  let last = -1;
  // Lists are walked by an index of their own: taking from the front of a long list would cost its length each time.
  const walked = new Map<string, number>();
  return wanted.map(({ key }) => {
    const candidates = places.get(key) ?? [];
    let at = walked.get(key) ?? 0;
    while (at < candidates.length && (candidates[at] ?? 0) <= last) at += 1;
    const match = candidates[at];
    walked.set(key, match === undefined ? at : at + 1);
    if (match !== undefined) last = match;
    return match;
  });
}

/**
 * What a session is, in the plainest terms: every message by its sequence, the list written out, and each change with
 * what was before it. It shares no code with the stores, and is right by being small.
 */
export interface ModelSession {
  /** Texts by sequence; the first is sequence 1. */
  readonly rows: readonly string[];
  readonly revision: number;
  readonly view: View;
  /** Changes in effect, the newest last. */
  readonly done: readonly ModelChange[];
  /** Changes that were undone, the one that a redo brings back last. */
  readonly undone: readonly ModelChange[];
}

/** Which messages are what. Each sequence is in exactly one of the three. */
export interface View {
  /** In the order of the list. */
  readonly live: readonly number[];
  readonly compacted: ReadonlySet<number>;
  readonly hidden: ReadonlySet<number>;
}

interface ModelChange {
  readonly before: View;
  readonly after: View;
  /** Newest sequence before the change, and after it. */
  readonly closed: number;
  readonly base: number;
}

/** A new list: a number is a message that stays, by its sequence, a text is a new one. */
export type ModelOutcome = readonly (number | string)[];

/** A session that begins with these messages, all of them live. */
export function modelOf(texts: readonly string[]): ModelSession {
  const live = texts.map((_, index) => index + 1);
  return {
    rows: texts,
    revision: 1,
    view: { live, compacted: new Set(), hidden: new Set() },
    done: [],
    undone: [],
  };
}

export function modelAppend(session: ModelSession, texts: readonly string[]): ModelSession {
  const added = texts.map((_, index) => session.rows.length + 1 + index);
  const view = { ...session.view, live: [...session.view.live, ...added] };
  return { ...session, rows: [...session.rows, ...texts], view };
}

/** @param seen - Newest sequence that the engine saw; what is newer stays behind the outcome. */
export function modelCommit(session: ModelSession, outcome: ModelOutcome, seen: number): ModelSession {
  const { rows, view } = session;
  const texts = outcome.filter((entry) => typeof entry === 'string');
  let next = rows.length;
  const list = outcome.map((entry) => {
    if (typeof entry === 'number') return entry;
    next += 1;
    return next;
  });
  const live = [...list, ...view.live.filter((sequence) => sequence > seen)];
  const covered = view.live.filter((sequence) => !live.includes(sequence));
  const after = { ...view, live, compacted: new Set([...view.compacted, ...covered]) };
  return change({ ...session, rows: [...rows, ...texts] }, { before: view, after, closed: rows.length, base: next });
}

/** @param kept - How many messages of the list stay. */
export function modelRewind(session: ModelSession, kept: number): ModelSession {
  const { rows, view } = session;
  const hidden = new Set([...view.hidden, ...view.live.slice(kept)]);
  const after = { ...view, live: view.live.slice(0, kept), hidden };
  return change(session, { before: view, after, closed: rows.length, base: rows.length });
}

/** Unknown where nothing is in effect. */
export function modelUndo(session: ModelSession): ModelSession | undefined {
  const last = session.done.at(-1);
  if (last === undefined) return undefined;
  const made = session.rows.map((_, index) => index + 1).filter((each) => each > last.closed && each <= last.base);
  const view = withLater(session, last, { ...last.before, hidden: new Set([...last.before.hidden, ...made]) });
  const undone = [...session.undone, last];
  return { ...session, view, revision: session.revision + 1, done: session.done.slice(0, -1), undone };
}

/** Unknown where nothing was undone since the last change. */
export function modelRedo(session: ModelSession): ModelSession | undefined {
  const last = session.undone.at(-1);
  if (last === undefined) return undefined;
  const view = withLater(session, last, last.after);
  const done = [...session.done, last];
  return { ...session, view, revision: session.revision + 1, done, undone: session.undone.slice(0, -1) };
}

function change(session: ModelSession, made: ModelChange): ModelSession {
  return { ...session, revision: session.revision + 1, view: made.after, done: [...session.done, made], undone: [] };
}

/** An earlier view, with what came after the change behind it. */
function withLater({ view }: ModelSession, { base }: ModelChange, earlier: View): View {
  const isLater = (sequence: number): boolean => sequence > base;
  return {
    live: [...earlier.live, ...view.live.filter(isLater)],
    compacted: earlier.compacted,
    hidden: new Set([...earlier.hidden, ...[...view.hidden].filter(isLater)]),
  };
}

import type { Revision, SessionStore } from '@hermes-context/sessions';

/** What must be undone to come back to a revision. Narrow on `kind`. */
export type UndoPlan =
  /** These, the newest first. Empty: the list is that one already. */
  | { readonly kind: 'steps'; readonly steps: readonly Revision[] }
  /** No undo leads there; one sentence says why. */
  | { readonly kind: 'unreachable'; readonly why: string };

const PAGE_REVISIONS = 1_000;

/**
 * What must be undone for the list to be as it was at a revision, but for what was appended since. Changes are taken
 * back newest first, so a revision whose own changes were undone meanwhile cannot be reached. Pure.
 *
 * @param revisions - All of the session, in any order.
 */
export function planUndo(revisions: readonly Revision[], to: number): UndoPlan {
  const ordered = revisions.toSorted((one, other) => one.number - other.number);
  const newest = ordered.at(-1)?.number ?? 0;
  if (to < 1 || to > newest) {
    return { kind: 'unreachable', why: `The session has revisions 1 to ${newest}.` };
  }
  const then = inEffectAt(ordered, to);
  const now = inEffectAt(ordered, newest);
  const gone = then.find((change, index) => now[index] !== change);
  if (gone !== undefined) {
    return {
      kind: 'unreachable',
      why: `Change ${gone} was in effect then and is undone now, which redo alone brings back.`,
    };
  }
  const byNumber = new Map(ordered.map((revision) => [revision.number, revision]));
  return {
    kind: 'steps',
    steps: now
      .slice(then.length)
      .toReversed()
      .flatMap((number) => byNumber.get(number) ?? []),
  };
}

/** Every change of a session. */
export async function allRevisions(store: SessionStore, sessionId: string): Promise<readonly Revision[]> {
  const revisions: Revision[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.revisions(sessionId, {
      limit: PAGE_REVISIONS,
      ...(cursor === undefined ? {} : { cursor }),
    });
    revisions.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return revisions;
}

/** Numbers of the changes that shaped the list at a revision, the oldest first. */
function inEffectAt(ordered: readonly Revision[], last: number): readonly number[] {
  const done: number[] = [];
  for (const { number, kind, of } of ordered) {
    if (number > last) break;
    switch (kind) {
      case 'start':
        break;
      case 'commit':
      case 'rotation':
      case 'rewind':
        done.push(number);
        break;
      case 'undo':
        done.pop();
        break;
      case 'redo':
        if (of !== undefined) done.push(of);
        break;
    }
  }
  return done;
}

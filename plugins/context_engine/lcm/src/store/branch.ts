import type { DatabaseSync } from 'node:sqlite';

/** A stretch of a branch: the entries of one segment, by depth, both ends included. */
export interface BranchStretch {
  readonly segment: number;
  readonly fromDepth: number;
  readonly toDepth: number;
}

/**
 * The path from a conversation's first message to `head`, as stretches, oldest first; one, as long as nothing was ever
 * undone. An entry stands on it exactly if a stretch has its segment and its depth.
 * Costs a look-up for each stretch, however long they are.
 */
export function branchOf(db: DatabaseSync, head: number | null | undefined): readonly BranchStretch[] {
  const tip = head === null || head === undefined ? undefined : placeOf(db, head);
  if (tip === undefined) return [];
  const find = db.prepare('SELECT parent_segment, fork_depth FROM segments WHERE id = ?');
  const stretches: BranchStretch[] = [];
  let { segment, depth: toDepth } = tip;
  for (;;) {
    const { parent_segment: parent, fork_depth: forkDepth } = find.get(segment) ?? {};
    const fork = typeof forkDepth === 'number' ? forkDepth : 0;
    stretches.push({ segment, fromDepth: fork + 1, toDepth });
    if (typeof parent !== 'number') return stretches.reverse();
    segment = parent;
    toDepth = fork;
  }
}

function placeOf(db: DatabaseSync, entry: number): { segment: number; depth: number } | undefined {
  const row = db.prepare('SELECT segment, depth FROM entries WHERE id = ?').get(entry);
  const { segment, depth } = row ?? {};
  return typeof segment === 'number' && typeof depth === 'number' ? { segment, depth } : undefined;
}

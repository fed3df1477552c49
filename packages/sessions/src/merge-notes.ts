import { checkJson } from './input-checks.ts';
import type { SessionHeader } from './session-record.ts';

/** What people note about a session, as opposed to what was said in it. */
export interface Notes {
  readonly title: string | undefined;
  /** JSON. */
  readonly goal: string | undefined;
  /** JSON. */
  readonly metadata: string;
}

/** The notes in the header of an export. */
export function notesOf({ title, goal, metadata }: SessionHeader): Notes {
  return {
    title,
    goal: goal === undefined || goal === null ? undefined : checkJson('goal', goal),
    metadata: checkJson('metadata', metadata),
  };
}

/**
 * The notes of a session that is here once more of it was imported. What was changed here stays; what is as the import
 * before brought it becomes what this one brings. Of a session that began here nobody knows, so all of it stays.
 *
 * @param local - What is here.
 */
export function mergeNotes(
  local: Notes,
  { before, now }: { readonly before: Notes | undefined; readonly now: Notes },
): Notes {
  const choose = <Key extends keyof Notes>(key: Key): Notes[Key] =>
    before !== undefined && local[key] === before[key] ? now[key] : local[key];
  return { title: choose('title'), goal: choose('goal'), metadata: choose('metadata') };
}

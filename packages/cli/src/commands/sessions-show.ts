import { diffRevisions, type Page, type Revision, type RevisionDiff } from '@hermes-context/sessions';
import { quoteArgument } from '../engine/shell-words.ts';
import type { Io } from '../io.ts';
import { EXIT_OK } from '../print-error.ts';
import { commandText } from '../sessions/command-text.ts';
import { jsonText } from '../sessions/json-text.ts';
import { type SessionsFlags, withStore } from '../sessions/open-store.ts';
import { parseCount } from '../sessions/parse-flags.ts';
import { type PickedSession, pickSession } from '../sessions/pick-session.ts';
import { type MessagePage, readAll, readLive, readTools } from '../sessions/read-messages.ts';
import { renderDiff } from '../sessions/render-diff.ts';
import { renderHead } from '../sessions/render-head.ts';
import { renderHistory } from '../sessions/render-history.ts';
import { renderMessages } from '../sessions/render-messages.ts';
import { diffJson, revisionJson } from '../sessions/revision-json.ts';
import { messageJson, sessionJson } from '../sessions/session-json.ts';
import { terminalColumns } from '../sessions/terminal-columns.ts';
import { UsageError } from '../usage-error.ts';

/** The flags of `hermes sessions show` as the command line has them. */
export interface SessionsShowFlags extends SessionsFlags {
  readonly all?: boolean;
  readonly limit?: string;
  readonly after?: string;
  readonly history?: boolean;
  readonly cursor?: string;
  readonly diff?: string;
}

/** Messages or changes to a page: what a person reads through. */
const DEFAULT_LIMIT = 50;

/** What is shown of a session beside its head: one of the three. */
interface Shown {
  readonly messages?: MessagePage & { readonly tools: readonly (readonly string[])[] };
  readonly revisions?: Page<Revision>;
  readonly diff?: RevisionDiff;
}

/**
 * `hermes sessions show SESSION`: what it is, and its live messages, all of them, its changes, or what one of those did.
 * With `--json` `{ session, messages, revisions, diff }`. @returns The exit code.
 */
export async function runSessionsShow(name: string, flags: SessionsShowFlags, io: Io): Promise<number> {
  const limit = parseCount(flags.limit, { option: '--limit', max: 1_000 }) ?? DEFAULT_LIMIT;
  const after = parseCount(flags.after, { option: '--after', min: 0, max: Number.MAX_SAFE_INTEGER });
  const range = parseRange(flags.diff);
  return withStore({ access: 'read', flags, io }, async (found) => {
    const picked = await pickSession(name, found);
    const shown = await read(picked, { flags, range, span: { after, limit } });
    io.out(flags.json === true ? jsonOf(picked, shown) : textOf(picked, shown, { flags, io }));
    return EXIT_OK;
  });
}

interface Range {
  readonly from: number;
  readonly to: number;
}

async function read(
  { store, session: { id, revision } }: PickedSession,
  {
    flags,
    range,
    span,
  }: {
    readonly flags: SessionsShowFlags;
    readonly range: Range | undefined;
    readonly span: { readonly after: number | undefined; readonly limit: number };
  },
): Promise<Shown> {
  if (range !== undefined) return { diff: await diffRevisions(store, id, checkRange(range, revision)) };
  if (flags.history === true) {
    const { cursor } = flags;
    return { revisions: await store.revisions(id, { limit: span.limit, ...(cursor === undefined ? {} : { cursor }) }) };
  }
  const page = await (flags.all === true ? readAll : readLive)(store, id, span);
  return { messages: { ...page, tools: await readTools(store, id, page.items) } };
}

/** `5` is what change 5 did, `2..5` what changes 3 to 5 did together. */
function parseRange(text: string | undefined): Range | undefined {
  if (text === undefined) return undefined;
  const { first, last } = /^(?<first>\d{1,9})(\.\.(?<last>\d{1,9}))?$/.exec(text.trim())?.groups ?? {};
  const to = Number(last ?? first);
  const from = last === undefined ? to - 1 : Number(first);
  if (from >= 1 && to >= 1) return { from, to };
  throw new UsageError({
    what: `--diff is ${quoteArgument(text)}.`,
    why: 'It is the number of a change, from 2, or two revisions with two dots between them, from 1.',
    fix: 'See the numbers with --history, and write it as --diff 3 or --diff 1..3.',
  });
}

function checkRange(range: Range, newest: number): Range {
  const unknown = [range.from, range.to].find((number) => number > newest);
  if (unknown === undefined) return range;
  throw new UsageError({
    what: `The session has no revision ${unknown}.`,
    why: `Its list has been changed up to revision ${newest}.`,
    fix: 'See the numbers with --history.',
  });
}

function jsonOf({ session }: PickedSession, { messages, revisions, diff }: Shown): string {
  return jsonText({
    session: sessionJson(session),
    messages: messages === undefined ? null : { items: messages.items.map(messageJson), next: messages.next ?? null },
    revisions:
      revisions === undefined ? null : { items: revisions.items.map(revisionJson), next: revisions.next ?? null },
    diff: diff === undefined ? null : diffJson(diff),
  });
}

function textOf(
  { session }: PickedSession,
  { messages, revisions, diff }: Shown,
  { flags, io }: { readonly flags: SessionsShowFlags; readonly io: Io },
): string {
  const screen = { columns: terminalColumns(io), now: Date.now() };
  const { limit, all } = flags;
  const more = (cursor: Readonly<Record<string, string | number | boolean>>): readonly string[] => [
    '',
    `More: ${commandText('show', [session.id], { all, limit, ...cursor })}`,
  ];
  const lines = [...renderHead(session, screen), ''];
  if (messages !== undefined) {
    lines.push(
      ...(messages.items.length === 0 ? ['No messages.'] : renderMessages(messages.items, messages.tools, screen)),
    );
    if (messages.next !== undefined) lines.push(...more({ after: messages.next }));
  }
  if (revisions !== undefined) {
    lines.push(...renderHistory(revisions.items, screen));
    if (revisions.next !== undefined) lines.push(...more({ history: true, cursor: revisions.next }));
  }
  if (diff !== undefined) lines.push(...renderDiff(diff, screen.columns));
  return `${lines.join('\n')}\n`;
}

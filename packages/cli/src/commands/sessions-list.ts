import type { Page, Session, SessionListing } from '@hermes-context/sessions';
import type { Io } from '../io.ts';
import { EXIT_OK } from '../print-error.ts';
import { commandText } from '../sessions/command-text.ts';
import { jsonText } from '../sessions/json-text.ts';
import { type FoundStore, type SessionsFlags, withStore } from '../sessions/open-store.ts';
import { parseCount } from '../sessions/parse-flags.ts';
import { renderList } from '../sessions/render-list.ts';
import { sessionJson } from '../sessions/session-json.ts';
import { terminalColumns } from '../sessions/terminal-columns.ts';
import { plainText } from '../terminal/plain-text.ts';

/** The flags of `hermes sessions list` as the command line has them. */
export interface SessionsListFlags extends SessionsFlags {
  readonly limit?: string;
  readonly all?: boolean;
  readonly cursor?: string;
}

const NONE: Page<Session> = { items: [] };

/** `hermes sessions list`: the newest sessions first. With `--json` `{ location, sessions, next }`. @returns The exit code. */
export async function runSessionsList(flags: SessionsListFlags, io: Io): Promise<number> {
  const limit = parseCount(flags.limit, { option: '--limit', max: 1_000 });
  const listing: SessionListing = {
    includeContinued: flags.all === true,
    ...(limit === undefined ? {} : { limit }),
    ...(flags.cursor === undefined ? {} : { cursor: flags.cursor }),
  };
  return withStore({ access: 'read', flags, io }, async ({ path, store }) => {
    const page = store === undefined ? NONE : await store.list(listing);
    if (flags.json === true) {
      const { items, next } = page;
      io.out(jsonText({ location: path, sessions: items.map(sessionJson), next: next ?? null }));
    } else printPage(page, { path, store }, { flags, io });
    return EXIT_OK;
  });
}

function printPage(
  { items, next }: Page<Session>,
  { path }: FoundStore,
  { flags, io }: { readonly flags: SessionsListFlags; readonly io: Io },
): void {
  const { limit, all, cursor } = flags;
  if (items.length === 0) {
    io.out(
      cursor === undefined
        ? `There are no sessions yet; they would be in ${plainText(path)}.\n`
        : 'There are no more sessions.\n',
    );
    return;
  }
  io.out(`${renderList(items, { columns: terminalColumns(io), now: Date.now() })}\n`);
  if (next !== undefined) io.out(`\nMore: ${commandText('list', [], { all, limit, cursor: next })}\n`);
}

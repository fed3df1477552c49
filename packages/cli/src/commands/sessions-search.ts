import type { Message } from '@hermes-context/contract';
import type { SearchMode, SearchPage, SearchQuery } from '@hermes-context/sessions';
import type { Io } from '../io.ts';
import { EXIT_OK } from '../print-error.ts';
import { commandText } from '../sessions/command-text.ts';
import { jsonText } from '../sessions/json-text.ts';
import { type FoundStore, type SessionsFlags, withStore } from '../sessions/open-store.ts';
import { parseChoice, parseCount, parseMoment } from '../sessions/parse-flags.ts';
import { pickSession } from '../sessions/pick-session.ts';
import { renderSearch } from '../sessions/render-search.ts';
import { messageJson } from '../sessions/session-json.ts';
import { terminalColumns } from '../sessions/terminal-columns.ts';
import { UsageError } from '../usage-error.ts';

/** The flags of `hermes sessions search` as the command line has them. */
export interface SessionsSearchFlags extends SessionsFlags {
  readonly mode?: string;
  readonly session?: string;
  readonly role?: readonly string[];
  readonly tool?: readonly string[];
  readonly after?: string;
  readonly before?: string;
  readonly hidden?: boolean;
  readonly context?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

const MODES: readonly SearchMode[] = ['text', 'literal', 'regex'];
const ROLES: readonly Message['role'][] = ['system', 'user', 'assistant', 'tool'];

/** Where there is no store yet: all of nothing was looked through. */
const NOTHING: SearchPage = { hits: [], complete: true, matched: 'all', scope: { sessions: 0, messages: 0 } };

/**
 * `hermes sessions search QUERY`: messages, live or archived. With `--json` `{ hits, next, complete, reason, matched,
 * scope }`. @returns 0, hits or none.
 */
export async function runSessionsSearch(text: string, flags: SessionsSearchFlags, io: Io): Promise<number> {
  const query = parseQuery(text, flags);
  return withStore({ access: 'read', flags, io }, async (found) => {
    const page = await search(query, flags.session, found);
    if (flags.json === true) io.out(jsonText(pageJson(page)));
    else {
      const goOn = (cursor: string): string => commandText('search', [text], { ...givenFlags(flags), cursor });
      io.out(renderSearch(page, goOn, { columns: terminalColumns(io), now: Date.now() }));
    }
    return EXIT_OK;
  });
}

async function search(query: SearchQuery, session: string | undefined, found: FoundStore): Promise<SearchPage> {
  if (session !== undefined) {
    const picked = await pickSession(session, found);
    return picked.store.search({ ...query, sessionId: picked.session.id });
  }
  return found.store === undefined ? NOTHING : found.store.search(query);
}

function parseQuery(text: string, flags: SessionsSearchFlags): SearchQuery {
  const { mode, role = [], tool = [], hidden, cursor } = flags;
  const limit = parseCount(flags.limit, { option: '--limit', max: 100 });
  const contextMessages = parseCount(flags.context, { option: '--context', min: 0, max: 20 });
  return {
    text,
    ...(mode === undefined ? {} : { mode: parseChoice(mode, { option: '--mode', choices: MODES }) }),
    ...(hidden === true ? { states: ['live', 'compacted', 'hidden'] } : {}),
    ...(role.length === 0
      ? {}
      : { roles: role.map((each) => parseChoice(each, { option: '--role', choices: ROLES })) }),
    ...(tool.length === 0 ? {} : { tools: tool }),
    ...parseSpan(flags),
    ...(contextMessages === undefined ? {} : { contextMessages }),
    ...(limit === undefined ? {} : { limit }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

function parseSpan(flags: SessionsSearchFlags): Pick<SearchQuery, 'after' | 'before'> {
  const after = parseMoment(flags.after, '--after');
  const before = parseMoment(flags.before, '--before');
  if (after !== undefined && before !== undefined && after >= before) {
    throw new UsageError({
      what: '--after is not before --before.',
      why: 'They are the first moment that counts and the first one that does not any more, so no message could fit.',
      fix: `Swap them: --after ${flags.before} --before ${flags.after}`,
    });
  }
  return { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) };
}

function givenFlags({
  json: _,
  cursor: __,
  ...flags
}: SessionsSearchFlags): Omit<SessionsSearchFlags, 'json' | 'cursor'> {
  return flags;
}

function pageJson({ hits, next, complete, reason, matched, scope }: SearchPage): unknown {
  return {
    hits: hits.map(({ message, snippet, before, after }) => ({
      message: messageJson(message),
      snippet,
      before: before.map(messageJson),
      after: after.map(messageJson),
    })),
    next: next ?? null,
    complete,
    reason: reason ?? null,
    matched,
    scope,
  };
}

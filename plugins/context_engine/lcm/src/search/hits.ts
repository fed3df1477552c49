import type { Message } from '@hermes-context/contract';
import { LIVE_PROBES, parentsOf } from '../store/live-summaries.ts';
import { intOf, maybeTextOf, type Sql, type SqlRow, textOf } from '../store/sql.ts';
import type { GrepGroup, GrepHit, GrepRequest, GrepRun, GrepSummary } from './grep-types.ts';
import type { Match, Matcher } from './matcher.ts';
import { SCOPE_PROBES } from './search-scope.ts';
import { partAt, type SearchableText } from './searchable-text.ts';
import { lineOf, snippetOf } from './snippet.ts';
import { DEFAULT_FILE_CHARS } from './source.ts';

/** Places that are counted in one text. */
const MAX_MATCHES = 100;

/** Statements that describe hits: tests look at their plans. */
export const HIT_PROBES = {
  summary: `SELECT s.id AS summary, s.conversation, s.kind, s.first_entry, s.last_entry, s.first_at, s.last_at,
    l.depth, f.depth AS first_depth FROM summaries s CROSS JOIN entries l ON l.id = s.last_entry
    CROSS JOIN entries f ON f.id = s.first_entry WHERE s.id = ?`,
} as const;

/** Makes of rows what callers see of them. */
export class Hits {
  readonly #sql: Sql;
  readonly #request: GrepRequest;
  readonly #fileChars: number;
  readonly #sessions = new Map<number, string>();
  readonly #roots = new Map<string, string | undefined>();
  readonly #summaries = new Map<string, GrepSummary | undefined>();

  constructor(sql: Sql, request: GrepRequest, { fileChars = DEFAULT_FILE_CHARS }: GrepRun) {
    this.#sql = sql;
    this.#request = request;
    this.#fileChars = fileChars;
  }

  /** A message as a hit. */
  message(row: SqlRow, text: SearchableText, matcher: Matcher): GrepHit {
    const tool = maybeTextOf(row, 'tool');
    const place = this.#placeOf(text, matcher);
    return {
      kind: 'message',
      entry: intOf(row, 'id'),
      sessionId: this.#sessionOf(intOf(row, 'conversation')),
      depth: intOf(row, 'depth'),
      role: roleOf(row),
      ...(tool !== undefined && { tool }),
      at: intOf(row, 'at'),
      isFile: intOf(row, 'chars') >= this.#fileChars,
      place: partAt(text, place.offset),
      ...place,
    };
  }

  /** A summary as a hit. */
  summary(row: SqlRow, text: SearchableText, matcher: Matcher): GrepHit {
    return { kind: 'summary', summary: this.#summaryOf(row), ...this.#placeOf(text, matcher) };
  }

  /** The same hits under the uppermost summaries over them, in the order in which those occur first. */
  group(hits: readonly GrepHit[]): readonly GrepGroup[] {
    const groups = Map.groupBy(hits, (hit) => this.#rootOver(hit));
    return Array.from(groups, ([id, under]): GrepGroup => {
      const summary = id === undefined ? undefined : this.#summaryById(id);
      return { ...(summary !== undefined && { summary }), hits: under };
    });
  }

  #placeOf({ text }: SearchableText, matcher: Matcher): Place {
    let matches = 0;
    let first: Match | undefined;
    for (const match of matcher.places(text)) {
      first ??= match;
      matches += 1;
      if (matches >= MAX_MATCHES) break;
    }
    const match = first ?? { start: 0, end: 0 };
    return {
      line: lineOf(text, match.start),
      offset: match.start,
      snippet: snippetOf(text, match, this.#request.contextLines),
      matches: Math.max(1, matches),
    };
  }

  #sessionOf(conversation: number): string {
    const known = this.#sessions.get(conversation);
    if (known !== undefined) return known;
    const row = this.#sql.get(SCOPE_PROBES.conversationById, conversation);
    const sessionId = row === undefined ? '' : textOf(row, 'session_id');
    this.#sessions.set(conversation, sessionId);
    return sessionId;
  }

  #summaryOf(row: SqlRow): GrepSummary {
    return {
      id: textOf(row, 'summary'),
      sessionId: this.#sessionOf(intOf(row, 'conversation')),
      kind: textOf(row, 'kind') === 'leaf' ? 'leaf' : 'condensed',
      firstEntry: intOf(row, 'first_entry'),
      lastEntry: intOf(row, 'last_entry'),
      firstDepth: intOf(row, 'first_depth'),
      lastDepth: intOf(row, 'depth'),
      firstAt: intOf(row, 'first_at'),
      lastAt: intOf(row, 'last_at'),
    };
  }

  #summaryById(id: string): GrepSummary | undefined {
    const row = this.#summaries.has(id) ? undefined : this.#sql.get(HIT_PROBES.summary, id);
    if (row !== undefined) this.#summaries.set(id, this.#summaryOf(row));
    return this.#summaries.get(id);
  }

  /** The root over a hit; unknown where none of the current branch is. */
  #rootOver(hit: GrepHit): string | undefined {
    if (hit.kind === 'summary') return this.#rootOf(hit.summary.id);
    for (const row of this.#sql.all(LIVE_PROBES.leavesOver, hit.entry)) {
      const root = this.#rootOf(textOf(row, 'summary'));
      if (root !== undefined) return root;
    }
    return undefined;
  }

  #rootOf(id: string): string | undefined {
    if (this.#roots.has(id)) return this.#roots.get(id);
    const isRoot = this.#sql.get(LIVE_PROBES.isRoot, id) !== undefined;
    let root = isRoot ? id : undefined;
    if (!isRoot) for (const parent of parentsOf(this.#sql, id)) root ??= this.#rootOf(parent);
    this.#roots.set(id, root);
    return root;
  }
}

type Place = Pick<GrepHit, 'line' | 'offset' | 'snippet' | 'matches'>;

const ROLES: Readonly<Record<string, Message['role']>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
};

function roleOf(row: SqlRow): Message['role'] {
  return ROLES[textOf(row, 'role')] ?? 'user';
}

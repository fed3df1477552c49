import type { GrepFound, GrepHit } from '../search/grep-types.ts';
import { messageId } from '../tools/recall-id.ts';
import { showTime } from '../tools/show-time.ts';

/** The answer where nothing is stored: all of nothing was searched. */
export const NOTHING_FOUND: GrepFound = {
  kind: 'answer',
  hits: [],
  returned: 0,
  total: { kind: 'exact', count: 0 },
  complete: true,
  scanned: { rows: 0, chars: 0 },
  modeUsed: 'text',
  scope: { conversations: [], conversationCount: 0, messages: 0 },
  warnings: [],
};

/** What a search found, for `--json`: unknown is `null`, times are ISO 8601 in UTC. Pure. */
export function foundJson(found: GrepFound): Readonly<Record<string, unknown>> {
  const { hits, returned, total, complete, reasonIncomplete, relaxed, modeUsed, nextCursor, scope, scanned, warnings } =
    found;
  return {
    hits: hits.map(hitJson),
    returned,
    total: { count: total.count, isExact: total.kind === 'exact' },
    complete,
    reasonIncomplete: reasonIncomplete ?? null,
    relaxed: relaxed ?? null,
    modeUsed,
    nextCursor: nextCursor ?? null,
    scope: { sessions: scope.conversations, sessionCount: scope.conversationCount, messages: scope.messages },
    scanned,
    warnings,
  };
}

function hitJson(hit: GrepHit): Readonly<Record<string, unknown>> {
  const { line, offset, snippet, matches } = hit;
  const found = { line, offset, snippet, matches };
  if (hit.kind === 'summary') {
    const { id, sessionId, kind, firstDepth, lastDepth, firstAt, lastAt } = hit.summary;
    const span = {
      firstNumber: firstDepth,
      lastNumber: lastDepth,
      firstAt: showTime(firstAt),
      lastAt: showTime(lastAt),
    };
    return { kind: 'summary', id, sessionId, summaryKind: kind, ...span, ...found };
  }
  const { entry, sessionId, depth, role, tool, at, isFile, place } = hit;
  const where = { sessionId, number: depth, role, tool: tool ?? null, at: showTime(at), isFile, place };
  return { kind: 'message', id: messageId(entry), ...where, ...found };
}

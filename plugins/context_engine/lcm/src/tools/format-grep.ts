import type { GrepFound, GrepGroup, GrepHit, GrepMessageHit } from '../search/grep-types.ts';
import { messageId } from './recall-id.ts';
import { escapeRecalled, plainName, RECALLED_NOTE, recalled } from './recalled.ts';
import { showTime } from './show-time.ts';
import { summaryLine } from './summary-line.ts';

/** From where in a text a hit says how to read on at it, in UTF-16 units: what is before fits one answer. */
const FAR_CHARS = 4_000;
/** What is read before a match, in UTF-16 units. */
const LEAD_CHARS = 400;

/** What a search found, for a model: its envelope as one line of JSON, then the hits, then what to do next. */
export function formatGrep(found: GrepFound, { isShortened }: { readonly isShortened: boolean }): string {
  const groups = found.groups ?? (found.hits.length === 0 ? [] : [{ hits: found.hits }]);
  const note = groups.length === 0 ? [] : [RECALLED_NOTE];
  return [
    envelopeOf(found, isShortened),
    ...note,
    ...groups.flatMap((group) => groupLines(group, found.groups !== undefined)),
    ...(found.returned === 0 ? [nothingLine(found)] : []),
    `Next: ${nextStep(found)}`,
  ].join('\n');
}

/** An explanation of the search in the words of the tool. */
export function withToolNames(explanation: string): string {
  return explanation.replaceAll('nextCursor', 'next_cursor');
}

function envelopeOf(found: GrepFound, isShortened: boolean): string {
  const { total, scope } = found;
  const warnings = isShortened ? [...found.warnings, SHORTENED] : found.warnings;
  const envelope = {
    returned: found.returned,
    total: total.kind === 'exact' ? total.count : `>=${total.count}`,
    complete: found.complete,
    mode_used: found.modeUsed,
    relaxed: found.relaxed,
    next_cursor: found.nextCursor,
    reason_incomplete: found.reasonIncomplete === undefined ? undefined : withToolNames(found.reasonIncomplete),
    searched: {
      messages: scope.messages,
      conversations: scope.conversations,
      ...(scope.conversationCount > scope.conversations.length && { conversation_count: scope.conversationCount }),
    },
    scanned: found.scanned,
    warnings: warnings.map(withToolNames),
  };
  return escapeRecalled(JSON.stringify(envelope));
}

const SHORTENED = 'Fewer hits than asked for, because the window has little room. next_cursor goes on.';

function groupLines({ summary, hits }: GrepGroup, isGrouped: boolean): readonly string[] {
  const quoted = recalled(hits.map(hitLine).join('\n'), { kind: 'hits' });
  if (!isGrouped) return [quoted];
  return [summary === undefined ? 'under no summary:' : `${summaryLine(summary)}:`, quoted];
}

function hitLine(hit: GrepHit): string {
  const { line, matches } = hit;
  const where = hit.kind === 'message' ? messageWhere(hit) : summaryLine(hit.summary);
  const count = matches > 1 ? ` (${matches} matches)` : '';
  const snippet = snippetText(hit).replaceAll('\n', '\n    ');
  return `${where} line ${line}${count}:${snippet.includes('\n') ? '\n    ' : ' '}${snippet}`;
}

function messageWhere({ entry, depth, role, tool, at, place, isFile, offset }: GrepMessageHit): string {
  const id = messageId(entry);
  return [
    `${id} #${depth} ${role}`,
    ...(tool === undefined ? [] : [plainName(tool)]),
    showTime(at),
    ...(isFile ? ['long'] : []),
    ...(place === 'text' ? [] : [`in ${place}`]),
    ...(offset < FAR_CHARS ? [] : [`cursor="${id}@${offset - LEAD_CHARS}"`]),
  ].join(' ');
}

function snippetText({ snippet: { text, start, end } }: GrepHit): string {
  return `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`;
}

function nothingLine({ complete, nextCursor, total, scope }: GrepFound): string {
  if (total.count > 0) return 'No hits are shown here.';
  if (!complete || nextCursor !== undefined) return 'Nothing found so far; not everything was searched yet.';
  return `Nothing matches in the ${scope.messages} messages that were searched, all there are in this scope.`;
}

function nextStep(found: GrepFound): string {
  const { nextCursor, returned } = found;
  const more =
    nextCursor === undefined ? undefined : `lcm_grep with the same arguments and cursor="${nextCursor}" goes on`;
  const first = found.groups?.[0]?.hits[0] ?? found.hits[0];
  if (first === undefined || returned === 0) {
    return more === undefined ? withoutHits(found) : `${more}.`;
  }
  const id = first.kind === 'message' ? messageId(first.entry) : first.summary.id;
  return `lcm_expand id="${id}" reads the first hit whole${more === undefined ? '' : `; ${more}`}.`;
}

function withoutHits({ total }: GrepFound): string {
  return total.count > 0
    ? 'lcm_grep without count_only shows them.'
    : 'lcm_grep with fewer or other words, or lcm_describe for an overview.';
}

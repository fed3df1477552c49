import type { GrepFound, GrepHit } from '../search/grep-types.ts';
import { messageId } from '../tools/recall-id.ts';
import { showTime } from '../tools/show-time.ts';
import { counted, figure, plainLine, plainLines } from './plain-text.ts';
import { inOptionWords } from './search-options.ts';

/**
 * What a search found, for a person.
 *
 * @param words - The words of the command, for the one that goes on.
 */
export function renderFound(found: GrepFound, words: readonly string[]): string {
  const { hits, nextCursor, warnings, complete, reasonIncomplete } = found;
  return [
    ...hits.map(hitText),
    ...(hits.length === 0 ? [] : ['']),
    totalLine(found),
    ...warnings.map((warning) => plainLine(inOptionWords(warning))),
    ...(complete
      ? []
      : [`Not all was searched: ${plainLine(inOptionWords(reasonIncomplete ?? 'a limit was reached'))}`]),
    ...(nextCursor === undefined ? [] : [`More: hermes lcm search ${goOn(words, nextCursor)}`]),
  ].join('\n');
}

function hitText(hit: GrepHit): string {
  const { text, start, end } = hit.snippet;
  const marked = plainLines(`${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`);
  const matches = hit.matches > 1 ? ` (${figure(hit.matches)} matches)` : '';
  return `${whereText(hit)}, line ${figure(hit.line)}${matches}\n${indented(marked)}`;
}

function indented(text: string): string {
  const lines = text.split('\n').map((line) => `    ${line.trimEnd()}`);
  return lines.join('\n');
}

function whereText(hit: GrepHit): string {
  if (hit.kind === 'summary') {
    const { id, sessionId, firstDepth, lastDepth, firstAt, lastAt } = hit.summary;
    const span = `of messages ${figure(firstDepth)} to ${figure(lastDepth)}`;
    return `${plainLine(sessionId)}  ${id} ${span}  ${showTime(firstAt)} to ${showTime(lastAt)}`;
  }
  const { sessionId, entry, depth, role, tool, at, place } = hit;
  const who = tool === undefined ? role : `${role} ${plainLine(tool)}`;
  const part = place === 'text' ? '' : ` in ${place}`;
  return `${plainLine(sessionId)}  ${messageId(entry)} #${figure(depth)} ${who}${part}  ${showTime(at)}`;
}

function totalLine({ total, returned, relaxed, scope }: GrepFound): string {
  const count = `${total.kind === 'exact' ? '' : 'at least '}${counted(total.count, 'hit')}`;
  const shown = returned === total.count || returned === 0 ? '' : `, ${figure(returned)} on this page`;
  const loosened =
    relaxed === undefined ? '' : relaxed === 'any-term' ? ', with any of the words' : ', in capitals or not';
  const where = `${counted(scope.messages, 'message')} of ${counted(scope.conversationCount, 'session')}`;
  return `${count}${shown}${loosened}, in ${where}.`;
}

function goOn(words: readonly string[], cursor: string): string {
  const end = words.indexOf('--');
  const open = withoutCursor(end === -1 ? words : words.slice(0, end));
  const rest = end === -1 ? [] : words.slice(end);
  return [...open, '--cursor', cursor, ...rest].map(forShell).join(' ');
}

/** In either way that it can be written. */
function withoutCursor(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => {
    const isOption = word === '--cursor' || word.startsWith('--cursor=');
    return !isOption && words[index - 1] !== '--cursor';
  });
}

/** A word as a shell takes it. */
function forShell(word: string): string {
  return /^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

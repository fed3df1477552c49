import type { SearchHit, SearchPage, StoredMessage } from '@hermes-context/sessions';
import { clipText } from '../terminal/display-width.ts';
import { plainText } from '../terminal/plain-text.ts';
import { counted } from './counted.ts';
import { firstLine, speaker, toolsOf } from './describe-message.ts';
import { relativeTime } from './relative-time.ts';
import type { Screen } from './render-list.ts';

const INDENT = '    ';

/**
 * The hits of a search with their surroundings, then what was looked through, and where that was not everything, why.
 *
 * @param goOn - The command that goes on where this page ends.
 */
export function renderSearch(
  { hits, complete, reason, matched, scope, next }: SearchPage,
  goOn: (cursor: string) => string,
  screen: Screen,
): string {
  const found = hits.length === 0 ? 'Nothing found' : counted(hits.length, 'hit');
  const where = `in ${counted(scope.sessions, 'session')} with ${counted(scope.messages, 'message')}`;
  const lines = [
    ...(matched === 'any' && hits.length > 0
      ? ['No message holds all of the words; these hold some of them.', '']
      : []),
    ...hits.flatMap((hit) => renderHit(hit, screen)),
    `${found} ${where}${complete ? '.' : ', so far.'}`,
    ...(complete ? [] : [`Not complete: ${plainText(reason ?? 'not everything was looked through.')}`]),
    ...(next === undefined ? [] : [`Go on: ${goOn(next)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function renderHit({ message, snippet, before, after }: SearchHit, { columns, now }: Screen): readonly string[] {
  const { sessionId, sequence, state, createdAt } = message;
  const facts = [`${sessionId} #${sequence}`, speech(message), state, relativeTime(createdAt, now)];
  const lines = [facts.join('  '), ...before.map(neighbour), `${INDENT}${plainText(snippet)}`, ...after.map(neighbour)];
  return [...lines.map((line) => clipText(line, columns)), ''];
}

function neighbour(row: StoredMessage): string {
  return `${INDENT}${INDENT}#${row.sequence} ${[speech(row), firstLine(row.message)].filter((text) => text !== '').join(': ')}`;
}

function speech({ message }: StoredMessage): string {
  const tools = (toolsOf([message])[0] ?? []).join(', ');
  return tools === '' ? speaker(message) : `${speaker(message)} ${tools}`;
}

import type { Session } from '@hermes-context/sessions';
import { clipText } from '../terminal/display-width.ts';
import { plainText } from '../terminal/plain-text.ts';
import { counted, figure } from './counted.ts';
import { isoTime, relativeTime } from './relative-time.ts';
import type { Screen } from './render-list.ts';

/** Beyond, a goal or metadata is a document, for `--json`. */
const MAX_VALUE_CHARS = 2_000;

/** What there is to know of a session without its messages, a line each. Pure. */
export function renderHead(session: Session, { columns, now }: Screen): readonly string[] {
  const { id, title, liveMessages, sequence, liveTokens, compactions, revision, goal, metadata } = session;
  return [
    title === undefined ? `Session ${id}` : `Session ${id}  ${plainText(title)}`,
    ...kinship(session),
    `Created ${moment(session.createdAt, now)}, updated ${moment(session.updatedAt, now)}`,
    `${counted(liveMessages, 'live message')} of ${counted(liveTokens, 'token')}, ${figure(sequence)} stored`,
    `${counted(compactions, 'compaction')}, revision ${figure(revision)}`,
    ...(goal === undefined ? [] : [`Goal: ${valueText(goal)}`]),
    ...(Object.keys(metadata).length === 0 ? [] : [`Metadata: ${valueText(metadata)}`]),
  ].map((line) => clipText(line, columns));
}

function kinship({ origin, parentSessionId, continuedBy }: Session): readonly string[] {
  const parent = parentSessionId === undefined ? [] : [plainText(parentSessionId)];
  return [
    ...parent.map((id) => (origin === 'branch' ? `Branched off ${id}` : `Goes on from ${id}`)),
    ...(continuedBy === undefined ? [] : [`Goes on in ${plainText(continuedBy)}`]),
  ];
}

function moment(atMs: number, now: number): string {
  const relative = relativeTime(atMs, now);
  const time = isoTime(atMs).replace(/\.\d+Z$/, 'Z');
  return time.startsWith(relative) ? time : `${relative} (${time})`;
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return plainText(text.slice(0, MAX_VALUE_CHARS));
}

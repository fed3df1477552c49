import type { Busy, ChangeResult } from '@hermes-context/sessions';
import { plainText } from '../terminal/plain-text.ts';
import { commandText } from './command-text.ts';
import { duration } from './relative-time.ts';
import { SessionUnchangedError } from './session-unchanged-error.ts';

/** A change that was refused. */
export type Refusal = Exclude<ChangeResult, { kind: 'changed' }>;

/** What was asked for. */
export interface Attempt {
  readonly command: 'undo' | 'redo';
  readonly sessionId: string;
}

/** Why a change was refused, and what can be done about it. */
export function refusedChange(refusal: Refusal, { command, sessionId }: Attempt): SessionUnchangedError {
  switch (refusal.kind) {
    case 'nothing':
      return nothingToDo(refusal.detail, { command, sessionId });
    case 'busy':
      return busy(refusal, sessionId);
    case 'continued':
      return new SessionUnchangedError({
        what: `Session ${sessionId} goes on under another id.`,
        why: `A compaction closed it and went on in ${plainText(refusal.by)}, which is where its list can be changed.`,
        fix: commandText(command, [refusal.by], {}),
      });
    case 'conflict':
    case 'lease-lost':
      return new SessionUnchangedError({
        what: `Session ${sessionId} was changed meanwhile.`,
        why: 'Another process compacted or rewound it at the same moment, and nothing of that is overwritten.',
        fix: `See its changes with ${commandText('show', [sessionId], { history: true })}, and run the command again.`,
      });
  }
}

/** That there is nothing to undo or to redo. */
export function nothingToDo(why: string, { command, sessionId }: Attempt): SessionUnchangedError {
  return new SessionUnchangedError({
    what: `There is nothing to ${command} in session ${sessionId}.`,
    why: plainText(why),
    fix: `See its changes: ${commandText('show', [sessionId], { history: true })}`,
  });
}

function busy({ holder, ageMs, endsInMs }: Busy, sessionId: string): SessionUnchangedError {
  return new SessionUnchangedError({
    what: `Session ${sessionId} is busy.`,
    why: `"${plainText(holder)}" has held it for ${duration(ageMs)}; unless it is refreshed, that ends in ${duration(endsInMs)}.`,
    fix: 'Wait for it, or end that process; hermes sessions locks shows who holds what.',
  });
}

import type { Revision } from '@hermes-context/sessions';
import { counted, figure } from './counted.ts';
import type { ListSize } from './preview-undo.ts';
import { isoTime, relativeTime } from './relative-time.ts';
import { engineOf } from './render-history.ts';

/** What an undo or a redo did, or would do. */
export interface ChangeReport {
  readonly command: 'undo' | 'redo';
  readonly sessionId: string;
  readonly isDryRun: boolean;
  /** The changes that were undone or redone, in this order. */
  readonly changes: readonly Revision[];
  /** The new revision of the list; none where nothing was written. */
  readonly revision: number | undefined;
  readonly before: ListSize;
  readonly after: ListSize;
}

/** A report as `--json` has it. */
export function changeJson({ command, sessionId, isDryRun, changes, revision, before, after }: ChangeReport): unknown {
  return {
    command,
    sessionId,
    isDryRun,
    changes: changes.map(({ number, kind, at, receipt }) => ({
      revision: number,
      kind,
      at: isoTime(at),
      engine: receipt?.engine ?? null,
      model: receipt?.model ?? null,
      coveredMessages: receipt?.coveredMessages ?? null,
    })),
    revision: revision ?? null,
    before,
    after,
  };
}

/** A report for a person. */
export function renderChange(report: ChangeReport, now: number): string {
  const { command, isDryRun, changes, before, after } = report;
  const done = command === 'undo' ? 'undone' : 'redone';
  const head = isDryRun ? `Would be ${done}` : `${done.charAt(0).toUpperCase()}${done.slice(1)}`;
  const lines = [
    ...changes.map((change) => `${head}: ${describe(change, now)}`),
    `Live messages: ${figure(before.messages)} → ${figure(after.messages)}. Tokens: ${figure(before.tokens)} → ${figure(after.tokens)}.`,
    ...(isDryRun ? ['Dry run: nothing was written.'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function describe({ number, kind, at, receipt }: Revision, now: number): string {
  const when = relativeTime(at, now);
  if (receipt === undefined) return `change ${figure(number)}, a ${kind} (${when}).`;
  const what = kind === 'rotation' ? 'compaction into this session' : 'compaction';
  return `change ${figure(number)}, a ${what} by ${engineOf(receipt)} of ${counted(receipt.coveredMessages, 'message')} (${when}).`;
}

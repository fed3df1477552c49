import type { Receipt } from './revision.ts';

/** What is told of a compaction that was stored (S-074). Names as consumers know them, whatever our own style. */
export interface CompressEvent {
  /** Whether the session kept its id. The one way to learn the mode: never compare ids. */
  readonly in_place: boolean;
  /** The id before a rotation; `''` in place. */
  readonly old_session_id: string;
  /** The id from here on. */
  readonly session_id: string;
  /** Compactions of this conversation so far, this one included. */
  readonly compression_count: number;
}

/** Told once per compaction, when it is stored. What it throws is ignored: the compaction stands. */
export type EmitCompress = (name: 'session:compress', event: CompressEvent) => void;

/** Tell of a compaction. */
export function emitCompress(emit: EmitCompress | undefined, receipt: Receipt): void {
  try {
    emit?.('session:compress', {
      in_place: receipt.inPlace,
      old_session_id: receipt.oldSessionId,
      session_id: receipt.sessionId,
      compression_count: receipt.compressionCount,
    });
  } catch {
    // The compaction is stored. Who asked for it must not take a listener's failure for its own.
  }
}

import { describeCause } from './describe-cause.ts';
import { readField } from './read-field.ts';
import { settle } from './settle.ts';
import { withDeadline } from './with-deadline.ts';

/** Time for an engine to let go of what it opened. */
const DISPOSE_TIMEOUT_MS = 10_000;

/** What came of it. Narrow on `kind`. */
export type EngineDisposal =
  | { readonly kind: 'disposed' }
  /** It threw, or did not end in time. `problem` is one sentence. */
  | { readonly kind: 'failed'; readonly problem: string };

/**
 * Let an engine release what it acquired, at the end of its session. Nobody waits for it for ever, and never throws:
 * the work of the session is done, and must not be lost over it.
 *
 * @param engine - What a plug-in's `create` returned, engine or not.
 * @param timeoutMs - How long it may take, in milliseconds. Default 10,000.
 */
export async function disposeEngine(engine: unknown, timeoutMs: number = DISPOSE_TIMEOUT_MS): Promise<EngineDisposal> {
  const dispose = readField(engine, 'dispose');
  if (typeof dispose !== 'function') return { kind: 'disposed' };
  try {
    const ended = await withDeadline(
      settle(() => Reflect.apply(dispose, engine, [])),
      timeoutMs,
    );
    if (ended.kind === 'settled') return { kind: 'disposed' };
    return { kind: 'failed', problem: `Its dispose did not end within ${timeoutMs} ms.` };
  } catch (cause) {
    return { kind: 'failed', problem: `Its dispose threw: ${describeCause(cause)}` };
  }
}

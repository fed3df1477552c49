import type { CompactionReport, TriggerSite } from '../compaction-report.ts';
import type { SessionCore } from '../session-core.ts';
import { takeBoundary } from './take-boundary.ts';

const NOTHING_SPENT = { calls: 0, promptTokens: 0, completionTokens: 0 } as const;

/** Whether the host may start a compaction by itself, of a conversation that the server holds. */
export function startsThreadCompactions({ parts }: SessionCore): boolean {
  return parts.compression.codex_app_server_auto === 'hermes';
}

/** Why nothing is compacted automatically, of a conversation that the server holds. */
export const THREAD_OWNED =
  'Codex holds this conversation and compacts it by itself; /compress asks it to do so now (compression.codex_app_server_auto).';

/** What a compaction of a thread is told. */
export interface ThreadCheck {
  readonly site: TriggerSite;
  readonly signal: AbortSignal;
}

/** Have the server that holds the conversation compact it, and wait until it has (S-084). The list here stays. */
export async function compactThread(core: SessionCore, { site, signal }: ThreadCheck): Promise<CompactionReport> {
  const { clock } = core.parts;
  const startedAt = clock.now();
  const facts = () => ({ site, summaryUsage: NOTHING_SPENT, warnings: [], ms: clock.now() - startedAt });
  const threadId = core.thread?.id;
  if (threadId === undefined || core.model.compactThread === undefined) {
    const detail = 'Codex has not been asked anything in this conversation, so it holds nothing to compact.';
    return { kind: 'unchanged', ...facts(), reason: 'nothing-to-compress', detail };
  }
  const outcome = await core.model.compactThread(threadId, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return { kind: 'stopped' } as const;
  });
  switch (outcome.kind) {
    case 'stopped':
      return { kind: 'unchanged', ...facts(), reason: 'stopped', detail: 'It was stopped.' };
    case 'failed':
      return { kind: 'unchanged', ...facts(), reason: 'engine-failed', detail: outcome.detail };
    case 'compacted': {
      const { turnId, tokensAfter } = outcome;
      core.awaitReport();
      await takeBoundary(core, { threadId, turnId });
      return {
        kind: 'thread-compacted',
        ...facts(),
        threadId,
        turnId,
        ...(tokensAfter === undefined ? {} : { tokensAfter }),
      };
    }
  }
}

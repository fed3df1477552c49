import type { SessionCore } from '../session-core.ts';
import { afterBoundary } from './server-record.ts';

/** Which compaction it was, by the provider's own names. */
export interface BoundaryFacts {
  readonly threadId?: string | undefined;
  readonly turnId?: string | undefined;
}

/** The provider compacted what it holds: keep that with the session, and tell those who listen. The list is as it was. */
export async function takeBoundary(core: SessionCore, { threadId, turnId }: BoundaryFacts = {}): Promise<void> {
  const { live, clock, events, platform } = core.parts;
  const runtime = runtimeOf(core);
  const place = {
    ...(threadId === undefined ? {} : { threadId }),
    ...(turnId === undefined ? {} : { turnId }),
  };
  const boundary = { at: clock.now(), messages: live.messages.length, runtime, ...place };
  const server = afterBoundary(core.kept.server, boundary);
  core.kept = { ...core.kept, server };
  await core.keep();
  events.emit('session:compress', {
    in_place: true,
    old_session_id: '',
    session_id: core.sessionId,
    compression_count: core.compactions + server.count,
    runtime,
    ...(platform === undefined ? {} : { platform }),
    ...(threadId === undefined ? {} : { thread_id: threadId }),
    ...(turnId === undefined ? {} : { turn_id: turnId }),
  });
}

function runtimeOf({ model }: SessionCore): string {
  if (model.info.serverCompaction === 'thread') return 'codex_app_server';
  return model.wire === 'anthropic' ? 'anthropic_messages' : 'openai_responses';
}

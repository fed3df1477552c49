import type { ChatReply, ServerCompactionRequest } from '@hermes-context/providers';
import type { TurnEvent } from '../host-types.ts';
import type { SessionCore } from '../session-core.ts';
import { issuerOf } from '../turn/build-request.ts';
import { takeBoundary } from './take-boundary.ts';

/**
 * What a model may be asked for: that its server compacts, before a compaction here would begin. Absent where the
 * configuration has it switched off, and for a session whose server refused it.
 */
export function serverCompactionFor(core: SessionCore): ServerCompactionRequest | undefined {
  const { compression, desk } = core.parts;
  if (!compression.enabled || core.refusedServerCompaction.has(issuerOf(core.model))) return undefined;
  const thresholdTokens = thresholdFor(core);
  if (thresholdTokens === undefined) return undefined;
  const localTriggerTokens = desk.status()?.thresholdTokens;
  return {
    ...(thresholdTokens === 'default' ? {} : { thresholdTokens }),
    ...(localTriggerTokens === undefined ? {} : { localTriggerTokens }),
  };
}

function thresholdFor({ model, parts }: SessionCore): number | 'default' | undefined {
  const { codex_responses_native, codex_responses_compact_threshold, anthropic_native } = parts.compression;
  switch (model.wire) {
    case 'openai-responses':
      return codex_responses_native ? codex_responses_compact_threshold : undefined;
    case 'anthropic':
      return anthropic_native ? 'default' : undefined;
    default:
      return undefined;
  }
}

/** What an answer says of its server: where the conversation goes on, that it was compacted, or that it cannot be. */
export async function takeServerReport(
  core: SessionCore,
  { serverCompaction, threadId }: Pick<ChatReply, 'serverCompaction' | 'threadId'>,
  onEvent: (event: TurnEvent) => void,
): Promise<void> {
  if (threadId !== undefined) await core.takeThread(threadId);
  switch (serverCompaction?.kind) {
    case 'compacted':
      await takeBoundary(core, { threadId, turnId: serverCompaction.turnId });
      onEvent({ type: 'notice', level: 'info', text: COMPACTED });
      break;
    case 'refused': {
      core.refusedServerCompaction.add(issuerOf(core.model));
      const text = `${core.model.info.name} does not compact on its server: ${serverCompaction.detail} From here on summaries are made here.`;
      onEvent({ type: 'notice', level: 'warning', text });
      break;
    }
    default:
  }
}

const COMPACTED = 'The provider has compacted what it holds of this conversation. Everything stays stored here.';

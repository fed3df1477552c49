import { isCheckpoint } from '../anthropic/compaction-block.ts';
import { isWireBlock } from '../wire-value.ts';
import { anthropicCompactionGate, type CompactionGateFacts } from './anthropic-compaction-gate.ts';
import { anthropicCompactionThreshold } from './anthropic-compaction-threshold.ts';
import type { ChatReply, ServerCompactionReport, ServerCompactionRequest } from './chat-model.ts';

type Standing =
  /** The caller wants none, and hears nothing of it. */
  { readonly kind: 'unwanted' } | Extract<ServerCompactionReport, { readonly kind: 'not-asked' | 'asked' | 'refused' }>;

/** Whether one request asks the server to compact, and what came of it, over all its tries. */
export class CompactionAttempt {
  #standing: Standing;

  constructor(wanted: ServerCompactionRequest | undefined, facts: CompactionGateFacts) {
    this.#standing = wanted === undefined ? { kind: 'unwanted' } : standingOf(wanted, facts);
  }

  /** The trigger that the next try sends, in tokens; `undefined` for none. */
  get thresholdTokens(): number | undefined {
    return this.#standing.kind === 'asked' ? this.#standing.thresholdTokens : undefined;
  }

  /** The server does not take it: further tries go without. `detail` is a sentence for a person. */
  giveUp(detail: string): void {
    this.#standing = { kind: 'refused', detail };
  }

  /** The reply with what there is to say of it. */
  reportIn(reply: ChatReply): ChatReply {
    const standing = this.#standing;
    switch (standing.kind) {
      case 'unwanted':
        return reply;
      case 'asked':
        return { ...reply, serverCompaction: { ...standing, kind: hasCheckpoint(reply) ? 'compacted' : 'asked' } };
      case 'not-asked':
      case 'refused':
        return { ...reply, serverCompaction: standing };
    }
  }
}

function standingOf(wanted: ServerCompactionRequest, facts: CompactionGateFacts): Standing {
  const gate = anthropicCompactionGate(facts);
  if (gate.kind === 'closed') return { kind: 'not-asked', reason: gate.reason };
  const threshold = anthropicCompactionThreshold(wanted);
  if (threshold.kind === 'none') return { kind: 'not-asked', reason: threshold.reason };
  return { kind: 'asked', thresholdTokens: threshold.thresholdTokens };
}

function hasCheckpoint({ message }: ChatReply): boolean {
  return (message._context?.wire?.parts ?? []).filter(isWireBlock).some(isCheckpoint);
}

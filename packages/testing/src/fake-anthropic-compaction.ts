import { createHash } from 'node:crypto';
import { contentBlocks, listOf, type Sent } from './fake-anthropic-prompt.ts';
import { isRecord } from './is-record.ts';

/** How {@link FakeAnthropicOptions} compacts at a threshold. */
export interface FakeAnthropicCompaction {
  /** Lowest trigger that is taken, in tokens. Default 50,000, as the real one; lower it to compact short prompts. */
  readonly minTriggerTokens?: number;
  /** What the compaction says; `null` for one that failed. Default: a line with the size of what it stands for. */
  readonly summary?: string | null;
  /** Takes no compaction: turns down the field, the edit in it, or the beta in the header. Default: takes it. */
  readonly rejects?: 'field' | 'edit' | 'beta';
}

/** A compaction that a request came to. */
export interface CompactedPrompt {
  /** Stands first in the answer. */
  readonly block: Sent;
  /** The request whose prompt the answer is billed for. */
  readonly body: Sent;
  /** The request whose prompt the thinking of the answer is bound to: none of what is gone, nor what the answer says. */
  readonly boundTo: Sent;
}

/** The edit that asks for it. */
export const COMPACTION_EDIT = 'compact_20260112';

/** Where the edit has no trigger. Source: provider reference, section 3.2, read 2026-12. */
const DEFAULT_TRIGGER_TOKENS = 150_000;

/** The edit of a request; `undefined` where it has none. */
export function compactionEdit({ context_management: management }: Sent): Sent | undefined {
  if (!isRecord(management)) return undefined;
  return listOf(management['edits']).find(({ type }) => type === COMPACTION_EDIT);
}

/** A request without what stands before its newest compaction, as the model sees it. One that failed changes nothing. */
export function behindCompaction(body: Sent): Sent {
  const messages = listOf(body['messages']);
  const newest = messages.findLastIndex(({ content }) => checkpointIn(content) !== -1);
  const message = messages[newest];
  if (message === undefined) return body;
  const content = contentBlocks(message['content']).slice(checkpointIn(message['content']));
  return { ...body, messages: [{ ...message, content }, ...messages.slice(newest + 1)] };
}

/** What a request comes to whose prompt, {@link behindCompaction}, is above the trigger; `undefined` for any other. */
export function compactPrompt(
  body: Sent,
  promptTokens: number,
  { summary = `A conversation of ${promptTokens} tokens was here.` }: FakeAnthropicCompaction = {},
): CompactedPrompt | undefined {
  const edit = compactionEdit(body);
  if (edit === undefined || promptTokens <= triggerOf(edit)) return undefined;
  if (summary === null) return { block: blockOf(null, null), body, boundTo: body };
  const block = blockOf(summary, createHash('sha256').update(summary).digest('base64'));
  const messages = [{ role: 'assistant', content: [block] }];
  return { block, body: { ...body, messages }, boundTo: { ...body, messages: [] } };
}

function triggerOf({ trigger }: Sent): number {
  return isRecord(trigger) ? Number(trigger['value']) : DEFAULT_TRIGGER_TOKENS;
}

function blockOf(content: string | null, encrypted: string | null): Sent {
  return { type: 'compaction', content, encrypted_content: encrypted };
}

function checkpointIn(content: unknown): number {
  return contentBlocks(content).findLastIndex((block) => {
    return block['type'] === 'compaction' && typeof block['content'] === 'string';
  });
}

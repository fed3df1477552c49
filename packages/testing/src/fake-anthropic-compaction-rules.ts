import type { IncomingHttpHeaders } from 'node:http';
import { COMPACTION_EDIT, compactionEdit, type FakeAnthropicCompaction } from './fake-anthropic-compaction.ts';
import { firstOf, type Reason } from './fake-anthropic-fields.ts';
import { type PromptBlock, promptBlocks, type Sent } from './fake-anthropic-prompt.ts';
import { isRecord } from './is-record.ts';

/** Betas that know blocks of compactions: of the edit, and of compactions on demand. */
const EDIT_BETA = 'compact-2026-01-12';
const BLOCK_BETAS: readonly string[] = [EDIT_BETA, 'compact-2026-09-04'];

/** Source: provider reference, section 3.2, read 2026-12. */
const MIN_TRIGGER_TOKENS = 50_000;
const EDIT_FIELDS = new Set(['type', 'trigger', 'instructions']);

/** A request, as these rules look at it. */
interface AskedCompaction {
  readonly headers: IncomingHttpHeaders;
  readonly body: Sent;
}

/** What is wrong with the compaction that a request asks for, or with those that it carries. */
export function compactionReason(
  { headers, body }: AskedCompaction,
  { rejects, minTriggerTokens = MIN_TRIGGER_TOKENS }: FakeAnthropicCompaction = {},
): Reason {
  const betas = betasOf(headers);
  const edit = compactionEdit(body);
  if (rejects === 'beta' && betas.includes(EDIT_BETA)) {
    return `Unexpected value(s) \`${EDIT_BETA}\` for the \`anthropic-beta\` header.`;
  }
  const isKnown = betas.includes(EDIT_BETA) && rejects !== 'field';
  if (edit !== undefined && !isKnown) return 'context_management: Extra inputs are not permitted';
  if (edit !== undefined && rejects === 'edit') {
    return `context_management.edits.0: Input tag '${COMPACTION_EDIT}' found using 'type' does not match any of the expected tags: 'clear_tool_uses_20250919'`;
  }
  const editReason = edit === undefined ? undefined : reasonInEdit(edit, minTriggerTokens);
  return editReason ?? firstOf(promptBlocks(body).filter(isCompaction), (block) => reasonInBlock(block, betas));
}

function betasOf({ 'anthropic-beta': header = '' }: IncomingHttpHeaders): readonly string[] {
  return String(header)
    .split(',')
    .map((beta) => beta.trim());
}

function reasonInEdit(edit: Sent, minTriggerTokens: number): Reason {
  const path = 'context_management.edits.0';
  const extra = Object.keys(edit).find((field) => !EDIT_FIELDS.has(field));
  if (extra !== undefined) return `${path}.${extra}: Extra inputs are not permitted`;
  const { trigger } = edit;
  if (trigger === undefined) return undefined;
  if (!isRecord(trigger) || trigger['type'] !== 'input_tokens') {
    return `${path}.trigger.type: Input should be 'input_tokens'`;
  }
  const { value } = trigger;
  if (Number.isInteger(value) && Number(value) >= minTriggerTokens) return undefined;
  return `${path}.trigger.value: Input should be an integer greater than or equal to ${minTriggerTokens}`;
}

function isCompaction({ block }: PromptBlock): boolean {
  return block['type'] === 'compaction';
}

function reasonInBlock({ path, block: { content } }: PromptBlock, betas: readonly string[]): Reason {
  if (!BLOCK_BETAS.some((beta) => betas.includes(beta))) {
    return `${path}: Input tag 'compaction' found using 'type' does not match any of the expected tags`;
  }
  if (content === '') return `${path}.compaction.content: String should have at least 1 character`;
  const isText = content === undefined || content === null || typeof content === 'string';
  return isText ? undefined : `${path}.compaction.content: Input should be a valid string`;
}

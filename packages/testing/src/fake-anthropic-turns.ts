import { firstOf, type Reason } from './fake-anthropic-fields.ts';
import { contentBlocks, listOf, type Sent } from './fake-anthropic-prompt.ts';

/** One turn: messages of the same role that follow each other, which the provider takes together. */
interface Turn {
  readonly role: string;
  /** Index of its first message. */
  readonly start: number;
  readonly blocks: readonly Sent[];
}

/** What is wrong with the order of messages, calls and results. */
export function turnReason(body: Sent): Reason {
  const turns = turnsOf(listOf(body['messages']));
  if (turns[0]?.role !== 'user' && !isCompaction(turns[0]?.blocks[0]))
    return 'messages: first message must use the "user" role';
  return (
    systemReason(turns) ??
    firstOf(turns, lastThought) ??
    duplicateCalls(turns) ??
    firstOf(turns, (turn, index) => missingResults(turn, turns[index + 1])) ??
    firstOf(turns, (turn, index) => strayResults(turn, turns[index - 1])) ??
    prefillReason(turns)
  );
}

/** What stands for all that was there before may open a conversation. */
function isCompaction(block: Sent | undefined): boolean {
  return block?.['type'] === 'compaction';
}

function turnsOf(messages: readonly Sent[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const [start, message] of messages.entries()) {
    const blocks = contentBlocks(message['content']);
    const role = String(message['role']);
    const last = turns.at(-1);
    if (last?.role === role) turns.splice(-1, 1, { ...last, blocks: [...last.blocks, ...blocks] });
    else turns.push({ role, start, blocks });
  }
  return turns;
}

/** Instructions in the list: behind a turn of the user, and last or before a turn of the model. */
function systemReason(turns: readonly Turn[]): Reason {
  return firstOf(turns, ({ role, start }, index) => {
    if (role !== 'system') return undefined;
    const isBehindUser = turns[index - 1]?.role === 'user';
    const isBeforeModel = turns[index + 1] === undefined || turns[index + 1]?.role === 'assistant';
    if (isBehindUser && isBeforeModel) return undefined;
    return `messages.${start}: a "system" message must follow a user turn, and be last or before an assistant turn`;
  });
}

function lastThought({ role, start, blocks }: Turn): Reason {
  const type = String(blocks.at(-1)?.['type']);
  if (role !== 'assistant' || !type.endsWith('thinking')) return undefined;
  return `messages.${start}: The final block in an assistant message cannot be \`${type}\`.`;
}

function duplicateCalls(turns: readonly Turn[]): Reason {
  const ids = new Set<unknown>();
  for (const { start, blocks } of turns) {
    for (const id of idsOf(blocks, 'tool_use', 'id')) {
      if (ids.has(id)) return `messages.${start}: \`tool_use\` ids must be unique`;
      ids.add(id);
    }
  }
  return undefined;
}

function missingResults({ start, blocks }: Turn, next: Turn | undefined): Reason {
  const answered = new Set(idsOf(next?.role === 'user' ? next.blocks : [], 'tool_result', 'tool_use_id'));
  const missing = idsOf(blocks, 'tool_use', 'id').filter((id) => !answered.has(id));
  if (missing.length === 0) return undefined;
  return `messages.${start}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
}

function strayResults({ start, role, blocks }: Turn, previous: Turn | undefined): Reason {
  if (role !== 'user') return undefined;
  const called = new Set(idsOf(previous?.blocks ?? [], 'tool_use', 'id'));
  const results = idsOf(blocks, 'tool_result', 'tool_use_id');
  const stray = results.find((id) => !called.has(id));
  if (stray !== undefined) {
    return `messages.${start}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
  }
  const twice = results.find((id, index) => results.indexOf(id) !== index);
  if (twice !== undefined) {
    return `messages.${start}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`;
  }
  const firstOther = blocks.findIndex(({ type }) => type !== 'tool_result');
  const isBehindOther = firstOther !== -1 && blocks.findLastIndex(({ type }) => type === 'tool_result') > firstOther;
  return isBehindOther ? `messages.${start}: \`tool_result\` blocks must come first in the content` : undefined;
}

/** Models since Opus 4.6 do not go on where a message of their own was left. */
function prefillReason(turns: readonly Turn[]): Reason {
  if (turns.at(-1)?.role !== 'assistant') return undefined;
  return 'This model does not support assistant message prefill. The conversation must end with a user message.';
}

function idsOf(blocks: readonly Sent[], type: string, field: string): readonly string[] {
  return blocks.filter((block) => block['type'] === type).map((block) => String(block[field]));
}

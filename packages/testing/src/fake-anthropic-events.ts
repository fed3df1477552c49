import type { CountText } from './count-fake-tokens.ts';
import type { PromptBill } from './fake-anthropic-cache.ts';
import type { FakeBlock, FakeMessage } from './fake-anthropic-message.ts';
import type { Sent } from './fake-anthropic-prompt.ts';

/** One event of a stream. Its name stands in `type`. */
export type FakeEvent = Sent & { readonly type: string };

/** What stands around a message on the wire. */
export interface MessageFrame {
  readonly id: string;
  readonly model: string;
  readonly bill: PromptBill;
  readonly count: CountText;
  /** Where the request asks for a compaction: what it cost; `undefined` inside for none that was needed. */
  readonly compaction?: { readonly done: DoneCompaction | undefined };
}

/** A compaction that came before the answer. */
export interface DoneCompaction {
  readonly block: Sent;
  /** What reading the conversation cost. */
  readonly bill: PromptBill;
}

/** The body of a response that is not streamed. */
export function messageBody({ blocks, stopReason }: FakeMessage, frame: MessageFrame): Sent {
  const content = blocks.map(({ block }) => block);
  return { ...openMessage(frame, outputTokens(blocks, frame.count)), content, stop_reason: stopReason };
}

/** The events of a streamed response, the one that ends it included. */
export function messageEvents(message: FakeMessage, frame: MessageFrame): readonly FakeEvent[] {
  const output = outputTokens(message.blocks, frame.count);
  return [
    { type: 'message_start', message: openMessage(frame, 1) },
    ...message.blocks.flatMap((block, index) => blockEvents(block, index, message.chunkChars)),
    {
      type: 'message_delta',
      delta: { stop_reason: message.stopReason, stop_sequence: null },
      usage: messageUsage(frame, output),
    },
    { type: 'message_stop' },
  ];
}

function openMessage(frame: MessageFrame, output: number): Sent {
  const { id, model } = frame;
  const usage = messageUsage(frame, output);
  return { id, type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null, usage };
}

/** What a compaction costs stands beside the rest, not in it. */
function messageUsage({ bill, compaction, count }: MessageFrame, output: number): Sent {
  const { service_tier: tier, ...counts } = wireUsage(bill, output);
  if (compaction === undefined) return { ...counts, service_tier: tier };
  const { done } = compaction;
  const before = done === undefined ? [] : [compactionUsage(done, count)];
  return { ...counts, service_tier: tier, iterations: [...before, { type: 'message', ...counts }] };
}

function compactionUsage({ block, bill }: DoneCompaction, count: CountText): Sent {
  const { service_tier: _tier, ...counts } = wireUsage(bill, Math.max(1, count(String(block['content'] ?? ''))));
  return { type: 'compaction', ...counts };
}

function wireUsage({ inputTokens, readTokens, write5mTokens, write1hTokens }: PromptBill, output: number): Sent {
  return {
    input_tokens: inputTokens,
    cache_creation_input_tokens: write5mTokens + write1hTokens,
    cache_read_input_tokens: readTokens,
    cache_creation: { ephemeral_5m_input_tokens: write5mTokens, ephemeral_1h_input_tokens: write1hTokens },
    output_tokens: output,
    service_tier: 'standard',
  };
}

function outputTokens(blocks: readonly FakeBlock[], count: CountText): number {
  const texts = blocks.map(({ block, inputText }) => {
    return [block['text'], block['thinking'], block['name'], inputText]
      .filter((text) => typeof text === 'string')
      .join(' ');
  });
  return Math.max(1, count(texts.join(' ')));
}

function blockEvents(said: FakeBlock, index: number, chunkChars: number): readonly FakeEvent[] {
  const { opening, deltas } = splitBlock(said, chunkChars);
  const start: FakeEvent = { type: 'content_block_start', index, content_block: opening };
  return [
    start,
    ...(index === 0 ? [{ type: 'ping' }] : []),
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

interface SplitBlock {
  readonly opening: Sent;
  readonly deltas: readonly Sent[];
}

/** A block as it opens, and the pieces that it grows by. What does not grow opens whole. */
function splitBlock({ block, inputText = '' }: FakeBlock, chunkChars: number): SplitBlock {
  const pieces = (type: string, field: string, text: unknown): readonly Sent[] =>
    piecesOf(String(text), chunkChars).map((piece) => ({ type, [field]: piece }));
  switch (block['type']) {
    case 'text':
      return { opening: { ...block, text: '' }, deltas: pieces('text_delta', 'text', block['text']) };
    case 'thinking': {
      const signature = { type: 'signature_delta', signature: block['signature'] };
      const deltas = [...pieces('thinking_delta', 'thinking', block['thinking']), signature];
      return { opening: { type: 'thinking', thinking: '', signature: '' }, deltas };
    }
    case 'tool_use': {
      const deltas = ['', ...piecesOf(inputText, chunkChars)].map((piece) => {
        return { type: 'input_json_delta', partial_json: piece };
      });
      return { opening: { ...block, input: {} }, deltas };
    }
    case 'compaction': {
      const { type: _type, ...fields } = block;
      return { opening: { ...block, content: null }, deltas: [{ type: 'compaction_delta', ...fields }] };
    }
    default:
      return { opening: block, deltas: [] };
  }
}

/** By code points: half an emoji in a JSON string would not survive UTF-8. */
function piecesOf(text: string, chunkChars: number): readonly string[] {
  const points = Array.from(text);
  const count = Math.ceil(points.length / chunkChars);
  return Array.from({ length: count }, (_, index) =>
    points.slice(index * chunkChars, (index + 1) * chunkChars).join(''),
  );
}

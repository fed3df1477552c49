import type { Sent } from './fake-anthropic-prompt.ts';
import { bindingBehind, bindingBehindThinking, signedThinking } from './fake-anthropic-signatures.ts';
import type { FakeBehaviour, FakeFinishReason, FakeToolCall } from './fake-provider-behaviour.ts';
import { isRecord } from './is-record.ts';

/** How the fake answers one request: as {@link FakeBehaviour} says, in Anthropic's form, or with these very blocks. */
export type FakeAnthropicBehaviour =
  | FakeBehaviour
  /**
   * An answer block by block. Blocks of thinking are signed by the server: `{ type: 'thinking', thinking }`, and
   * `{ type: 'redacted_thinking', data }` with the words to hide. `stopReason` defaults to `tool_use` where there is a
   * call, else `end_turn`.
   */
  | {
      readonly kind: 'message';
      readonly content: readonly Readonly<Record<string, unknown>>[];
      readonly stopReason?: string;
      readonly chunkChars?: number;
    };

/** What the model says, before it is put on the wire. */
export interface FakeMessage {
  readonly blocks: readonly FakeBlock[];
  readonly stopReason: string;
  readonly chunkChars: number;
}

/** One block. The input of a call as text: it need not parse. */
export interface FakeBlock {
  readonly block: Sent;
  readonly inputText?: string;
}

const DEFAULT_CHUNK_CHARS = 20;
const PARTIAL_TEXT = 'This answer breaks off in the middle of what it wanted to say, and no one will know the end. ';
const PARTIAL_REPEATS = 100;

const STOP_REASONS: Readonly<Record<FakeFinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
};

/** The message behind a behaviour that is, at least at first, a success. */
export function messageOf(behaviour: FakeAnthropicBehaviour, body: Sent, nextCallId: () => string): FakeMessage {
  const said = saidBlocks(behaviour);
  const blocks = signedBlocks(said, body).map((block) => withInput(block, nextCallId));
  const hasCall = blocks.some(({ block }) => block['type'] === 'tool_use');
  const stopReason = stopReasonOf(behaviour) ?? (hasCall ? 'tool_use' : 'end_turn');
  const given = behaviour.kind === 'reply' || behaviour.kind === 'message' ? behaviour.chunkChars : undefined;
  return { blocks, stopReason, chunkChars: given ?? DEFAULT_CHUNK_CHARS };
}

function saidBlocks(behaviour: FakeAnthropicBehaviour): readonly Sent[] {
  switch (behaviour.kind) {
    case 'message':
      return behaviour.content;
    case 'reply': {
      const { reasoning, text, toolCalls = [] } = behaviour;
      return [
        ...(reasoning === undefined ? [] : [{ type: 'thinking', thinking: reasoning }]),
        ...(text === undefined ? [] : [textBlock(text)]),
        ...toolCalls.map(callBlock),
      ];
    }
    case 'tool-call':
      return [callBlock(behaviour)];
    case 'truncated':
    case 'refusal':
      return [textBlock(behaviour.text)];
    case 'cut':
    case 'hang-mid-stream':
    case 'stream-error':
      return [textBlock(PARTIAL_TEXT.repeat(PARTIAL_REPEATS))];
    case 'empty':
    case 'status':
    case 'hang':
    case 'not-json':
      return [];
  }
}

function stopReasonOf(behaviour: FakeAnthropicBehaviour): string | undefined {
  if (behaviour.kind === 'message') return behaviour.stopReason;
  if (behaviour.kind === 'truncated') return 'max_tokens';
  if (behaviour.kind === 'refusal') return 'refusal';
  const finish = behaviour.kind === 'reply' ? behaviour.finishReason : undefined;
  return finish === undefined ? undefined : STOP_REASONS[finish];
}

function textBlock(text: string): Sent {
  return { type: 'text', text };
}

function callBlock({ id, name, arguments: json }: FakeToolCall): Sent {
  return { type: 'tool_use', ...(id === undefined ? {} : { id }), name, input: json };
}

function signedBlocks(said: readonly Sent[], body: Sent): readonly Sent[] {
  let binding = bindingBehind(body);
  return said.map((block) => {
    const type = block['type'];
    if (type !== 'thinking' && type !== 'redacted_thinking') return block;
    const isRedacted = type === 'redacted_thinking';
    const signed = signedThinking(String(isRedacted ? block['data'] : block['thinking']), binding, isRedacted);
    binding = bindingBehindThinking(binding, signed);
    return signed;
  });
}

function withInput(block: Sent, nextCallId: () => string): FakeBlock {
  if (block['type'] !== 'tool_use') return { block };
  const { id = nextCallId(), input, ...rest } = block;
  const inputText = typeof input === 'string' ? input : JSON.stringify(input ?? {});
  return { block: { ...rest, id, input: parsedInput(inputText) }, inputText };
}

function parsedInput(text: string): Sent {
  try {
    const input: unknown = JSON.parse(text);
    return isRecord(input) ? input : {};
  } catch {
    return {}; // a script may let the model break off
  }
}

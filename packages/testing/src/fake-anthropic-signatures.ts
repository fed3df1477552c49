import { createHash } from 'node:crypto';
import type { Reason } from './fake-anthropic-fields.ts';
import { type PromptBlock, promptBlocks, type Sent, textOfBlock } from './fake-anthropic-prompt.ts';

/** Signatures of a request's thinking, and what a new one is bound to. */
interface Binding {
  /** Of all that came before, thinking left out. */
  readonly context: string;
  /** Of the thinking before it; empty for the first. */
  readonly previous: string;
}

/** What thinking is bound to that the model does behind this prompt. */
export function bindingBehind(body: Sent): Binding {
  const blocks = promptBlocks(body);
  const previous = blocks.findLast(isThinking);
  return { context: contextsOf(blocks).at(-1) ?? '', previous: signatureOf(previous?.block)?.self ?? '' };
}

/** The block of a thought, signed. `redacted` hides its words. */
export function signedThinking(thought: string, { context, previous }: Binding, redacted: boolean): Sent {
  const hidden = Buffer.from(thought).toString('base64url');
  const said: Sent = redacted ? { type: 'redacted_thinking', data: hidden } : { type: 'thinking', thinking: thought };
  const signature = [context, previous, selfOf(said, { context, previous })].join('.');
  return redacted ? { ...said, data: `${hidden}.${signature}` } : { ...said, signature };
}

/** A further block of thinking in the same answer. */
export function bindingBehindThinking({ context }: Binding, block: Sent): Binding {
  return { context, previous: signatureOf(block)?.self ?? '' };
}

/**
 * What is wrong with the thinking that came back. A signature holds for the very words that were signed; where `isBound`,
 * also for system, tools and all earlier messages, and for the thinking before it: the first may leave, none in between.
 */
export function signatureReason(body: Sent, isBound: boolean): Reason {
  const blocks = promptBlocks(body);
  const contexts = contextsOf(blocks);
  const starts = new Map(blocks.map(({ messageIndex }, at) => [messageIndex, at] as const).toReversed());
  let previous: string | undefined;
  for (const thinking of blocks.filter(isThinking)) {
    const signed = signatureOf(thinking.block);
    if (signed === undefined || signed.self !== selfOf(thinking.block, signed)) return invalid(thinking, '');
    const context = contexts[(starts.get(thinking.messageIndex) ?? 0) - 1] ?? '';
    const isSame = holds(signed, { context, previous: previous ?? signed.previous });
    if (isBound && !isSame) return invalid(thinking, OTHER_CONVERSATION);
    previous = signed.self;
  }
  return undefined;
}

function holds(signed: Binding, { context, previous }: Binding): boolean {
  return signed.context === context && signed.previous === previous;
}

const OTHER_CONVERSATION =
  ' The block is bound to a different conversation: system, tools and earlier messages must be those that it was made for.';

function invalid({ path, block }: PromptBlock, why: string): string {
  return `${path}: Invalid \`signature\` in \`${String(block['type'])}\` block.${why}`;
}

/** For each block, the hash of all up to it, thinking left out. */
function contextsOf(blocks: readonly PromptBlock[]): readonly string[] {
  let hash = '';
  return blocks.map((block) => {
    if (!isThinking(block)) hash = hashOf(hash, block.section, block.role ?? '', textOfBlock(block.block));
    return hash;
  });
}

function isThinking({ block }: PromptBlock): boolean {
  return block['type'] === 'thinking' || block['type'] === 'redacted_thinking';
}

/** A binding, and what it comes to together with the words: the signature of this very thought. */
interface Signature extends Binding {
  readonly self: string;
}

function signatureOf(block: Sent | undefined): Signature | undefined {
  const signature = block?.['type'] === 'thinking' ? block['signature'] : block?.['data'];
  const [self, previous, context] = String(signature).split('.').toReversed();
  return self === undefined || previous === undefined || context === undefined
    ? undefined
    : { self, previous, context };
}

function selfOf({ type, thinking, data }: Sent, { context, previous }: Binding): string {
  const words = type === 'thinking' ? String(thinking) : (String(data).split('.')[0] ?? '');
  return hashOf(String(type), words, context, previous);
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

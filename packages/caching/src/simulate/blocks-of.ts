import { createHash } from 'node:crypto';
import { estimateTextTokens } from '@hermes-context/messages';
import type { CacheTtl } from '../cache-plan.ts';
import { strippedObject } from '../plan/clean-object.ts';
import { contentField, isObject, roleOf } from '../plan/wire-blocks.ts';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import type { CacheBlock } from './cache-block.ts';

/** What a picture or a file counts for, in tokens: its data is no text. */
const MEDIA_TOKENS = 1_600;
/** Text of this length in nothing but the letters of base64 is data. */
const MIN_DATA_CHARS = 2_000;
const DATA = /^(?:data:[^,]{0,200},)?[\w+/=-]*$/;
/** The Responses API has names of its own for a text, which may as well stand as a string. */
const TEXT_TYPES: ReadonlySet<unknown> = new Set(['input_text', 'output_text']);
/** Blocks that no marker can stand on. Source: types of the Anthropic SDK 1.15.0. */
const UNMARKABLE: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking', 'fallback']);

/** The parts of a block that are the same wherever it stands. */
type OwnBlock = Pick<CacheBlock, 'id' | 'tokens' | 'mark' | 'isUnmarkable'>;

/**
 * A prompt as blocks, with its markers and an estimate of each block's tokens. A message that is the same object as in an
 * earlier prompt gives the same blocks, at once.
 */
export function blocksOf(prompt: WirePrompt): readonly CacheBlock[] {
  const tools = (prompt.tools ?? []).map((tool): CacheBlock => ({ ...ownBlock(tool), level: 'tools' }));
  const system = listOf(prompt.system).map(
    (block): CacheBlock => ({ ...ownBlock(block), level: 'system', role: 'developer' }),
  );
  return [...tools, ...system, ...prompt.messages.flatMap(messageBlocks)];
}

const known = new WeakMap<WireObject, readonly CacheBlock[]>();

function messageBlocks(message: WireObject, index: number): readonly CacheBlock[] {
  const found = known.get(message);
  if (found !== undefined && found[0]?.message === index) return found;
  const role = cacheRoleOf(message);
  const own = ownBlocks(message);
  const mark = markOn(message);
  const blocks = own.map((block, at): CacheBlock => {
    const isLast = at === own.length - 1;
    return { ...block, level: 'messages', message: index, role, ...(isLast && mark !== undefined ? { mark } : {}) };
  });
  known.set(message, blocks);
  return blocks;
}

function cacheRoleOf(message: WireObject): NonNullable<CacheBlock['role']> {
  const role = roleOf(message);
  if (role === 'system' || role === 'developer') return 'developer';
  return role === 'user' || role === 'tool' ? role : 'assistant';
}

/** Content first, then calls, as providers take them. */
function ownBlocks(message: WireObject): readonly OwnBlock[] {
  const content = message[contentField(message)];
  const { tool_calls: calls, reasoning_content: reasoning } = message;
  const blocks = [
    ...(typeof reasoning === 'string' && reasoning !== '' ? [{ type: 'thinking', thinking: reasoning }] : []),
    ...listOf(content),
    ...(Array.isArray(calls) ? calls.map((call: unknown) => ({ type: 'tool_calls', call })) : []),
  ].map(ownBlock);
  // An item of the Responses API may be a block itself, such as a call.
  return blocks.length > 0 || content !== undefined ? blocks : [ownBlock(message)];
}

function listOf(content: unknown): readonly unknown[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : [];
}

function ownBlock(block: unknown): OwnBlock {
  let mediaTokens = 0;
  const text = JSON.stringify(plainBlock(block), (_, value: unknown) => {
    if (!isData(value)) return value;
    mediaTokens += MEDIA_TOKENS;
    return createHash('sha256').update(value).digest('hex');
  });
  const mark = isObject(block) ? markOn(block) : undefined;
  const isUnmarkable = isObject(block) && typeof block['type'] === 'string' && UNMARKABLE.has(block['type']);
  return {
    id: createHash('sha256').update(text).digest('base64'),
    tokens: estimateTextTokens(text) + mediaTokens,
    ...(mark === undefined ? {} : { mark }),
    ...(isUnmarkable ? { isUnmarkable } : {}),
  };
}

/** The same for the same content, with or without a marker, as a part or as a string. */
function plainBlock(block: unknown): unknown {
  if (!isObject(block)) return block;
  const plain = strippedObject(block);
  return TEXT_TYPES.has(plain['type']) ? { ...plain, type: 'text' } : plain;
}

function isData(value: unknown): value is string {
  return typeof value === 'string' && value.length >= MIN_DATA_CHARS && DATA.test(value.slice(0, MIN_DATA_CHARS));
}

function markOn(object: WireObject): CacheTtl | undefined {
  const { cache_control: control, prompt_cache_breakpoint: breakpoint } = object;
  if (isObject(control)) return control['ttl'] === '1h' ? '1h' : '5m';
  return isObject(breakpoint) ? '5m' : undefined;
}

import type { CacheTtl } from '../cache-plan.ts';
import type { ModelFamily } from './find-model-family.ts';

/** Names of the rows of the route table. */
export type CacheRouteId =
  | 'anthropic'
  | 'bedrock'
  | 'bedrock-converse'
  | 'vertex'
  | 'foundry'
  | 'openrouter'
  | 'openrouter-openai'
  | 'openrouter-qwen'
  | 'openrouter-implicit'
  | 'litellm'
  | 'openai'
  | 'openai-implicit'
  | 'openai-codex'
  | 'azure-openai'
  | 'qwen'
  | 'qwen4'
  | 'gemini'
  | 'deepseek'
  | 'xai'
  | 'kimi'
  | 'glm'
  | 'none';

/**
 * How a marker is written: on a content block of the Anthropic form, on a part of a chat message, as an OpenAI
 * `prompt_cache_breakpoint`, or not at all.
 */
export type MarkerPlacement = 'block' | 'part' | 'breakpoint' | 'none';

/** What a route does with markers. Data only: the planners ask it, and never ask for a route by name. */
export interface CacheRoute {
  readonly id: CacheRouteId;
  /** What a person calls it. */
  readonly title: string;
  /** Families of models that it is true of; absent: of all. */
  readonly families?: readonly ModelFamily[];
  /** How markers are written in the route's own form: in chat form a `block` route takes parts, which its adapter lifts. */
  readonly placement: MarkerPlacement;
  /** How markers are written in the form of the Responses API, where the route speaks it. */
  readonly responses: Extract<MarkerPlacement, 'breakpoint' | 'none'>;
  /**
   * How a tool's answer carries one: its `tool_result` block, a part of the `role: "tool"` message, or never.
   * An Anthropic request always has the block.
   */
  readonly toolRole: 'block' | 'part' | 'never';
  /** Whether a marker on a chat message itself takes effect. Where it does not, it is lost, or the request hangs. */
  readonly messageLevel: boolean;
  /** Set where what the model said may not carry one, but in an Anthropic request. */
  readonly noAssistant?: true;
  /** Whether a tool definition may carry one in chat form. In the Anthropic form it may. */
  readonly onTools: boolean;
  /** Types of chat parts that may carry one. */
  readonly parts: readonly string[];
  /** Whether a request that holds empty or blank text blocks is refused: then they are not sent. */
  readonly refusesBlankText: boolean;
  /** Lifetimes on offer; the first is what is used when another was asked for. Empty without markers. */
  readonly ttls: readonly CacheTtl[];
  /** The lifetime in words, where the provider sets its own, whatever was asked for. */
  readonly fixedLifetime?: string;
  /** Markers that one request may carry. */
  readonly maxMarkers: number;
  /** How many blocks a marker looks back for an earlier write, its own counted; absent: it does not look back. */
  readonly lookbackBlocks?: number;
  /** Prefixes of fewer tokens are not cached, unless the model's own facts say otherwise. */
  readonly minTokens: number;
  /** Set where the provider puts a breakpoint of its own at the end of each prompt. */
  readonly marksTail?: true;
  /** Set where the provider caches without markers too; in words, what that needs. */
  readonly implicit?: string;
  /** The request field that keeps a session on the machine that holds its cache. */
  readonly sessionKey?: 'session_id' | 'prompt_cache_key';
  /** Where the row was read, and traps that its fields cannot tell. */
  readonly source: string;
  /** The day it was read, as `2026-12-02`. */
  readonly asOf: string;
}

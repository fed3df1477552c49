import type { Messages } from '@hermes-context/contract';

/** Kinds of conversations that context-bench generates. */
export const FAMILIES = [
  'coding',
  'operations',
  'preferences',
  'multilingual',
  'pictures',
  'parallel',
  'resumes',
  'hostile',
] as const;

/** One of {@link FAMILIES}. */
export type Family = (typeof FAMILIES)[number];

/** Sizes of generated conversations, in tokens by the project's estimator. */
export const SIZES = { '8k': 8_000, '64k': 64_000, '400k': 400_000 } as const;

/** A name in {@link SIZES}. */
export type Size = keyof typeof SIZES;

/** The window that a conversation of a size is led through, and where a compaction is due in it, in tokens. */
export const WINDOWS: Readonly<Record<Size, { readonly windowTokens: number; readonly thresholdTokens: number }>> = {
  '8k': { windowTokens: 8_000, thresholdTokens: 4_000 },
  '64k': { windowTokens: 32_000, thresholdTokens: 16_000 },
  '400k': { windowTokens: 128_000, thresholdTokens: 64_000 },
};

/** Kinds of planted items. */
export const ITEM_KINDS = [
  'goal',
  'constraint',
  'approval',
  'preference',
  'path',
  'command',
  'error',
  'identifier',
  'number',
  'decision',
  'open',
  'superseded',
  'finished',
  'secret',
  'injected',
] as const;

/** One of {@link ITEM_KINDS}. */
export type ItemKind = (typeof ITEM_KINDS)[number];

/** What was done to a file. `written` is any change of one that exists. */
export type FileAction = 'read' | 'created' | 'written' | 'deleted' | 'renamed';

/** Something in a conversation of which it is known whether it should survive. */
export interface PlantedItem {
  /** Unique in its conversation, such as `constraint-2`. */
  readonly id: string;
  readonly kind: ItemKind;
  /** Index of the first message that holds the probe. */
  readonly index: number;
  /** The text that must be found, or must not be. */
  readonly probe: string;
  /** What somebody who looks for the item would search: first try, second try. Never the probe itself where it is a value. */
  readonly words: readonly string[];
  /** For a superseded value: the text that holds now. For a finished request: the report. */
  readonly current?: string;
  /** Index of the message from which on `current` holds. */
  readonly since?: number;
}

/** What was done to one file in the end. */
export interface Artifact {
  readonly path: string;
  readonly action: FileAction;
  /** Index of the message whose call did it. */
  readonly index: number;
}

/** What is known of a conversation. */
export interface AnswerKey {
  readonly items: readonly PlantedItem[];
  /** Every change of a file, in order. */
  readonly artifacts: readonly Artifact[];
  /** Indices of assistant messages in front of which a user would ask for a compaction, ten of them. */
  readonly compactAt: readonly number[];
}

/** A conversation and what is known of it. */
export interface Trajectory {
  readonly family: string;
  readonly size: string;
  readonly seed: number;
  readonly messages: Messages;
  readonly key: AnswerKey;
}

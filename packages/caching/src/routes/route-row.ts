import type { CacheTtl } from '../cache-plan.ts';
import type { CacheRoute } from './cache-route.ts';
import type { ModelVersion } from './find-model-family.ts';

/** The day on which the rows were read. */
export const AS_OF = '2026-12-02';

/** Both lifetimes. */
export const BOTH: readonly CacheTtl[] = ['5m', '1h'];

/** The short lifetime alone. */
export const SHORT: readonly CacheTtl[] = ['5m'];

/** Types of chat parts that carry an OpenAI breakpoint. */
export const MEDIA = ['text', 'image_url', 'input_audio', 'file', 'input_text', 'input_image', 'input_file'] as const;

/** What a route without markers has. */
export const BARE = {
  placement: 'none',
  responses: 'none',
  toolRole: 'never',
  messageLevel: false,
  onTools: false,
  parts: [],
  refusesBlankText: false,
  ttls: [],
  maxMarkers: 0,
  minTokens: 1_024,
} as const satisfies Partial<CacheRoute>;

/** Anthropic's own rules, wherever its models are served. */
export const CLAUDE = {
  ...BARE,
  placement: 'block',
  toolRole: 'block',
  onTools: true,
  parts: ['text', 'image_url', 'file'],
  refusesBlankText: true,
  ttls: BOTH,
  maxMarkers: 4,
  lookbackBlocks: 20,
} as const satisfies Partial<CacheRoute>;

/** Markers on parts of chat messages. */
export const PARTS = {
  ...BARE,
  placement: 'part',
  toolRole: 'part',
  parts: ['text'],
  ttls: SHORT,
  maxMarkers: 4,
  lookbackBlocks: 20,
} as const satisfies Partial<CacheRoute>;

/** One row: the facts, and who it is of. A row that names models or hosts is of no other. */
export interface RouteRow extends CacheRoute {
  /** Names in the config that mean this route. */
  readonly providers: readonly string[];
  /** Hosts, each with its sub-domains; `*` stands for letters, digits and hyphens of one label. */
  readonly hosts: readonly string[];
  /** Versions from this one on. */
  readonly from?: ModelVersion;
  /** Whether a name that pins the day of a model's release is of another row. */
  readonly noSnapshots?: true;
  /** Whether the name in the config is not enough with a host of somebody else, as many servers speak this API. */
  readonly ownHostOnly?: true;
}

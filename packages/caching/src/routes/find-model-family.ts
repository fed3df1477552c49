/** Makers' lines of models that have cache rules of their own. */
export type ModelFamily = 'claude' | 'gpt' | 'gemini' | 'qwen' | 'deepseek' | 'grok' | 'kimi' | 'glm';

/** Compared part by part: 5.10 is later than 5.6. */
export type ModelVersion = readonly [major: number, minor: number];

/** What a model's name says of it. */
export interface NamedModel {
  readonly family: ModelFamily;
  /** Major and minor, such as 5 and 6; absent where the name has none behind the family's word, as Claude's tiers. */
  readonly version?: ModelVersion;
  /** Whether the name pins a day of release. */
  readonly isSnapshot: boolean;
}

interface FamilyRow {
  readonly family: ModelFamily;
  /** How its models' names start, with the version in two groups. */
  readonly start: RegExp;
  /** Vendors whose models they are, as they stand before the name. */
  readonly vendors: readonly string[];
}

const FAMILIES: readonly FamilyRow[] = [
  { family: 'claude', start: /^claude(?![a-z0-9])/, vendors: ['anthropic', 'claude'] },
  { family: 'gpt', start: /^(?:chat)?gpt-(\d+)(?:[.-](\d{1,2})(?!\d))?/, vendors: ['openai', 'openai-codex', 'azure'] },
  { family: 'gpt', start: /^(?:o[134]|codex)(?![a-z0-9])/, vendors: ['openai', 'openai-codex', 'azure'] },
  { family: 'gemini', start: /^gemini-?(\d+)?(?:\.(\d{1,2}))?(?![a-z0-9])/, vendors: ['google', 'gemini'] },
  {
    family: 'qwen',
    start: /^(?:qwen|qwq)-?(\d+)?(?:\.(\d{1,2}))?(?![0-9])/,
    vendors: ['qwen', 'alibaba', 'dashscope'],
  },
  { family: 'deepseek', start: /^deepseek(?![a-z0-9])/, vendors: ['deepseek', 'deepseek-ai'] },
  { family: 'grok', start: /^grok-?(\d+)?(?:\.(\d{1,2}))?(?![0-9])/, vendors: ['x-ai', 'xai'] },
  { family: 'kimi', start: /^kimi(?![a-z0-9])/, vendors: ['moonshotai', 'moonshot', 'kimi'] },
  { family: 'glm', start: /^glm-?(\d+)?(?:\.(\d{1,2}))?(?![0-9])/, vendors: ['z-ai', 'zai', 'zhipu'] },
];

/** Who passes models of others on under their own names, and may stand before any vendor. */
const ROUTERS: ReadonlySet<string> = new Set([
  'openrouter',
  'litellm',
  'litellm_proxy',
  'bedrock',
  'converse',
  'invoke',
  'vertex',
  'vertex_ai',
  'vertex-ai',
  'azure_ai',
  'publishers',
  'models',
]);

const REGIONS: ReadonlySet<string> = new Set(['us', 'us-gov', 'eu', 'apac', 'jp', 'au', 'ca', 'sa', 'global']);

/** Paths of cloud resources that end in a model's name. */
const RESOURCE = /(?:inference-profile|foundation-model|publishers)$/;
/** As AWS spells them. */
const REGION = /^[a-z]{2}(?:-gov)?-[a-z]+-\d$/;
const SNAPSHOT = /-20\d\d-?\d\d-?\d\d(?!\d)/;

/**
 * The family of a model, by its name: `claude-opus-5`, `anthropic/claude-opus-5`, `us.anthropic.claude-opus-5-v1:0`.
 *
 * The name starts with the family's word. What stands before it is a region, somebody who passes models on, or a vendor
 * of that family: so neither `my-claude-like` nor `acme/claude-like` is a Claude. `undefined` for any other.
 */
export function findModelFamily(model: string): ModelFamily | undefined {
  return readModelName(model)?.family;
}

/** The family and the version that a model's name says; `undefined` when no family is known by it. */
export function readModelName(model: string): NamedModel | undefined {
  const { name, prefixes } = splitName(model.trim().toLowerCase());
  for (const { family, start, vendors } of FAMILIES) {
    const match = start.exec(name);
    if (match === null || !prefixes.every((prefix) => isKnownPrefix(prefix, vendors))) continue;
    const [, major, minor] = match;
    return {
      family,
      ...(major !== undefined && { version: [Number(major), Number(minor ?? 0)] as const }),
      isSnapshot: SNAPSHOT.test(name),
    };
  }
  return undefined;
}

interface SplitName {
  readonly name: string;
  readonly prefixes: readonly string[];
}

/** What stands before the name: between slashes, then between dots, as long as those are not of a version. */
function splitName(spelled: string): SplitName {
  const path = spelled.split('/');
  const last = path.pop() ?? '';
  const resource = path.findLastIndex((segment) => RESOURCE.test(segment));
  const words = last.split('.');
  const start = words.findLastIndex((word, index) => index < words.length - 1 && isPlainWord(word)) + 1;
  return { name: words.slice(start).join('.'), prefixes: [...path.slice(resource + 1), ...words.slice(0, start)] };
}

/** A word that could be a region or a vendor, not the start of a name with a version. */
function isPlainWord(word: string): boolean {
  return REGIONS.has(word) || ROUTERS.has(word) || FAMILIES.some(({ vendors }) => vendors.includes(word));
}

function isKnownPrefix(prefix: string, vendors: readonly string[]): boolean {
  return REGIONS.has(prefix) || REGION.test(prefix) || ROUTERS.has(prefix) || vendors.includes(prefix);
}

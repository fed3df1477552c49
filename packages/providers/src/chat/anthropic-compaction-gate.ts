/** Whether a server may be asked to compact. */
export type CompactionGate =
  | { readonly kind: 'open' }
  /** Why not, in a sentence for a person. */
  | { readonly kind: 'closed'; readonly reason: string };

/** What decides it. */
export interface CompactionGateFacts {
  /** As the provider spells it. */
  readonly model: string;
  readonly baseUrl: string;
  /** Names of hosts, without ports, that are taken for the API of Anthropic. Default: none. */
  readonly trustedHosts?: readonly string[];
}

type Version = readonly [major: number, minor: number];

const API_HOST = 'api.anthropic.com';

/**
 * Models that compact at a threshold, by their line: every version from the first on, or those that are listed.
 * Source: provider reference, section 3.2, read 2026-12. Sonnet 5.5 is not on the page that the list comes from.
 */
const CAPABLE_LINES: ReadonlyMap<string, (version: Version) => boolean> = new Map([
  ['fable', (version) => isFrom(version, [5, 0])],
  ['mythos', (version) => isFrom(version, [5, 0])],
  ['opus', (version) => isFrom(version, [4, 6])],
  ['sonnet', (version) => isOneOf(version, SONNETS)],
]);
const SONNETS: readonly Version[] = [
  [4, 6],
  [5, 0],
];

/** A line, a version, and a day of release or `latest`: what else a name may hold makes a model that is not known. */
const MODEL_NAME = /^claude-([a-z]+)-(\d{1,2})(?:[.-](\d{1,2}))?(?:-(?:20\d{6}|latest))?$/;

/** Whether a model of Anthropic at this address compacts at a threshold by itself. Unknown models and hosts do not. */
export function anthropicCompactionGate({ model, baseUrl, trustedHosts = [] }: CompactionGateFacts): CompactionGate {
  const host = URL.parse(baseUrl)?.hostname;
  if (host === undefined) return closed('The address of the model is none, so that nobody can be asked to compact.');
  if (host !== API_HOST && !trustedHosts.includes(host)) {
    return closed(`Only ${API_HOST} is known to compact by itself, and this model is served by ${host}.`);
  }
  const [, line, major, minor = '0'] = MODEL_NAME.exec(model.trim().toLowerCase()) ?? [];
  if (line === undefined) return closed(`${model} is not known as a Claude whose server compacts.`);
  const isCapable = CAPABLE_LINES.get(line);
  if (isCapable === undefined) return closed(`The server does not compact for the ${line} models of Claude.`);
  if (isCapable([Number(major), Number(minor)])) return { kind: 'open' };
  return closed(`${model} is not among the ${line} models that the server compacts for.`);
}

function closed(reason: string): CompactionGate {
  return { kind: 'closed', reason };
}

function isFrom([major, minor]: Version, [fromMajor, fromMinor]: Version): boolean {
  return major > fromMajor || (major === fromMajor && minor >= fromMinor);
}

function isOneOf([major, minor]: Version, versions: readonly Version[]): boolean {
  return versions.some(([knownMajor, knownMinor]) => major === knownMajor && minor === knownMinor);
}

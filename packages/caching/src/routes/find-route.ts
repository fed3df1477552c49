import type { CacheRoute } from './cache-route.ts';
import { type ModelVersion, type NamedModel, readModelName } from './find-model-family.ts';
import type { RouteRow } from './route-row.ts';
import { NO_ROUTE, ROUTE_ROWS } from './route-table.ts';

/** Where requests go. */
export interface RouteQuery {
  /** The provider's name in the config, such as `openrouter`. */
  readonly provider?: string | undefined;
  /** The server's address. A host of the table decides, whatever the provider is called. */
  readonly baseUrl?: string | undefined;
  readonly model: string;
}

/**
 * What a route does with markers. A host of the table decides; else the provider's name in the config does.
 * The row `none` for whatever is not in the table: then nothing is marked.
 */
export function findRoute({ provider, baseUrl, model }: RouteQuery): CacheRoute {
  const named = readModelName(model);
  const host = hostOf(baseUrl);
  const ofHost = host === undefined ? [] : ROUTE_ROWS.filter(({ hosts }) => hosts.some((each) => isHost(host, each)));
  if (ofHost.length > 0) return withoutSelectors(ofHost.find((row) => isOfModel(row, named)));
  const name = provider?.trim().toLowerCase();
  const ofName = ROUTE_ROWS.filter(
    ({ providers, ownHostOnly }) =>
      name !== undefined && providers.includes(name) && !(ownHostOnly && host !== undefined),
  );
  return withoutSelectors(ofName.find((row) => isOfModel(row, named)));
}

function isOfModel({ families, from, noSnapshots }: RouteRow, named: NamedModel | undefined): boolean {
  if (families === undefined) return true;
  if (named === undefined || !families.includes(named.family)) return false;
  if (noSnapshots && named.isSnapshot) return false;
  return from === undefined || isFrom(named.version, from);
}

function isFrom(version: ModelVersion | undefined, [major, minor]: ModelVersion): boolean {
  return version !== undefined && (version[0] === major ? version[1] >= minor : version[0] > major);
}

function withoutSelectors(row: RouteRow | undefined): CacheRoute {
  if (row === undefined) return NO_ROUTE;
  const { providers, hosts, from, noSnapshots, ownHostOnly, ...route } = row;
  return route;
}

/** The host of an address, with or without a scheme; `undefined` for what is none. */
function hostOf(baseUrl: string | undefined): string | undefined {
  const address = baseUrl?.trim();
  if (address === undefined || address === '') return undefined;
  const url = URL.parse(address.includes('://') ? address : `https://${address}`);
  return url?.hostname.replace(/\.$/, '');
}

/** The host itself or one of its sub-domains, label by label. */
function isHost(host: string, pattern: string): boolean {
  const labels = host.split('.').toReversed();
  const wanted = pattern.split('.').toReversed();
  return wanted.every((label, index) => isLabel(labels[index] ?? '', label));
}

function isLabel(label: string, pattern: string): boolean {
  if (!pattern.startsWith('*')) return label === pattern;
  return label.length >= pattern.length && label.endsWith(pattern.slice(1));
}

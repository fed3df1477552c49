import type { CacheMarker, CachePlan } from '../cache-plan.ts';
import type { CarrierRules } from './find-carrier.ts';
import { comparePlaces } from './place-order.ts';

/**
 * Bring wished-for markers into a form that the route accepts. The rules, in this order:
 *
 * 1. They stand in the order of the prompt, one at a place: the first that asked for it.
 * 2. Over the route's number one is given up after the other: a system marker in front of another one, the tools'
 *    marker in front of a system one, then the earliest in the messages that does not end the system prompt,
 *    then whatever is earliest. The last of all never goes.
 * 3. A lifetime that the route does not have becomes its first.
 * 4. A marker lives at least as long as any behind it: an earlier `5m` is raised to `1h`.
 */
export function settleMarkers(wished: readonly CacheMarker[], rules: CarrierRules): CachePlan {
  const { markers: placed, skipped: merged } = mergeMarkers(wished);
  const { markers: kept, skipped: givenUp } = fitMarkers(placed, rules);
  const { markers: offered, notes: unsupported } = offerTtls(kept, rules);
  const { markers, notes: raised } = raiseTtls(offered);
  return { markers, skipped: [...merged, ...givenUp], notes: [...unsupported, ...raised] };
}

type Skipped = CachePlan['skipped'];

interface Fitted {
  readonly markers: readonly CacheMarker[];
  readonly skipped: Skipped;
}

interface Timed {
  readonly markers: readonly CacheMarker[];
  readonly notes: readonly string[];
}

function mergeMarkers(wished: readonly CacheMarker[]): Fitted {
  const markers: CacheMarker[] = [];
  const skipped: Skipped[number][] = [];
  for (const marker of wished) {
    const same = markers.find(({ place }) => comparePlaces(place, marker.place) === 0);
    if (same === undefined) markers.push(marker);
    else skipped.push({ slot: marker.slot, why: `It falls on the same block as the ${same.slot} marker.` });
  }
  return { markers: markers.toSorted((a, b) => comparePlaces(a.place, b.place)), skipped };
}

function fitMarkers(placed: readonly CacheMarker[], { route: { maxMarkers, title } }: CarrierRules): Fitted {
  let markers = placed;
  const skipped: Skipped[number][] = [];
  while (markers.length > maxMarkers) {
    const index = leastNeeded(markers);
    const marker = markers[index];
    if (marker !== undefined) skipped.push({ slot: marker.slot, why: `${title} takes ${maxMarkers} markers at most.` });
    markers = markers.toSpliced(index, 1);
  }
  return { markers, skipped };
}

function leastNeeded(markers: readonly CacheMarker[]): number {
  const system = markers.filter(({ place }) => place.part === 'system').length;
  const last = markers.length - 1;
  const candidates = [
    system > 1 ? markers.findIndex(({ place }) => place.part === 'system') : -1,
    system > 0 ? markers.findIndex(({ place }) => place.part === 'tools') : -1,
    markers.findIndex(({ place, slot }, index) => index < last && place.part === 'messages' && !isHead(slot)),
  ];
  return candidates.find((index) => index >= 0 && index < last) ?? 0;
}

function isHead(slot: CacheMarker['slot']): boolean {
  return slot === 'system' || slot === 'prefix';
}

function offerTtls(kept: readonly CacheMarker[], { ttls, route: { title, fixedLifetime } }: CarrierRules): Timed {
  const [first = '5m'] = ttls;
  if (kept.every(({ ttl }) => ttls.includes(ttl))) return { markers: kept, notes: [] };
  const markers = kept.map((marker) => (ttls.includes(marker.ttl) ? marker : { ...marker, ttl: first }));
  return { markers, notes: [`${title} has no lifetime of 1h here: its markers live ${fixedLifetime ?? first}.`] };
}

function raiseTtls(offered: readonly CacheMarker[]): Timed {
  const lastHour = offered.findLastIndex(({ ttl }) => ttl === '1h');
  const isShort = ({ ttl }: CacheMarker, index: number) => index < lastHour && ttl !== '1h';
  const notes = offered
    .filter(isShort)
    .map(({ slot }) => `The ${slot} marker lives 1h instead of 5m: none behind it may live longer than it does.`);
  const markers = offered.map((marker, index) => (isShort(marker, index) ? { ...marker, ttl: '1h' as const } : marker));
  return { markers, notes };
}

import type { Place } from '../place.ts';
import { isWireObject, type WireObject } from '../wire-value.ts';
import { notCarried } from './converse-error.ts';

/** Lifetimes that a cache point may ask for. Provider reference, section 2.1, read 2026-11. */
const TTLS: readonly unknown[] = [undefined, '5m', '1h'];

/** The cache point that stands behind what had a marker; none where it had none. */
export function cachePointBehind({ cache_control: marker }: WireObject, place: Place): readonly WireObject[] {
  if (marker === undefined || marker === null) return [];
  const ttl = isWireObject(marker) ? marker['ttl'] : undefined;
  if (!isWireObject(marker) || marker['type'] !== 'ephemeral' || !TTLS.includes(ttl)) {
    throw notCarried([...place, 'cache_control'], 'another kind of marker', 'a marker of type "ephemeral"');
  }
  return [{ cachePoint: { type: 'default', ...(ttl === undefined ? {} : { ttl }) } }];
}

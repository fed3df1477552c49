import type { CacheTtl } from '../cache-plan.ts';
import type { CacheRoute, MarkerPlacement } from '../routes/cache-route.ts';
import type { WireObject, WireShape } from '../wire-prompt.ts';

/** The fields that are markers, on whatever they stand. */
export const MARKER_FIELDS = ['cache_control', 'prompt_cache_breakpoint'] as const;

/** How markers are written in a request of one shape on one route. */
export function placementIn(shape: WireShape, route: CacheRoute): MarkerPlacement {
  const { placement, responses } = route;
  switch (shape) {
    case 'openai-responses':
      return responses;
    case 'anthropic':
      return placement === 'block' || placement === 'part' ? 'block' : 'none';
    case 'openai-chat':
      return placement === 'block' ? 'part' : placement;
  }
}

/** The field to add to what carries a marker. */
export function markerFields(placement: MarkerPlacement, ttl: CacheTtl): WireObject {
  if (placement === 'breakpoint') return { prompt_cache_breakpoint: { mode: 'explicit' } };
  return { cache_control: ttl === '1h' ? { type: 'ephemeral', ttl } : { type: 'ephemeral' } };
}

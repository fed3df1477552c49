import { describe, expect, it } from 'vitest';
import type { CacheMarker, CacheSlot, MarkerPlace } from '../cache-plan.ts';
import { findRoute } from '../routes/find-route.ts';
import { carrierRules } from './find-carrier.ts';
import { settleMarkers } from './settle-markers.ts';

const route = findRoute({ provider: 'anthropic', model: 'claude-opus-5' });

/** What is left when a request may carry so many. */
function settled(maxMarkers: number, ...markers: readonly CacheMarker[]): readonly string[] {
  const rules = carrierRules({ shape: 'anthropic', messages: [] }, { ...route, maxMarkers });
  return settleMarkers(markers, rules).markers.map(({ place }) => `${place.part} ${place.index}`);
}

function marker(place: MarkerPlace, slot: CacheSlot = 'recent'): CacheMarker {
  return { place, slot, ttl: '5m', why: 'A test says so.' };
}

const tool = marker({ part: 'tools', index: 0 }, 'prefix');
const core = marker({ part: 'system', index: 0 }, 'prefix');
const project = marker({ part: 'system', index: 1 }, 'prefix');
const first = marker({ part: 'messages', index: 0, block: 0 });
const last = marker({ part: 'messages', index: 2, block: 0 });

describe('what is given up over the number that a route takes', () => {
  it('is the inner system marker, then the tools, then the earliest message, then the system, and never the last', () => {
    const all = [last, tool, core, project, first];
    expect(settled(5, ...all)).toEqual(['tools 0', 'system 0', 'system 1', 'messages 0', 'messages 2']);
    expect(settled(4, ...all)).toEqual(['tools 0', 'system 1', 'messages 0', 'messages 2']);
    expect(settled(3, ...all)).toEqual(['system 1', 'messages 0', 'messages 2']);
    expect(settled(2, ...all)).toEqual(['system 1', 'messages 2']);
    expect(settled(1, ...all)).toEqual(['messages 2']);
  });

  it('spares the end of a system prompt that is a message', () => {
    const opening = marker({ part: 'messages', index: 0, block: 0 }, 'system');
    const middle = marker({ part: 'messages', index: 1 });
    expect(settled(2, opening, middle, last)).toEqual(['messages 0', 'messages 2']);
  });

  it('is said', () => {
    const rules = carrierRules({ shape: 'anthropic', messages: [] }, { ...route, maxMarkers: 1 });
    expect(settleMarkers([first, last], rules).skipped).toEqual([
      { slot: 'recent', why: 'Anthropic takes 1 markers at most.' },
    ]);
  });
});

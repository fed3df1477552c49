import type { EngineFallbackNotice } from './engine-fallback-notice.ts';
import { quoteName } from './engine-name.ts';
import { describeEngineSource, type EngineSource } from './engine-source.ts';

/** Where an engine was looked for. `registered` without a `source`: nobody registered the name. */
export type EnginePlace = EngineSource | { readonly kind: 'registered'; readonly source?: undefined };

/** One place that was tried, and what came of it. Narrow on `outcome`. */
export type ResolutionAttempt =
  | {
      readonly place: EnginePlace;
      readonly outcome: 'not-found' /** Where there is more to say. */;
      readonly detail?: string;
    }
  | { readonly place: EnginePlace; readonly outcome: 'broken'; readonly error: EngineFallbackNotice }
  | { readonly place: EngineSource; readonly outcome: 'found' };

/** How an engine was chosen, so that a person can see why it is this one. */
export interface ResolutionReport {
  /** The name in `context.engine`. */
  readonly requested: string;
  /** The name of the engine in use; another than `requested` after a fallback. */
  readonly used: string;
  /** In the order of the tries; the last one was found. */
  readonly attempts: readonly ResolutionAttempt[];
  /** Further places that know the name, and were not needed. */
  readonly shadowed: readonly EngineSource[];
}

/** The report as lines for a terminal: what was asked for, what each try gave, and how to fix what failed. Pure. */
export function formatResolutionReport(report: ResolutionReport): readonly string[] {
  const { requested, used, attempts, shadowed } = report;
  const shown = quoteName(requested);
  const first = used === requested ? `Context engine: ${used}` : `Context engine: ${used}, in place of ${shown}`;
  return [
    first,
    ...attempts.flatMap(formatAttempt),
    ...shadowed.map((source) => `  not needed: ${describeEngineSource(source)}`),
  ];
}

function formatAttempt(attempt: ResolutionAttempt): readonly string[] {
  const place = describePlace(attempt.place);
  switch (attempt.outcome) {
    case 'found':
      return [`  used: ${place}`];
    case 'not-found':
      return [`  not found: ${place}${attempt.detail === undefined ? '' : ` (${attempt.detail})`}`];
    case 'broken': {
      const { what, why, fix } = attempt.error.explanation;
      return [`  broken: ${place}`, `    ${what}`, `    why: ${why}`, `    fix: ${fix}`];
    }
  }
}

function describePlace(place: EnginePlace): string {
  return place.kind === 'registered' && place.source === undefined
    ? 'the registered engines'
    : describeEngineSource(place);
}

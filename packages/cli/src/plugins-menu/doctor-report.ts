import type { PluginRootKind } from '@hermes-context/core';
import type { Problem } from './problem.ts';

/** What the doctor found out about one plug-in in one place. */
export interface Examination {
  readonly name: string;
  readonly kind: 'engine' | 'general';
  /** Where it comes from: `context.stages` makes it (`stages`), or whose folder it lies in; `nowhere` for a name that leads to none. */
  readonly place: 'built-in' | 'registered' | 'stages' | 'nowhere' | PluginRootKind;
  /** Its folder, or who registered it; `null` for the built-in one. */
  readonly path: string | null;
  readonly version: string | null;
  /** `not-tried`: none of its code was run, and a note says why. */
  readonly verdict: 'ok' | 'faulty' | 'not-tried';
  readonly faults: readonly Problem[];
  /** What is no fault and still good to know, one sentence each. */
  readonly notes: readonly string[];
  /** What a general plug-in registers, by name. */
  readonly engines: readonly string[];
  readonly commands: readonly string[];
  readonly events: readonly string[];
  /** How long it took to load, in whole milliseconds; `null` where it was not loaded. */
  readonly loadMs: number | null;
}

/** What `hermes plugins doctor --json` prints: fields are added, never renamed. */
export interface DoctorReport {
  /** Whether there is no fault anywhere. */
  readonly ok: boolean;
  readonly plugins: readonly Examination[];
  /** What is wrong with the set-up as a whole: names that lead nowhere, clashes, folders that cannot be read. */
  readonly setup: { readonly faults: readonly Problem[]; readonly notes: readonly string[] };
}

/** Put the parts together. Pure. */
export function makeReport(parts: Omit<DoctorReport, 'ok'>): DoctorReport {
  const faultCount = parts.plugins.reduce((sum, { faults }) => sum + faults.length, parts.setup.faults.length);
  return { ok: faultCount === 0, ...parts };
}

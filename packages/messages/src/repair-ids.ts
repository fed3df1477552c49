import type { CallSite } from './tool-pairs.ts';
import { isLegalCallId } from './validate-pairs.ts';

/** What an id without any legal character becomes. */
const FALLBACK_ID = 'call';

/**
 * New ids for the calls that cannot keep theirs: one with characters that providers refuse, or one that an earlier call
 * has. The first call of an id keeps it. The same calls get the same new ids; none collides with an id in the list.
 *
 * @param isKept - Whether a call must keep its id whatever it is; then others give way, earlier ones too.
 */
export function chooseCallIds(
  calls: readonly CallSite[],
  isKept: (site: CallSite) => boolean,
): ReadonlyMap<CallSite, string> {
  const names = new FreshIds(calls.map((site) => site.call.id));
  const used = new Set(calls.filter(isKept).map((site) => site.call.id));
  const renamed = new Map<CallSite, string>();
  for (const site of calls) {
    const { id } = site.call;
    if (isKept(site)) continue;
    if (isLegalCallId(id) && !used.has(id)) used.add(id);
    else renamed.set(site, names.next(id));
  }
  return renamed;
}

/** Hands out ids that are not taken, each once. */
class FreshIds {
  readonly #taken: Set<string>;
  readonly #nextSuffix = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  next(id: string | undefined): string {
    const base = (id ?? '').replace(/[^a-zA-Z0-9_-]/g, '_') || FALLBACK_ID;
    let suffix = this.#nextSuffix.get(base) ?? 2;
    let fresh = base;
    while (this.#taken.has(fresh)) {
      fresh = `${base}_${suffix}`;
      suffix += 1;
    }
    // Counted on, so that thousands of calls under one id do not each try all suffixes again.
    this.#nextSuffix.set(base, suffix);
    this.#taken.add(fresh);
    return fresh;
  }
}

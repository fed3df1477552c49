const DAY_MS = 24 * 60 * 60 * 1_000;

/** A day and an odd rest later, so that neither the date nor the time of day stays the same. */
const SHIFT_MS = 400 * DAY_MS + 12_345_678;

/**
 * Run something while the process believes that it is more than a year later: whoever reads the machine's clock instead
 * of `services.clock` gives himself away. Timers go on as ever.
 */
export async function onLaterDate<Result>(run: () => Promise<Result>): Promise<Result> {
  const { Date: real } = globalThis;
  const later = new Proxy(real, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [target.now() + SHIFT_MS] : given, newTarget),
    get: (target, key, receiver) =>
      key === 'now' ? () => target.now() + SHIFT_MS : Reflect.get(target, key, receiver),
  });
  Reflect.set(globalThis, 'Date', later);
  try {
    return await run();
  } finally {
    Reflect.set(globalThis, 'Date', real);
  }
}

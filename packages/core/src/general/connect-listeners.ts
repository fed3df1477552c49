import type { Unsubscribe } from '../event-bus.ts';
import { PluginListenerError } from './plugin-listener-error.ts';
import type { StagedListener } from './stage-registrations.ts';

/** Tells of events by name. An `EventBus` is one. */
export interface PluginEventSource {
  on(event: string, listener: (payload: object) => unknown): Unsubscribe;
}

/**
 * Put the listeners of one plug-in on a bus. What one of them throws reaches the bus as a PluginListenerError, so that
 * whoever hears of it knows whose it is; the bus keeps it from everybody else.
 *
 * @returns Takes all of them off.
 */
export function connectListeners(
  plugin: string,
  listeners: readonly StagedListener[],
  events: PluginEventSource,
): Unsubscribe {
  for (const staged of listeners) {
    if (!staged.isOff) staged.stop = events.on(staged.event, (payload) => hear(plugin, staged, payload));
  }
  return () => {
    for (const staged of listeners) {
      staged.isOff = true;
      staged.stop?.();
    }
  };
}

async function hear(plugin: string, staged: StagedListener, payload: object): Promise<void> {
  // A bus may go on with the round of an event during which somebody left.
  if (staged.isOff) return;
  const { event, listener } = staged;
  try {
    // A copy for each, so that one who edits it misleads nobody.
    await listener(Object.freeze({ ...payload }));
  } catch (cause) {
    throw new PluginListenerError({ plugin, event, cause });
  }
}

import { EventEmitter } from 'eventemitter3';
import { settle } from './settle.ts';

/** Stop listening. Further calls do nothing. */
export type Unsubscribe = () => void;

/** Tells listeners of events, by name, with a payload typed by `Events`. */
export interface EventBus<Events> {
  /**
   * Listen. The same function added twice hears twice; each call gets its own way out.
   *
   * @param listener - May be asynchronous; nobody waits for it. Its failures go to `onListenerError`.
   */
  on<Name extends keyof Events & string>(name: Name, listener: (payload: Events[Name]) => unknown): Unsubscribe;
  /** Tell all listeners, in the order they came, before this returns. Never throws, whatever they do. */
  emit<Name extends keyof Events & string>(name: Name, payload: Events[Name]): void;
}

/** A listener that threw or rejected. */
export interface ListenerFailure {
  readonly event: string;
  readonly cause: unknown;
}

/** Make a bus on which a broken listener harms neither the emitter nor the other listeners. */
export function createEventBus<Events>({
  onListenerError,
}: {
  /** Told of each failure; what it throws itself is dropped, since nobody is left to tell. */
  readonly onListenerError: (failure: ListenerFailure) => void;
}): EventBus<Events> {
  const emitter = new EventEmitter<string>();
  const report = (event: string, cause: unknown): void => {
    try {
      onListenerError({ event, cause });
    } catch {
      // See onListenerError above.
    }
  };
  return {
    on(name, listener) {
      const guarded: typeof listener = (payload) => {
        settle(() => listener(payload)).catch((cause: unknown) => report(name, cause));
      };
      emitter.on(name, guarded);
      return () => emitter.off(name, guarded);
    },
    emit(name, payload) {
      emitter.emit(name, payload);
    },
  };
}

import type { TurnEvent } from '../host-types.ts';

type OnEvent = (event: TurnEvent) => void;

/** A listener's failure must not end the turn that it listens to. */
export function quietly(onEvent: OnEvent | undefined): OnEvent {
  return (event) => {
    try {
      onEvent?.(event);
    } catch {
      // Nobody is left to tell: the listener is the one who shows things.
    }
  };
}

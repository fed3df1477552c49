import type { CodexEvent, CodexWarning } from './codex-event.ts';

/** Hands out events and warnings. A function that throws must not end the process, nor stop what comes after. */
export class Teller {
  readonly #onEvent: ((event: CodexEvent) => void) | undefined;
  readonly #onWarning: ((warning: CodexWarning) => void) | undefined;
  readonly #said = new Set<string>();

  constructor(
    onEvent: ((event: CodexEvent) => void) | undefined,
    onWarning: ((warning: CodexWarning) => void) | undefined,
  ) {
    this.#onEvent = this.guard(onEvent);
    this.#onWarning = onWarning;
  }

  tell(event: CodexEvent): void {
    this.#onEvent?.(event);
  }

  warn(kind: CodexWarning['kind'], detail: string): void {
    try {
      this.#onWarning?.({ kind, detail });
    } catch {
      // There is nobody left to be told.
    }
  }

  /** Once of a kind; of what the server says, once of a text. */
  warnOnce(kind: CodexWarning['kind'], detail: string): void {
    const key = kind === 'server' ? `${kind} ${detail}` : kind;
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.warn(kind, detail);
  }

  /** The same function, but it does not throw. */
  guard<Event extends { readonly kind: string }>(
    handler: ((event: Event) => void) | undefined,
  ): ((event: Event) => void) | undefined {
    if (handler === undefined) return undefined;
    return (event) => {
      try {
        handler(event);
      } catch {
        this.warnOnce('event-handler', `The function that takes the event ${event.kind} has thrown.`);
      }
    };
  }
}

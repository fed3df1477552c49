import type { MenuTerminal } from '../terminal/find-terminal.ts';
import type { Answer } from './answer.ts';

/** Tells Esc from Ctrl-C, and leaves the terminal as it was whatever ends the menu. */
export interface Interruption {
  /**
   * Let a question be answered. `undefined` from it means that the person took none of the answers.
   *
   * @param ask - Gives up, with `undefined`, when the signal aborts.
   */
  during<Value>(ask: (signal: AbortSignal) => Promise<Value | undefined>): Promise<Answer<Value>>;
  /** Do some work between two questions. Keys that are typed meanwhile answer nothing, Ctrl-C alone ends the waiting. */
  duringWork<Value>(work: () => Promise<Value>): Promise<Answer<Value>>;
  /** Let go of the signals of the process. */
  dispose(): void;
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface Key {
  /** What the terminal sent for it. */
  readonly sequence?: string;
}

/** Watch the keys of a terminal and the signals of this process. */
export function watchInterruption({ input }: MenuTerminal): Interruption {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return {
    async during(ask) {
      // One a question: the library never stops listening to a signal that it was given.
      const given = new AbortController();
      const giveUp = (): void => given.abort();
      const onKey = (_: unknown, key: Key | undefined): void => {
        // A key that follows Esc at once arrives as one with it.
        if (key?.sequence?.endsWith(CTRL_C) === true) interrupt();
        // The library hears nothing of the end of input, and would wait for ever: it is told of Esc in its place.
        if (key?.sequence === CTRL_D) setImmediate(() => input.emit('keypress', '', { name: 'escape' }));
      };
      interrupted.signal.addEventListener('abort', giveUp);
      input.on('keypress', onKey);
      const value = await ask(given.signal).finally(() => {
        input.off('keypress', onKey);
        interrupted.signal.removeEventListener('abort', giveUp);
      });
      if (interrupted.signal.aborted) return { kind: 'interrupted' };
      return value === undefined ? { kind: 'back' } : { kind: 'chosen', value };
    },
    async duringWork(work) {
      const onData = (data: Buffer | string): void => {
        if (data.toString().includes(CTRL_C)) interrupt();
      };
      input.setRawMode(true);
      input.on('data', onData);
      input.resume();
      const stopped = Promise.withResolvers<undefined>();
      interrupted.signal.addEventListener('abort', () => stopped.resolve(undefined));
      const value = await Promise.race([work(), stopped.promise]).finally(() => {
        input.off('data', onData);
        input.pause();
        input.setRawMode(false);
      });
      return interrupted.signal.aborted || value === undefined ? { kind: 'interrupted' } : { kind: 'chosen', value };
    },
    dispose() {
      for (const signal of SIGNALS) process.off(signal, interrupt);
    },
  };
}

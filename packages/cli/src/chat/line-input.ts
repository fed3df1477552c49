import type { ChatEntry, ChatInput } from './chat-input.ts';
import { createInterruptible } from './interruptible.ts';
import { watchSignals } from './watch-signals.ts';

/** Messages from a pipe or a file, a line each. A signal stops the answer and then the chat. */
export function createLineInput(lines: AsyncIterable<string>): ChatInput {
  const iterator = lines[Symbol.asyncIterator]();
  const work = createInterruptible();
  const terminated = Promise.withResolvers<ChatEntry>();
  const unwatch = watchSignals(() => {
    work.interrupt();
    terminated.resolve({ kind: 'terminated' });
  });
  return {
    next: () => Promise.race([terminated.promise, entryOf(iterator)]),
    during: (each) => work.run(each),
    close() {
      unwatch();
      // Whoever writes into the pipe may go on, and is not waited for.
      iterator.return?.().catch(() => undefined);
    },
  };
}

async function entryOf(iterator: AsyncIterator<string>): Promise<ChatEntry> {
  const { value, done } = await iterator.next();
  return done === true ? { kind: 'end' } : { kind: 'line', text: value };
}

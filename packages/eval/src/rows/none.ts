import type { Message } from '@hermes-context/contract';
import type { BenchRow } from '../row.ts';

/** No engine at all: every request is the whole conversation, whatever the window. What the others are measured by. */
export const noneRow: BenchRow = {
  name: 'none',
  variant: 'default',
  version: 'built in',
  can: { reach: false, undo: false, summarise: false },
  async open() {
    const all: Message[] = [];
    return {
      async next(added) {
        all.push(...added);
        return { messages: [...all], toolTokens: 0, compactions: 0, problems: [] };
      },
      async close() {},
    };
  },
};

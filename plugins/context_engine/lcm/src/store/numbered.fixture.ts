import type { IngestMessage } from './lcm-store.ts';

/** Three messages of a session from a number on, each different from all others. */
export function numberedFrom(from: number, sessionId: string): readonly IngestMessage[] {
  return [from, from + 1, from + 2].map((number) => ({
    message: { role: 'user', content: `${number} of ${sessionId}`, _context: { id: `m${number}` } },
    tokens: 4,
    at: number,
    hostId: `m${number}`,
  }));
}

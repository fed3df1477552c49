import { expect, it } from 'vitest';
import { emitCompress } from './compress-event.ts';
import type { Receipt } from './revision.ts';

const receipt: Receipt = {
  sessionId: 's2',
  revision: 2,
  inPlace: false,
  oldSessionId: 's1',
  key: 'k',
  compressionCount: 3,
  engine: 'lcm',
  covered: [],
  coveredMessages: 0,
  messagesBefore: 1,
  messagesAfter: 1,
  tokensBefore: 1,
  tokensAfter: 1,
  at: 0,
};

it('tells of a compaction in the names that consumers know', () => {
  const heard: unknown[] = [];
  emitCompress((...event) => heard.push(event), receipt);
  const event = { in_place: false, old_session_id: 's1', session_id: 's2', compression_count: 3 };
  expect(heard).toEqual([['session:compress', event]]);
});

it('lets no listener undo what is stored', () => {
  emitCompress(() => {
    throw new Error('no');
  }, receipt);
  emitCompress(undefined, receipt);
});

import { createHash } from 'node:crypto';
import type { Message } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { openStore, said } from './lcm-store.fixture.ts';
import type { IngestMessage } from './lcm-store.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

function resultOf(content: string, callId: string, tokens = 500): IngestMessage {
  const message: Message = { role: 'tool', tool_call_id: callId, content };
  return { message, tokens, at: 1 };
}

describe('a result by its text', () => {
  it('is the newest one of the session, or the one that answers a call', async () => {
    const store = await openStore();
    await store.ingest('s', [said('go'), resultOf('rows\n☃', 'a'), resultOf('rows\n☃', 'b'), resultOf('other', 'c')]);
    await store.ingest('t', [resultOf('rows\n☃', 'a')]);
    const hash = hashOf('rows\n☃');

    expect((await store.result({ sessionId: 's', hash }))?.message).toMatchObject({ tool_call_id: 'b' });
    const first = await store.result({ sessionId: 's', hash, callId: 'a' });
    expect(first).toMatchObject({ sessionId: 's', message: { tool_call_id: 'a', content: 'rows\n☃' } });
    expect(await store.result({ sessionId: 's', hash, callId: 'c' })).toBeUndefined();
    expect(await store.result({ sessionId: 'u', hash })).toBeUndefined();
    expect(await store.result({ sessionId: 's', hash: hashOf('never said') })).toBeUndefined();
  });

  it('is looked for among large results alone: nobody moves a small one out of the window', async () => {
    const store = await openStore();
    await store.ingest('s', [resultOf('small', 'a', 99), said('a person')]);

    expect(await store.result({ sessionId: 's', hash: hashOf('small') })).toBeUndefined();
    expect(await store.result({ sessionId: 's', hash: hashOf('a person') })).toBeUndefined();
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventStream } from './event-stream.ts';

const MAX_BYTES = 4_000;

function open() {
  return new EventStream({ maxBufferedBytes: MAX_BYTES, keepAliveMs: 60_000, onHangUp: () => undefined });
}

it('holds no more than its bound and the last event, whatever is sent, and says how much it dropped', async () => {
  const sent = fc.array(
    fc.record({ type: fc.constantFrom('text', 'message'), text: fc.nat(900).map((length) => 'x'.repeat(length)) }),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(sent, async (events) => {
      const stream = open();
      for (const event of events) stream.send(event);
      stream.end('done', { last: true });
      const text = await new Response(stream.body).text();
      const kept = Array.from(text.matchAll(/^event: (text|message)$/gm)).length;
      const dropped = Array.from(text.matchAll(/^data: \{"count":(\d+)\}$/gm), ([, count]) => Number(count));
      expect(text.length).toBeLessThanOrEqual(MAX_BYTES + 200);
      expect(kept + dropped.reduce((sum, count) => sum + count, 0)).toBe(events.length);
      expect(text.endsWith('event: done\ndata: {"last":true}\n\n')).toBe(true);
    }),
  );
});

it('fetches nothing ahead of its client: what waits, waits where it is counted', async () => {
  const stream = open();
  for (let at = 0; at < 100; at += 1) {
    stream.send({ type: 'message', text: 'x'.repeat(1_000) } as never);
    await new Promise((resolve) => setImmediate(resolve));
  }
  stream.end('done', {});
  expect((await new Response(stream.body).text()).length).toBeLessThanOrEqual(MAX_BYTES + 200);
});

it('drops text before anything else', async () => {
  const stream = open();
  for (let at = 0; at < 100; at += 1) stream.send({ type: 'text', text: 'x'.repeat(100) } as never);
  stream.send({ type: 'message', text: 'y'.repeat(1_000) } as never);
  stream.end('done', {});
  const names = Array.from((await new Response(stream.body).text()).matchAll(/^event: (.*)$/gm), ([, name]) => name);
  expect(new Set(names)).toEqual(new Set(['text', 'dropped', 'message', 'done']));
  expect(names.slice(-3)).toEqual(['dropped', 'message', 'done']);
});

it('counts an event that JSON cannot hold as dropped', async () => {
  const stream = open();
  stream.send({ type: 'usage', size: 1n } as never);
  stream.end('done', {});
  expect(await new Response(stream.body).text()).toBe('event: dropped\ndata: {"count":1}\n\nevent: done\ndata: {}\n\n');
});

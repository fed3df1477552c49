import { describe, expect, it } from 'vitest';
import { ask, eventsOf, MARK, MARK_1H, post } from './fake-anthropic.fixture.ts';
import { type FakeAnthropic, type FakeAnthropicOptions, startFakeAnthropic } from './fake-anthropic.ts';
import { manualClock } from './manual-clock.ts';

/** A block of 100 tokens, and of 104 where it opens a message. */
const BLOCK = 'x'.repeat(99);
const OPTIONS = { count: (said: string) => (said === 'text' ? 1 : said.length), minCacheTokens: 1 };
const MINUTE_MS = 60_000;

/** So many blocks in one user message, the ones named marked. */
function blocks(count: number, markers: Readonly<Record<number, object>> = {}, salt = ''): object {
  const content = Array.from({ length: count }, (_, at) => {
    return { type: 'text', text: (at === 0 ? salt : '') + BLOCK.slice(at === 0 ? salt.length : 0), ...markers[at] };
  });
  return { messages: [{ role: 'user', content }] };
}

async function usageOf(server: FakeAnthropic, fields: object): Promise<readonly number[]> {
  const { usage } = (await ask(server, fields)).body;
  const { input_tokens: input, cache_creation_input_tokens: written, cache_read_input_tokens: read } = usage;
  return [input, written, read];
}

async function withCache(
  use: (server: FakeAnthropic, clock: ReturnType<typeof manualClock>) => Promise<void>,
  options: FakeAnthropicOptions = {},
) {
  const clock = manualClock();
  await using server = await startFakeAnthropic({ ...OPTIONS, now: () => clock.now(), ...options });
  await use(server, clock);
}

describe('the cache of the fake', () => {
  it('writes what ends at a marker, reads it in the next request, and bills the rest', async () => {
    await withCache(async (server) => {
      expect(await usageOf(server, blocks(3, { 1: MARK }))).toEqual([100, 204, 0]);
      expect(await usageOf(server, blocks(4, { 1: MARK }))).toEqual([200, 0, 204]);
      expect(await usageOf(server, blocks(4, { 3: MARK }))).toEqual([0, 200, 204]);
      expect(await usageOf(server, blocks(3))).toEqual([304, 0, 0]);
    });
  });

  it('finds nothing where no marker stood, and nothing behind a change', async () => {
    await withCache(async (server) => {
      await ask(server, blocks(6, { 5: MARK }));
      expect(await usageOf(server, blocks(4, { 3: MARK }))).toEqual([0, 404, 0]);
      expect(await usageOf(server, blocks(6, { 5: MARK }, 'y'))).toEqual([0, 604, 0]);
      expect((await usageOf(server, { ...blocks(6, { 5: MARK }), model: 'other' }))[2]).toBe(0);
    });
  });

  it('looks at twenty blocks, the marked one counted: an entry at 15 is found from 34, not from 35', async () => {
    await withCache(async (server) => {
      await ask(server, blocks(15, { 14: MARK }));
      expect(await usageOf(server, blocks(35, { 34: MARK }))).toEqual([0, 3_504, 0]);
      expect(await usageOf(server, blocks(36, { 14: MARK, 35: MARK }))).toEqual([0, 100, 3_504]);
    });
    await withCache(async (server) => {
      await ask(server, blocks(15, { 14: MARK }));
      expect(await usageOf(server, blocks(34, { 33: MARK }))).toEqual([0, 1_900, 1_504]);
    });
    await withCache(async (server) => {
      await ask(server, blocks(15, { 14: MARK }));
      expect(await usageOf(server, blocks(60, { 14: MARK, 59: MARK }))).toEqual([0, 4_500, 1_504]);
    });
  });

  it('passes over prefixes that are too short, without a word', async () => {
    await withCache(
      async (server) => {
        expect(await usageOf(server, blocks(2, { 1: MARK }))).toEqual([204, 0, 0]);
        expect(await usageOf(server, blocks(2, { 1: MARK }))).toEqual([204, 0, 0]);
        expect(await usageOf(server, blocks(3, { 1: MARK, 2: MARK }))).toEqual([0, 304, 0]);
      },
      { minCacheTokens: 300 },
    );
  });

  it('forgets after five minutes, counted from the start of the last request that used it', async () => {
    await withCache(async (server, clock) => {
      await ask(server, blocks(2, { 1: MARK }));
      clock.advance(4 * MINUTE_MS);
      expect(await usageOf(server, blocks(2, { 1: MARK }))).toEqual([0, 0, 204]);
      clock.advance(4 * MINUTE_MS);
      expect(await usageOf(server, blocks(2, { 1: MARK }))).toEqual([0, 0, 204]);
      clock.advance(5 * MINUTE_MS);
      expect(await usageOf(server, blocks(2, { 1: MARK }))).toEqual([0, 204, 0]);
    });
  });

  it('keeps for an hour what was marked so, and bills the two lifetimes apart', async () => {
    await withCache(async (server, clock) => {
      const both = blocks(4, { 0: MARK_1H, 2: MARK });
      const { usage } = (await ask(server, both)).body;
      expect(usage.cache_creation).toEqual({ ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 104 });
      expect(usage).toMatchObject({ input_tokens: 100, cache_creation_input_tokens: 304 });
      clock.advance(59 * MINUTE_MS);
      expect(await usageOf(server, both)).toEqual([100, 200, 104]);
      clock.advance(60 * MINUTE_MS);
      expect(await usageOf(server, both)).toEqual([100, 304, 0]);
    });
  });

  it('keeps tools and system when only the messages change', async () => {
    await withCache(async (server) => {
      const tools = [{ name: 'read', description: BLOCK, input_schema: { type: 'object' } }];
      const system = [{ type: 'text', text: BLOCK, ...MARK }];
      const [, written] = await usageOf(server, { tools, system, ...blocks(1) });
      expect(await usageOf(server, { tools, system, ...blocks(1, {}, 'y') })).toEqual([104, 0, written]);
      const other = [{ ...tools[0], name: 'read2' }];
      expect((await usageOf(server, { tools: other, system, ...blocks(1) }))[2]).toBe(0);
      const choice = { tools, system, tool_choice: { type: 'any' }, ...blocks(1) };
      expect((await usageOf(server, choice))[2]).toBe(written);
    });
  });

  it('writes nothing for a request that the script answers with an error', async () => {
    const script = [
      { kind: 'status', status: 529 },
      { kind: 'reply', text: 'Hi.' },
    ] as const;
    await withCache(
      async (server) => {
        await ask(server, blocks(2, { 1: MARK }));
        expect(await usageOf(server, blocks(2, { 1: MARK }))).toEqual([0, 204, 0]);
      },
      { script },
    );
  });

  it('lets a request that runs beside the first pay for the whole', async () => {
    await withCache(
      async (server) => {
        const marked = blocks(2, { 1: MARK });
        const [first, second] = await Promise.all([usageOf(server, marked), usageOf(server, marked)]);
        expect([first, second]).toEqual([
          [0, 204, 0],
          [0, 204, 0],
        ]);
        expect(await usageOf(server, marked)).toEqual([0, 0, 204]);
      },
      { script: { kind: 'reply', text: 'Hi.', delayMs: 50 } },
    );
  });

  it('sets a marker itself where the request as a whole has one, on the last block', async () => {
    await withCache(async (server) => {
      expect(await usageOf(server, { ...MARK, ...blocks(2) })).toEqual([0, 204, 0]);
      expect(await usageOf(server, { ...MARK, ...blocks(3) })).toEqual([0, 100, 204]);
    });
  });

  it('tells the same in a stream, at its start and at its end', async () => {
    await withCache(async (server) => {
      const events = await eventsOf(await post(server, { ...blocks(2, { 0: MARK }), stream: true }));
      const expected = { input_tokens: 100, cache_creation_input_tokens: 104, cache_read_input_tokens: 0 };
      expect(events[0]?.message.usage).toMatchObject(expected);
      expect(events.at(-2)?.usage).toMatchObject({ ...expected, output_tokens: expect.any(Number) });
    });
  });
});

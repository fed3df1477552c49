import { describe, expect, it } from 'vitest';
import { parseRecallId } from './recall-id.ts';
import { toolBench } from './tools.fixture.ts';

describe('an id', () => {
  it('comes bare, as a number, or in a line that holds no other', () => {
    const message = { kind: 'message', entry: 12 };
    for (const written of [
      'msg_12',
      'MSG_12',
      ' 12 ',
      12,
      'msg_12 #34 tool terminal line 7: …',
      'cursor="msg_12@9" msg_12',
    ]) {
      expect(parseRecallId(written)).toEqual(message);
    }
    const summary = { kind: 'summary', id: 'sum_0123456789ab' };
    for (const written of ['sum_0123456789ab', '[sum_0123456789AB leaf #1-#9]']) {
      expect(parseRecallId(written)).toEqual(summary);
    }
  });

  it('is refused when it is none, or more than one', () => {
    for (const written of [
      '',
      'sum_12',
      'sum_0123456789abc',
      'msg_',
      '#34',
      '-1',
      1.5,
      null,
      {},
      'msg_1 msg_2',
      '9'.repeat(40),
    ]) {
      expect(() => parseRecallId(written)).toThrow('"msg_" and a number');
    }
  });

  it('of another conversation is as unknown as one that never was', async () => {
    const bench = await toolBench();
    await bench.say(['mine']);
    const [foreign = 0] = await bench.say(['theirs: hidden'], 'other');
    const summary = await bench.leaf([foreign], 'hidden too', 'other');
    const never = 'sum_000000000000';
    for (const [id, other] of [
      [`msg_${foreign}`, 'msg_999'],
      [summary, never],
    ] as const) {
      for (const tool of ['lcm_describe', 'lcm_expand']) {
        const errors = await Promise.all(
          [id, other].map((each) => bench.call(tool, { id: each }).catch((error: Error) => error.message)),
        );
        expect(errors[0]).toContain(`no ${id}`);
        expect(errors[0]?.replace(id, '')).toBe(errors[1]?.replace(other, ''));
      }
    }
    await expect(bench.call('lcm_expand_query', { prompt: 'x', id: summary })).rejects.toThrow(`no ${summary}`);
    await expect(bench.call('lcm_grep', { pattern: 'hidden', within: summary })).rejects.toThrow('may not be read');
    await expect(bench.call('lcm_grep', { pattern: 'hidden', within: 'all' })).rejects.toThrow('may not be read');
  });

  it('I3 that was ever shown resolves, also after its branch was left', async () => {
    const bench = await toolBench();
    const [first = 0, second = 0] = await bench.say(['first', 'second']);
    const summary = await bench.leaf([first, second]);
    await bench.store.ingest('s', [{ message: { role: 'user', content: 'anew' }, tokens: 1, at: 5 }], {
      delivery: 'live',
    });
    expect(await bench.call('lcm_expand', { id: second })).toContain('second');
    expect(await bench.call('lcm_expand', { id: summary })).toContain('second');
    expect(await bench.call('lcm_describe', { id: second })).toContain('#2 user');
    expect(await bench.call('lcm_describe', { id: summary })).toContain('a summary');
  });
});

import type { ContextEngine, Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { runEngine } from './run-engine.ts';

const messages: Messages = [
  { role: 'user', content: 'Read the log.' },
  { role: 'assistant', content: 'A long answer. '.repeat(50) },
  { role: 'user', content: 'Now fix it.' },
];
const run = (engine: Partial<ContextEngine>, more: { readonly force?: boolean; readonly isEnabled?: boolean } = {}) =>
  runEngine({
    engine: {
      updateFromResponse: () => undefined,
      shouldCompress: () => true,
      compress: async () => never(),
      ...engine,
    },
    name: 'toy',
    isEnabled: more.isEnabled ?? true,
    timeoutMs: 50,
    request: { messages, promptTokens: 900, signal: new AbortController().signal, force: more.force ?? false },
  });
function never(): never {
  throw new Error('must not be asked');
}

describe('runEngine', () => {
  it('hands on a sound answer', async () => {
    const outcome = { kind: 'compressed', messages: messages.slice(2) } as const;
    expect(await run({ compress: async () => outcome })).toBe(outcome);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['throws', async () => Promise.reject(new Error('no disk')), 'It threw: no disk'],
    ['never ends', () => new Promise(() => undefined), 'did not end in time'],
    ['answers nonsense', async () => 5, 'that is no outcome'],
    ['empties the list', async () => ({ kind: 'compressed', messages: [] }), 'an empty list'],
    ['makes it longer', async () => ({ kind: 'compressed', messages: [...messages, ...messages] }), 'not smaller'],
  ])('leaves the conversation alone when an engine %s, and says so', async (_, compress, problem) => {
    const outcome = await run({ compress: compress as ContextEngine['compress'] });
    expect(outcome).toMatchObject({
      kind: 'unchanged',
      reason: 'engine-failed',
      warnings: [expect.stringContaining(problem)],
    });
  });

  it('gives the engine its own reason when it does not want to, and invents none', async () => {
    const status = { thresholdTokens: 1_000, compressionCount: 0 };
    const asleep = { shouldCompress: () => false };
    expect(await run(asleep)).toMatchObject({ reason: 'declined' });
    expect(await run({ ...asleep, status: () => status })).toMatchObject({ reason: 'below-threshold' });
    expect(await run({ ...asleep, status: () => ({ ...status, thresholdTokens: 500 }) })).toMatchObject({
      reason: 'declined',
    });
    const blocked = { reason: 'ineffective', detail: 'The last two saved nothing.' } as const;
    expect(await run({ ...asleep, status: () => ({ ...status, blocked }) })).toMatchObject(blocked);
    expect(await run(asleep, { isEnabled: false })).toMatchObject({ reason: 'disabled' });
  });

  it('rejects with the reason of the user who stopped it', async () => {
    const stop = new AbortController();
    const engine: ContextEngine = {
      updateFromResponse: () => undefined,
      shouldCompress: () => true,
      compress: async () => {
        stop.abort(new Error('stopped'));
        throw new Error('something else');
      },
    };
    const request = { messages, promptTokens: 900, signal: stop.signal };
    await expect(runEngine({ engine, name: 'toy', isEnabled: true, request })).rejects.toThrow('stopped');
  });
});

import type { ContextEngine } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { createEngine } from './create-engine.ts';
import { services, smallEngine } from './engine.fixture.ts';

const create = (make: () => unknown) => {
  const plugin = { ...smallEngine('lcm'), create: make as () => ContextEngine };
  return createEngine({ plugin, options: {}, services, timeoutMs: 20 });
};

const engine: ContextEngine = {
  updateFromResponse() {},
  shouldCompress: () => false,
  compress: async () => ({ kind: 'unchanged', reason: 'disabled' }),
};

describe('createEngine', () => {
  it('hands back the very engine, made at once or later', async () => {
    expect(await create(() => engine)).toEqual({ kind: 'created', engine });
    const later = await create(async () => engine);
    expect(later.kind === 'created' && later.engine).toBe(engine);
  });

  it('passes options and services on', async () => {
    const seen: unknown[] = [];
    const plugin = {
      ...smallEngine('lcm'),
      create: (...given: unknown[]) => {
        seen.push(...given);
        return engine;
      },
    };
    await createEngine({ plugin, options: { keep: 2 }, services });
    expect(seen).toEqual([{ keep: 2 }, services]);
  });

  it('turns a throw and a rejection into an error with its cause', async () => {
    const cause = new Error('disk full');
    const thrown = await create(() => {
      throw cause;
    });
    const rejected = await create(() => Promise.reject(cause));
    for (const made of [thrown, rejected]) {
      expect(made).toMatchObject({ kind: 'failed', error: { code: 'CTX_ENGINE_CREATE_FAILED', engine: 'lcm', cause } });
      expect(made.kind === 'failed' && made.error.message).toContain('disk full');
    }
  });

  it('gives up on a create that never ends', async () => {
    const made = await create(() => new Promise(() => {}));
    expect(made.kind === 'failed' && made.error.message).toContain('did not end within 20 ms');
  });

  it('has an engine dispose of itself that came too late, or cannot be used', async () => {
    const disposed: string[] = [];
    const disposable = (name: string) => ({
      ...engine,
      async dispose() {
        disposed.push(name);
        throw new Error('nobody listens');
      },
    });
    await create(() => new Promise((resolve) => setTimeout(() => resolve(disposable('late')), 40)));
    await create(() => ({ ...disposable('unusable'), compress: undefined }));
    await expect.poll(() => disposed.toSorted()).toEqual(['late', 'unusable']);
  });

  it('names each method that is missing or odd', async () => {
    const made = await create(() => ({ ...engine, compress: undefined, dispose: true, tools: {} }));
    const message = made.kind === 'failed' ? made.error.message : '';
    expect(message).toContain('compress must be a function.');
    expect(message).toContain('dispose must be a function, or absent.');
    expect(message).toContain('tools must be a list, or absent.');
    expect((await create(() => undefined)).kind).toBe('failed');
  });
});

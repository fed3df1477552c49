import type { ContextEngine } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { named, PartNames } from './named-engine.ts';
import { engine } from './parts.fixture.ts';

describe('the names of parts', () => {
  it('are their own, or go with their place, and come once', () => {
    const names = new PartNames('pipeline');
    const parts = [
      engine(),
      named('lcm', engine()),
      named('lcm', engine()),
      named(' \u001b[2Jlcm\n', engine()),
      named('', engine()),
    ];
    const given = parts.map((part, index) => names.add(part, `stage ${index + 1}`).name);
    expect(given).toEqual(['stage 1', 'lcm', 'lcm 2', '[2Jlcm', 'stage 5']);
  });

  it('take an engine with a field of that name for an engine', () => {
    const inner = Object.assign(engine(), { engine: 'v8', name: 'x' });
    expect(new PartNames('pipeline').add(inner, 'stage 1')).toEqual({ name: 'stage 1', engine: inner });
  });

  it('refuse what is no engine, and one engine twice', () => {
    const names = new PartNames('fallback');
    const twin = engine();
    names.add(twin, 'first');
    expect(() => names.add(named('other', twin), 'second')).toThrow('fallback was given one engine twice');
    const promise = Promise.resolve(engine()) as unknown as ContextEngine;
    expect(() => names.add(promise, 'second')).toThrow('fallback was given "second", which is no engine');
    expect(() => names.add(undefined as unknown as ContextEngine, 'third')).toThrow('is no engine');
  });
});

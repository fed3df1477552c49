import 'reflect-metadata';
import { ContextHostError } from '@hermes-context/contract';
import fc from 'fast-check';
import { container, type InjectionToken } from 'tsyringe';
import { describe, expect, it } from 'vitest';
import { createEngineRegistry } from './create-engine-registry.ts';
import { smallEngine } from './engine.fixture.ts';
import { BuiltInEngineToken, EngineRegistryToken, RegisteredEngineToken } from './tokens.ts';

const builtIn = smallEngine('compressor');

describe('createEngineRegistry', () => {
  it('lists the built-in engine first, then the registered ones in order', () => {
    const registry = createEngineRegistry({ builtIn });
    const [second, first] = [smallEngine('zeta'), smallEngine('alpha')];
    expect(registry.registerContextEngine(second, { source: 'pkg-z' }).kind).toBe('registered');
    expect(registry.registerContextEngine(first, { source: 'pkg-a' }).kind).toBe('registered');

    expect(registry.list()).toEqual([
      { plugin: builtIn, source: { kind: 'built-in' } },
      { plugin: second, source: { kind: 'registered', source: 'pkg-z' } },
      { plugin: first, source: { kind: 'registered', source: 'pkg-a' } },
    ]);
    expect(registry.find('alpha')?.plugin).toBe(first);
    expect(registry.find('compressor')).toBeUndefined();
  });

  it('gives a name that two want to neither, and names both parties', () => {
    const registry = createEngineRegistry({ builtIn });
    registry.registerContextEngine(smallEngine('lcm'), { source: 'pkg-one' });
    const result = registry.registerContextEngine(smallEngine('lcm'), { source: 'pkg-two' });

    expect(result).toMatchObject({ kind: 'refused', error: { code: 'CTX_ENGINE_DUPLICATE' } });
    const text = result.kind === 'refused' ? result.error.message : '';
    expect(text).toContain('pkg-one');
    expect(text).toContain('pkg-two');
    expect(registry.find('lcm')).toBeUndefined();
    expect(registry.list()).toHaveLength(1);
    const sources = registry.contested()[0]?.claims.map(({ source }) => source);
    expect(sources).toEqual([
      { kind: 'registered', source: 'pkg-one' },
      { kind: 'registered', source: 'pkg-two' },
    ]);
    registry.registerContextEngine(smallEngine('lcm'), { source: 'pkg-three', plugin: 'three' });
    expect(registry.contested()[0]?.error.message).toBe(
      'Context engine "lcm" is claimed 3 times, so the name means none of them.\n' +
        '  why: It comes from the registration by pkg-one, the registration by pkg-three and the registration by pkg-two, and a name means one engine.\n' +
        '  fix: Keep one of them: hermes plugins disable three',
    );
  });

  it('knows the same, whatever order engines are registered in', () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'c', 'compressor'), { maxLength: 6 });
    const orders = names.chain((engines) => {
      const numbered = engines.map((name, index) => ({ name, source: `pkg-${index}` }));
      const { length } = numbered;
      return fc.tuple(fc.constant(numbered), fc.shuffledSubarray(numbered, { minLength: length, maxLength: length }));
    });
    const outcome = (order: readonly { readonly name: string; readonly source: string }[]) => {
      const registry = createEngineRegistry({ builtIn });
      for (const { name, source } of order) registry.registerContextEngine(smallEngine(name), { source });
      const found = ['a', 'b', 'c'].map((name) => registry.find(name)?.source);
      const listed = registry.list().map(({ plugin }) => plugin.name);
      return { found, listed: listed.toSorted(), contested: registry.contested().map(({ error }) => error.message) };
    };
    fc.assert(
      fc.property(orders, ([order, shuffled]) => {
        expect(outcome(shuffled)).toEqual(outcome(order));
      }),
    );
  });

  it('S-004 refuses a registration that carries the name of the built-in engine', () => {
    const registry = createEngineRegistry({ builtIn });
    const result = registry.registerContextEngine(smallEngine('compressor'), { source: 'pkg' });
    expect(result).toMatchObject({ kind: 'refused', error: { code: 'CTX_ENGINE_DUPLICATE' } });
    expect(result.kind === 'refused' && result.error.message).toContain('always means the built-in engine');
    expect(registry.list()).toHaveLength(1);
    expect(registry.contested()).toEqual([]);
  });

  it('refuses what is no plug-in, and what speaks another contract', () => {
    const registry = createEngineRegistry({ builtIn });
    const broken = registry.registerContextEngine({ ...smallEngine('lcm'), create: undefined }, { source: 'pkg' });
    expect(broken).toMatchObject({ kind: 'refused', error: { code: 'CTX_PLUGIN_LOAD_FAILED', plugin: 'lcm' } });
    const newer = registry.registerContextEngine({ ...smallEngine('lcm'), contract: 2 }, { source: 'pkg' });
    expect(newer).toMatchObject({ kind: 'refused', error: { code: 'CTX_PLUGIN_INCOMPATIBLE', declared: 2 } });
    expect(registry.list()).toHaveLength(1);
  });

  it('throws for a built-in engine of another name: a bug of the host', () => {
    expect(() => createEngineRegistry({ builtIn: smallEngine('other') })).toThrow(/must be named "compressor"/);
    try {
      createEngineRegistry({ builtIn: smallEngine('other') });
    } catch (error) {
      expect(ContextHostError.is(error)).toBe(true);
    }
  });

  it('answers to its tokens in its own container and those below', () => {
    const registry = createEngineRegistry({ builtIn });
    registry.registerContextEngine(smallEngine('lcm'), { source: 'pkg' });
    const session = registry.container.createChildContainer();
    expect(session.resolve(EngineRegistryToken)).toBe(registry);
    expect(session.resolve(BuiltInEngineToken)).toBe(builtIn);
    expect(session.resolveAll(RegisteredEngineToken).map(({ plugin }) => plugin.name)).toEqual(['lcm']);
  });

  it('sees what its parent holds, and leaves parent and process-wide container as they were', () => {
    const Config: InjectionToken<string> = Symbol('config');
    const parent = container.createChildContainer();
    parent.register(Config, { useValue: 'mine' });
    const registry = createEngineRegistry({ builtIn, parent });
    expect(registry.container.resolve(Config)).toBe('mine');
    expect(parent.isRegistered(EngineRegistryToken, true)).toBe(false);
    expect(container.isRegistered(BuiltInEngineToken)).toBe(false);
  });

  it('keeps two registries apart', () => {
    const [one, two] = [createEngineRegistry({ builtIn }), createEngineRegistry({ builtIn })];
    one.registerContextEngine(smallEngine('lcm'), { source: 'pkg' });
    expect(two.find('lcm')).toBeUndefined();
  });
});

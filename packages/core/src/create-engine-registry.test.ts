import 'reflect-metadata';
import { ContextHostError } from '@hermes-context/contract';
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

  it('refuses a second engine of one name and names both parties', () => {
    const registry = createEngineRegistry({ builtIn });
    const first = smallEngine('lcm');
    registry.registerContextEngine(first, { source: 'pkg-one' });
    const result = registry.registerContextEngine(smallEngine('lcm'), { source: 'pkg-two' });

    expect(result).toMatchObject({ kind: 'refused', error: { code: 'CTX_ENGINE_DUPLICATE' } });
    const text = result.kind === 'refused' ? result.error.message : '';
    expect(text).toContain('pkg-one');
    expect(text).toContain('pkg-two');
    expect(registry.find('lcm')?.plugin).toBe(first);
    expect(registry.list()).toHaveLength(2);
  });

  it('S-004 refuses a registration that carries the name of the built-in engine', () => {
    const registry = createEngineRegistry({ builtIn });
    const result = registry.registerContextEngine(smallEngine('compressor'), { source: 'pkg' });
    expect(result).toMatchObject({ kind: 'refused', error: { code: 'CTX_ENGINE_DUPLICATE' } });
    expect(registry.list()).toHaveLength(1);
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

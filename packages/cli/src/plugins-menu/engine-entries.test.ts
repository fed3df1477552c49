import { contextEngine as compressor } from '@hermes-context/compressor';
import type { ContextEnginePlugin } from '@hermes-context/contract';
import {
  createEngineRegistry,
  type EngineRegistry,
  type PluginDiscovery,
  type PluginFolder,
  PluginLoadError,
  type PluginRootKind,
} from '@hermes-context/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EngineParts, listEngines, usableNames } from './engine-entries.ts';

type StateKind = PluginFolder['state']['kind'];

const ROOTS: readonly PluginRootKind[] = ['project', 'home', 'configured', 'bundled'];

function folder(root: PluginRootKind, name: string, kind: StateKind = 'described'): PluginFolder {
  const path = `/${root}`;
  const manifest = {
    name,
    version: '1.0.0',
    description: 'Plain.',
    contract: 1,
    main: 'i.js',
    kind: 'context_engine',
  } as const;
  const error = new PluginLoadError({
    plugin: name,
    location: path,
    reason: 'manifest-missing',
    problem: 'No.',
    fix: 'Add.',
  });
  const states = {
    described: { kind: 'described', manifest },
    broken: { kind: 'broken', error, pluginKind: 'context_engine' },
    python: { kind: 'python' },
  } as const;
  return { name, folder: `${path}/${name}`, root: { kind: root, path }, state: states[kind] };
}

function registryOf(...claims: readonly (readonly [name: string, plugin: string])[]): EngineRegistry {
  const registry = createEngineRegistry({ builtIn: compressor });
  for (const [name, plugin] of claims) {
    const engine: ContextEnginePlugin = { ...compressor, name, description: 'Registered.' };
    registry.registerContextEngine(engine, { source: plugin, plugin });
  }
  return registry;
}

function partsOf(folders: readonly PluginFolder[], changes: Partial<EngineParts> = {}): EngineParts {
  const roots: PluginDiscovery['roots'] = ROOTS.map((kind) => ({ kind, path: `/${kind}`, state: 'listed' }));
  const discovery = { roots, folders };
  return {
    requested: 'compressor',
    untrusted: [],
    stages: [],
    registry: registryOf(),
    folders: discovery,
    ...changes,
  };
}

const brief = (parts: EngineParts) =>
  listEngines(parts).map(({ name, source, health, isCurrent }) => [
    `${isCurrent ? '*' : ''}${name}`,
    source?.kind === 'folder' ? source.root : (source?.kind ?? null),
    health,
  ]);

describe('the list of engines', () => {
  it('starts with the built-in one, then folders by their root, then registered ones', () => {
    const folders = [folder('project', 'own'), folder('home', 'mine'), folder('bundled', 'keep-turns')];
    expect(brief(partsOf(folders, { registry: registryOf(['notes', 'notes-plugin']) }))).toEqual([
      ['*compressor', 'built-in', 'ok'],
      ['own', 'project', 'ok'],
      ['mine', 'home', 'ok'],
      ['keep-turns', 'bundled', 'ok'],
      ['notes', 'registered', 'ok'],
    ]);
  });

  it('says of a name in two places which of them is not used, and which is', () => {
    const folders = [folder('home', 'twice'), folder('bundled', 'twice'), folder('home', 'compressor')];
    const parts = partsOf(folders, { requested: 'twice', registry: registryOf(['twice', 'notes']) });
    expect(brief(parts)).toEqual([
      ['compressor', 'built-in', 'ok'],
      ['*twice', 'home', 'ok'],
      ['twice', 'bundled', 'shadowed'],
      ['compressor', 'home', 'shadowed'],
      ['twice', 'registered', 'shadowed'],
    ]);
    expect(listEngines(parts)[2]?.shadowedBy).toEqual({ kind: 'folder', folder: '/home/twice', root: 'home' });
    expect(listEngines(parts)[3]?.shadowedBy).toEqual({ kind: 'built-in' });
  });

  it('passes over what is broken, as a session does, and keeps it in sight with its why', () => {
    const parts = partsOf([folder('home', 'twice', 'broken'), folder('bundled', 'twice')], { requested: 'twice' });
    expect(brief(parts).slice(1)).toEqual([
      ['twice', 'home', 'broken'],
      ['*twice', 'bundled', 'ok'],
    ]);
    expect(listEngines(parts)[1]?.problem).toMatchObject({ code: 'CTX_PLUGIN_LOAD_FAILED', why: 'No.', fix: 'Add.' });
  });

  it('marks a broken engine as current when that is what was chosen', () => {
    expect(brief(partsOf([folder('home', 'mine', 'broken')], { requested: 'mine' }))[1]).toEqual([
      '*mine',
      'home',
      'broken',
    ]);
  });

  it('shows both plug-ins that want one name, with both in the explanation', () => {
    const parts = partsOf([], { registry: registryOf(['notes', 'one'], ['notes', 'other']) });
    expect(brief(parts).slice(1)).toEqual([
      ['notes', 'registered', 'contested'],
      ['notes', 'registered', 'contested'],
    ]);
    expect(listEngines(parts)[1]?.problem?.fix).toBe(
      'Keep one of them: hermes plugins disable one, or hermes plugins disable other',
    );
  });

  it.each([
    ['lmc', 'CTX_ENGINE_NOT_FOUND'],
    ['../x', 'CTX_ENGINE_NAME_INVALID'],
  ])('keeps %s in the list when it is chosen and nowhere', (requested, code) => {
    const entry = listEngines(partsOf([folder('home', 'lcm')], { requested })).at(-1);
    expect(entry).toMatchObject({
      name: requested,
      source: null,
      health: 'not-found',
      isCurrent: true,
      problem: { code },
    });
  });

  it('leaves a plug-in of the Python agent alone', () => {
    expect(brief(partsOf([folder('home', 'theirs', 'python')]))[1]).toEqual(['theirs', 'home', 'python']);
  });

  it('does not trust an engine of the project that only the project names', () => {
    const folders = [folder('project', 'own'), folder('project', 'other')];
    const parts = partsOf(folders, { requested: 'own', untrusted: ['own'] });
    expect(brief(parts).slice(1)).toEqual([
      ['*own', 'project', 'untrusted'],
      ['other', 'project', 'ok'],
    ]);
    const elsewhere = partsOf([...folders, folder('home', 'own')], { requested: 'own', untrusted: ['own'] });
    expect(brief(elsewhere).at(-1)).toEqual(['*own', 'home', 'ok']);
  });

  it('shows pipeline once it is set up or chosen, and what keeps it from running', () => {
    const folders = [folder('home', 'mine')];
    const last = (changes: Partial<EngineParts>) => listEngines(partsOf(folders, changes)).at(-1);
    expect(brief(partsOf(folders)).map(([name]) => name)).not.toContain('pipeline');
    expect(brief(partsOf(folders, { stages: ['mine', 'compressor'] })).at(-1)).toEqual(['pipeline', 'stages', 'ok']);
    expect(last({ requested: 'pipeline' })).toMatchObject({ isCurrent: true, problem: { code: 'CTX_STAGES_MISSING' } });
    expect(last({ stages: ['mein'] })).toMatchObject({
      health: 'broken',
      problem: { code: 'CTX_STAGE_LEFT_OUT', fix: 'Did you mean "mine"? Correct context.stages: hermes config edit' },
    });
    expect(last({ stages: ['mine', 'mine'] })?.problem?.why).toContain('more than once');
    expect(last({ stages: ['mine', 'pipeline'] })?.problem?.why).toContain('of itself');
  });

  it('gives the name pipeline to no plug-in', () => {
    const parts = partsOf([folder('home', 'pipeline')], { stages: ['compressor'], requested: 'pipeline' });
    expect(brief(parts)).toEqual([
      ['compressor', 'built-in', 'ok'],
      ['pipeline', 'home', 'shadowed'],
      ['*pipeline', 'stages', 'ok'],
    ]);
  });

  it('cleans what a plug-in says of itself', () => {
    const odd = folder('home', 'odd');
    if (odd.state.kind !== 'described') throw new Error('It is described.');
    const manifest = { ...odd.state.manifest, description: '\u001b[2Jgone\nnext', version: '1\u0007' };
    const entry = listEngines(partsOf([{ ...odd, state: { kind: 'described', manifest } }]))[1];
    expect(entry).toMatchObject({ description: 'gone next', version: '1' });
  });

  it('marks one entry as current whatever there is, and gives each name one place to lead to', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'compressor', 'pipeline');
    const kinds = fc.constantFrom<StateKind>('described', 'broken', 'python');
    const cells = fc.uniqueArray(fc.tuple(fc.nat({ max: ROOTS.length - 1 }), names, kinds), {
      selector: ([root, name]) => `${root} ${name}`,
    });
    const claims = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'd'), fc.constantFrom('one', 'other')));
    const requested = fc.constantFrom('a', 'b', 'd', 'compressor', 'pipeline', 'zzz', '../x');
    fc.assert(
      fc.property(
        cells,
        claims,
        fc.record({ requested, isTrusted: fc.boolean() }),
        (places, registered, { isTrusted, ...chosen }) => {
          const asked = { ...chosen, untrusted: isTrusted ? [] : [chosen.requested] };
          const folders = places
            .toSorted(([one], [other]) => one - other)
            .map(([root, name, kind]) => folder(ROOTS[root]!, name, kind));
          const entries = listEngines(partsOf(folders, { ...asked, registry: registryOf(...registered) }));
          expect(entries.filter(({ isCurrent }) => isCurrent).map(({ name }) => name)).toEqual([asked.requested]);
          const usable = entries.filter(({ health }) => health === 'ok').map(({ name }) => name);
          expect(usable).toEqual(usableNames(entries));
          expect(usable[0]).toBe('compressor');
        },
      ),
    );
  });
});

import { existsSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { smallEngine } from '../engine.fixture.ts';
import { manifestText, temporaryFolder, writeFiles, writePlugin } from '../plugin-folder.fixture.ts';
import { engineText, GOOD, heard, home, writeEntry, writeGeneral } from './general-plugin.fixture.ts';

const call = { signal: new AbortController().signal };

describe('a general plug-in', () => {
  it('registers an engine, a command and a listener', async () => {
    const { plugins, load } = await home();
    const folder = await writeGeneral(plugins, 'notes', GOOD);
    const { general, registry, events, stateOf } = await load(['notes']);

    expect(general.notices).toEqual([]);
    expect(stateOf('notes')).toEqual({
      kind: 'loaded',
      engines: ['notes-engine'],
      commands: ['show-notes'],
      events: ['session:compress'],
      conflicts: [],
    });
    expect(registry.find('notes-engine')?.source).toEqual({
      kind: 'registered',
      source: `notes (${folder})`,
      plugin: 'notes',
    });
    expect(await general.commands[0]?.run('today', call)).toBe('notes today');
    events.emit('session:compress', { session_id: 's1' });
    expect(heard()).toEqual(['notes s1']);
  });

  it('gets its name, a folder for data, and a log', async () => {
    const { path, plugins, load } = await home();
    const text = `import { appendFileSync, mkdirSync } from 'node:fs';
      export function register({ name, dataDir, log }) { mkdirSync(dataDir, { recursive: true }); appendFileSync(dataDir + '/ran', name); log.info('up', { name }); }`;
    await writeEntry(plugins, 'notes', text);
    const lines: string[] = [];
    const log = { debug() {}, warn() {}, info: (event: string) => lines.push(event) };
    await load(['notes'], { logFor: (plugin) => ({ ...log, info: (event) => lines.push(`${plugin} ${event}`) }) });
    expect(existsSync(join(path, 'context', 'plugins', 'notes', 'ran'))).toBe(true);
    expect(lines).toEqual(['notes up']);
  });

  it('in TypeScript imports the contract with nothing installed beside it', async () => {
    const { plugins, load } = await home();
    const text = `import { defineContextEngine, type PluginContext } from '@hermes-context/contract';
      export function register(context: PluginContext): void { context.registerContextEngine(defineContextEngine(${engineText('typed')})); }`;
    const files = { 'plugin.yaml': manifestText('typed'), 'index.ts': text };
    await writePlugin(plugins, 'typed', files);
    expect((await load(['typed'])).registry.find('typed')).toBeDefined();
  });

  it('is not run unless enabled, and never when disabled', async () => {
    const { plugins, load } = await home();
    await writeGeneral(plugins, 'notes', 'globalThis.hermesNotes = true;');
    const idle = await load([]);
    expect(idle.stateOf('notes')).toEqual({ kind: 'off', why: 'not-enabled' });
    const off = await load(['notes'], { disabled: ['notes'] });
    expect(off.stateOf('notes')).toEqual({ kind: 'off', why: 'disabled' });
    expect([...idle.general.notices, ...off.general.notices]).toEqual([]);
    expect(globalThis).not.toHaveProperty('hermesNotes');
  });

  it('of a home is used before one of the same name elsewhere', async () => {
    const { plugins, load } = await home();
    const other = await temporaryFolder();
    const first = await writeGeneral(plugins, 'notes', GOOD);
    const yaml = { 'plugin.yaml': manifestText('notes', { kind: 'general', main: 'index.mjs' }) };
    await writeGeneral(other, 'notes', 'throw new Error("must not run");', yaml);
    const { general } = await load(['notes'], { configured: [other] });
    expect(general.records.map(({ state }) => state.kind)).toEqual(['loaded', 'shadowed']);
    expect(general.records[1]?.state).toEqual({ kind: 'shadowed', by: first });
  });
});

describe('one general plug-in that fails', () => {
  it.each<[string, string, string]>([
    ['throws on import', 'import-threw', 'throw new Error("boom");'],
    ['never ends to be imported', 'import-timeout', 'await new Promise(() => {});'],
    ['leaves a rejection behind', 'import-threw', 'Promise.reject(new Error("boom"));'],
    ['exports nothing', 'export-missing', 'export const notes = 1;'],
    ['exports an engine', 'export-missing', `export const contextEngine = ${engineText('bad')};`],
    ['exports no function', 'export-invalid', 'export const register = {};'],
    ['throws', 'register-threw', `export function register(context) { ${GOOD} throw new Error('boom'); }`],
    ['rejects', 'register-threw', `export async function register(context) { ${GOOD} throw null; }`],
    [
      'never ends',
      'register-timeout',
      `export async function register(context) { ${GOOD} await new Promise(() => {}); }`,
    ],
    [
      'leaves a rejection of its register behind',
      'register-threw',
      `export function register(context) { ${GOOD} Promise.reject(new Error('boom')); }`,
    ],
  ])('and %s leaves nothing behind, and the others are loaded', async (_, reason, text) => {
    const { plugins, load } = await home();
    await writeEntry(plugins, 'bad', text);
    await writeGeneral(plugins, 'good', GOOD);
    const { general, registry, events, stateOf } = await load(['bad', 'good'], { timeoutMs: 100 });
    const state = stateOf('bad');
    expect(state).toMatchObject({ kind: 'broken', error: { code: 'CTX_PLUGIN_LOAD_FAILED', reason } });
    expect(general.notices).toEqual([state?.kind === 'broken' ? state.error : undefined]);
    expect(general.notices[0]?.message).toMatch(/^Plug-in "bad" from .+\n {2}why: .+\n {2}fix: .+/);

    expect(registry.list().map(({ plugin }) => plugin.name)).toEqual(['compressor', 'notes-engine']);
    expect(general.commands.map(({ plugin }) => plugin)).toEqual(['good']);
    events.emit('session:compress', { session_id: 's1' });
    expect(heard()).toEqual(['good s1']);
  });

  it.each<[string, string, RegExp]>([
    [
      'the name of the built-in engine',
      `context.registerContextEngine(${engineText('compressor')})`,
      /always means the built-in/,
    ],
    [
      'the name of a pipeline',
      `context.registerContextEngine(${engineText('pipeline')})`,
      /always means the engines of context\.stages/,
    ],
    ['what is no engine', 'context.registerContextEngine({ name: "x" })', /Its create must be a function/],
    ['an engine twice', `for (const _ of [1, 2]) context.registerContextEngine(${engineText('x')})`, /"x" twice/],
    ['an engine of another contract', `context.registerContextEngine(${engineText('x', 'contract: 2')})`, /version 2/],
    ['a command of the host', `context.registerCommand({ name: '/Compress', description: 'x', run() {} })`, /keeps it/],
    ['a command without a name', `context.registerCommand({ name: '/', description: 'x', run() {} })`, /named "\/"/],
    [
      'a command that is a path',
      `context.registerCommand({ name: '../x', description: 'x', run() {} })`,
      /named "\.\.\/x"/,
    ],
    [
      'a command twice',
      `for (const name of ['a b', 'A-B']) context.registerCommand({ name, description: 'x', run() {} })`,
      /a-b twice/,
    ],
    ['a command that cannot run', `context.registerCommand({ name: 'x', description: 'x' })`, /a function run/],
    ['nothing', 'context.registerCommand(undefined)', /a function run/],
    ['a listener that is none', `context.on('session:compress')`, /and a function/],
    ['a listener to nothing', `context.on('', () => {})`, /the name of an event/],
  ])('because it registers %s is refused as a whole, even if it catches that', async (_, body, problem) => {
    const { plugins, load } = await home();
    await writeGeneral(plugins, 'bad', `${GOOD} try { ${body}; } catch {}`);
    const { general, registry, stateOf } = await load(['bad']);
    const state = stateOf('bad');
    expect(state).toMatchObject({ kind: 'broken', error: { reason: 'register-refused' } });
    expect(state?.kind === 'broken' && state.error.message).toMatch(problem);
    expect(registry.list()).toHaveLength(1);
    expect(general.commands).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['another contract', { 'plugin.yaml': manifestText('bad', { contract: '7' }) }, 'CTX_PLUGIN_INCOMPATIBLE'],
    ['a broken manifest', { 'plugin.yaml': '"' }, 'CTX_PLUGIN_LOAD_FAILED'],
    ['another name', { 'plugin.yaml': manifestText('other') }, 'CTX_PLUGIN_LOAD_FAILED'],
    [
      'an entry out of the folder',
      { 'plugin.yaml': manifestText('bad', { main: '../../evil.mjs' }) },
      'CTX_PLUGIN_LOAD_FAILED',
    ],
  ])('for %s runs no code', async (_, files, code) => {
    const { path, plugins, load } = await home();
    const bomb = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(path, 'marker'))}, '');`;
    await writeFiles(path, { 'evil.mjs': bomb });
    await writeEntry(plugins, 'bad', bomb, files);
    const { general, stateOf } = await load(['bad']);
    expect(stateOf('bad')).toMatchObject({ kind: 'broken', error: { code } });
    expect(general.notices).toHaveLength(1);
    expect(existsSync(join(path, 'marker'))).toBe(false);
  });

  it('through a link out of its folder runs no code', async () => {
    const { path, plugins, load } = await home();
    const marker = join(path, 'marker');
    await writeFile(
      join(path, 'evil.mjs'),
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, '');`,
    );
    await writeFiles(plugins, { 'bad/plugin.yaml': manifestText('bad', { main: 'index.mjs' }) });
    await symlink(join(path, 'evil.mjs'), join(plugins, 'bad', 'index.mjs'));
    expect((await load(['bad'])).stateOf('bad')).toMatchObject({ kind: 'broken', error: { reason: 'entry-invalid' } });
    expect(existsSync(marker)).toBe(false);
  });

  it('before it is run, as the host was told, is not imported', async () => {
    const { plugins, load } = await home();
    await writeEntry(plugins, 'bad', 'globalThis.hermesImported = true;');
    const findFault = async () => {
      throw new Error('the check of a host');
    };
    expect((await load(['bad'], { findFault })).stateOf('bad')).toMatchObject({ kind: 'broken' });
    expect(globalThis).not.toHaveProperty('hermesImported');
  });

  it('and is not enabled is listed, and mentioned to nobody', async () => {
    const { plugins, load } = await home();
    await writeEntry(plugins, 'bad', '', { 'plugin.yaml': '"' });
    const { general, stateOf } = await load([]);
    expect(stateOf('bad')).toMatchObject({ kind: 'broken' });
    expect(general.notices).toEqual([]);
  });
});

describe('names in plugins.enabled that lead nowhere', () => {
  it('are told once each, with the nearest name or the command that removes the entry', async () => {
    const { plugins, load } = await home();
    await writeGeneral(plugins, 'notes', '');
    const { general } = await load(['note', 'zzz', 'zzz', '../evil', 'lcm'], { engineNames: ['lcm'] });
    expect(general.notices.map(({ code }) => code)).toEqual([
      'CTX_PLUGIN_NAME_INVALID',
      'CTX_PLUGIN_NOT_FOUND',
      'CTX_PLUGIN_NOT_FOUND',
      'CTX_PLUGIN_NOT_FOUND',
    ]);
    const fixes = general.notices.map(({ explanation }) => explanation.fix);
    expect(fixes[1]).toContain('hermes plugins use lcm');
    expect(fixes[2]).toContain('Did you mean "notes"? Run: hermes plugins enable notes');
    expect(fixes[3]).toBe('Install its folder there, or run: hermes plugins disable zzz');
  });

  it('are no matter when they belong to the Python agent, or are disabled', async () => {
    const { plugins, load } = await home();
    await writeFiles(plugins, { 'langfuse/__init__.py': '', 'observability/sentry/__init__.py': '' });
    const { general, stateOf } = await load(['langfuse', 'observability/sentry', 'gone'], { disabled: ['gone'] });
    expect(general.notices).toEqual([]);
    expect([stateOf('langfuse'), stateOf('observability/sentry')]).toEqual([{ kind: 'python' }, { kind: 'python' }]);
  });
});

describe('the context of a general plug-in', () => {
  it('is closed once register has ended', async () => {
    const { plugins, load } = await home();
    await writeGeneral(plugins, 'notes', 'globalThis.hermesContext = context;');
    const { registry } = await load(['notes']);
    const context = Reflect.get(globalThis, 'hermesContext');
    Reflect.deleteProperty(globalThis, 'hermesContext');
    const late = [
      () => context.registerContextEngine(smallEngine('late')),
      () => context.registerCommand({ name: 'late', description: '', run: async () => '' }),
      () => context.on('late', () => undefined),
    ];
    for (const each of late) expect(each).toThrow(/after its register had ended.\n {2}why: .+\n {2}fix: /);
    expect(registry.list()).toHaveLength(1);
  });
});

import { fork } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineText, GOOD, writeEntry, writeGeneral } from '../general/general-plugin.fixture.ts';
import { manifestText, temporaryFolder, writeFiles, writePlugin } from '../plugin-folder.fixture.ts';
import { type ProbeOptions, probePluginFolder } from './probe-plugin-folder.ts';

/** Short for what runs into it, long for what must not on a machine that has much else to do. */
const deadlineFor = (reason: string) => ({ timeoutMs: reason.endsWith('timeout') ? 1_000 : 30_000 });

/** Probe a plug-in whose entry has this text. */
async function probe(text: string, options: ProbeOptions = {}) {
  const folder = await writeEntry(await temporaryFolder(), 'lcm', text);
  return probePluginFolder(folder, options);
}

const engine = `export const contextEngine = ${engineText('lcm')};`;
const general = { kind: 'general' } as const;

describe('probePluginFolder', () => {
  it('finds nothing wrong with an engine in TypeScript that imports the contract', async () => {
    const folder = await writePlugin(await temporaryFolder(), 'keep-last');
    expect(await probePluginFolder(folder)).toMatchObject({ kind: 'sound', names: { engines: [] } });
  });

  it('tells what a general plug-in registers, and keeps none of it', async () => {
    const folder = await writeGeneral(await temporaryFolder(), 'notes', GOOD);
    expect(await probePluginFolder(folder, general)).toMatchObject({
      kind: 'sound',
      names: { engines: ['notes-engine'], commands: ['show-notes'], events: ['session:compress'] },
    });
    expect(globalThis).not.toHaveProperty('hermesHeard');
  });

  it.each<[string, string, string]>([
    ['loops for ever', 'import-timeout', 'while (true) {}'],
    [
      'loops for ever in microtasks',
      'import-timeout',
      // One that returned the promise would chain them all, and run out of memory on a fast machine first.
      'const spin = () => { Promise.resolve().then(spin); }; spin(); await new Promise(() => {});',
    ],
    ['waits for ever', 'import-timeout', 'await new Promise(() => {});'],
    ['ends the process', 'process-ended', 'process.exit(0);'],
    ['fills the stack', 'import-threw', 'const dig = () => dig() + 1; dig();'],
    [
      'fills the memory',
      'out-of-memory',
      'const all = []; while (true) all.push(new Array(100_000).fill(all.length));',
    ],
    ['throws later', 'import-threw', 'setTimeout(() => { throw new Error("boom"); }); await new Promise(() => {});'],
    ['leaves a rejection behind', 'import-threw', 'Promise.reject(new Error("boom"));'],
    ['exports what is no engine', 'export-invalid', 'export const contextEngine = 1;'],
  ])('survives an engine that %s', async (_, reason, text) => {
    const probed = await probe(text, deadlineFor(reason));
    expect(probed).toMatchObject({ kind: 'faulty', error: { code: 'CTX_PLUGIN_LOAD_FAILED', reason, plugin: 'lcm' } });
    expect(probed.kind === 'faulty' && probed.error.message).toMatch(
      /^Context engine "lcm".+\n {2}why: .+\n {2}fix: .+/,
    );
  });

  it.each<[string, string, string]>([
    ['loops for ever', 'register-timeout', 'while (true) {}'],
    ['waits for ever', 'register-timeout', 'await new Promise(() => {});'],
    ['ends the process', 'process-ended', 'process.exit(0);'],
    ['fills the stack', 'register-threw', 'const dig = () => dig() + 1; dig();'],
    ['throws later', 'register-threw', 'setTimeout(() => { throw new Error("boom"); }); await new Promise(() => {});'],
    ['is refused', 'register-refused', 'context.registerCommand({});'],
  ])('survives a register that %s', async (_, reason, body) => {
    const folder = await writeGeneral(await temporaryFolder(), 'notes', `${GOOD} ${body}`);
    const probed = await probePluginFolder(folder, { ...general, ...deadlineFor(reason) });
    expect(probed).toMatchObject({ kind: 'faulty', error: { reason } });
    expect(probed.kind === 'faulty' && probed.error.message).toMatch(/^Plug-in "notes"/);
  });

  it('tells another contract apart, in the manifest and in the code', async () => {
    const folder = await writeEntry(await temporaryFolder(), 'lcm', engine, {
      'plugin.yaml': manifestText('lcm', { contract: '2' }),
    });
    const incompatible = { kind: 'faulty', error: { code: 'CTX_PLUGIN_INCOMPATIBLE', declared: 2, plugin: 'lcm' } };
    expect(await probePluginFolder(folder)).toMatchObject(incompatible);
    expect(await probe(engine.replace('contract: 1', 'contract: 2'))).toMatchObject(incompatible);
  });

  it('runs no code outside of the folder', async () => {
    const root = await temporaryFolder();
    const marker = join(root, 'marker');
    const bomb = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, '');`;
    await writeFiles(root, { 'evil.mjs': bomb });
    for (const main of ['../evil.mjs', join(root, 'evil.mjs')]) {
      const folder = await writeEntry(root, 'lcm', bomb, { 'plugin.yaml': manifestText('lcm', { main }) });
      expect(await probePluginFolder(folder)).toMatchObject({ kind: 'faulty', error: { reason: 'entry-invalid' } });
    }
    expect(existsSync(marker)).toBe(false);
  });

  it('drops what the plug-in prints, and what its register writes', async () => {
    const text = `import { mkdirSync, writeFileSync } from 'node:fs';
      console.log('to stdout'); console.error('to stderr'); process.stdout.write('raw');
      export function register({ dataDir }) { mkdirSync(dataDir, { recursive: true }); writeFileSync(dataDir + '/x', ''); }`;
    const before = leftovers();
    expect(await probe(text, general)).toMatchObject({ kind: 'sound' });
    expect(leftovers()).toEqual(before);
  });

  it('is not misled by what a plug-in tells in its name', async () => {
    const text = `
      for (const message of [null, 7, {}, { kind: 'sound' }, { kind: 'step', step: 'other' }, { kind: 'faulty' }]) process.send(message);
      process.exit(1);`;
    expect(await probe(text)).toMatchObject({ kind: 'faulty', error: { reason: 'process-ended' } });
  });
});

it('ends a loop by itself, when whoever started it is gone', async () => {
  const folder = await writeEntry(await temporaryFolder(), 'lcm', 'while (true) {}');
  const task = { name: 'lcm', folder, kind: 'context_engine', timeoutMs: 60_000, dataDir: folder, lifeMs: 500 };
  const script = new URL('./probe-process.ts', import.meta.url);
  const execArgv = ['--conditions=@hermes-context/source'];
  const child = fork(script, [JSON.stringify(task)], { execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const signal = await new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
  expect(signal).toBe('SIGKILL');
});

const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('hermes-probe-'));

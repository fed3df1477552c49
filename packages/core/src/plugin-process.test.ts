import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { manifestText, plainSource, temporaryFolder, writePlugin } from './plugin-folder.fixture.ts';

const run = promisify(execFile);

// A process of its own, without the test runner: unhandled rejections are the process's business.
async function inProcess(
  script: string,
  folder: string,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const source = `import { loadPluginFolder } from ${JSON.stringify(new URL('./load-plugin-folder.ts', import.meta.url).href)};
    const folder = ${JSON.stringify(folder)};
    ${script}`;
  const args = ['--conditions=@hermes-context/source', '--input-type=module', '--eval', source];
  try {
    const { stdout, stderr } = await run(process.execPath, args, { cwd: fileURLToPath(new URL('.', import.meta.url)) });
    return { code: 0, out: stdout, err: stderr };
  } catch (failure) {
    const { code, stdout, stderr } = failure as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

const pluginWith = async (text: string) =>
  writePlugin(await temporaryFolder(), 'lcm', {
    'plugin.yaml': manifestText('lcm', { main: 'index.mjs' }),
    'index.mjs': `${text}\n${plainSource('lcm')}`,
  });

const LOAD_AND_TELL = `
  const loaded = await loadPluginFolder(folder);
  console.log(loaded.kind, loaded.error?.reason ?? '', loaded.error?.message ?? '');`;

describe('a process that loads a plug-in', () => {
  it.each([
    ['an Error', `Promise.reject(new Error('left behind'));`],
    ['a text', `Promise.reject('left behind');`],
    ['an Error before it throws', `Promise.reject(new Error('also')); throw new Error('left behind');`],
  ])('outlives a rejection of %s that nobody handles', async (_what, text) => {
    const { code, out } = await inProcess(LOAD_AND_TELL, await pluginWith(text));
    expect(out).toContain('failed import-threw');
    expect(out).toContain('left behind');
    expect(code).toBe(0);
  });

  it('outlives a rejection that a loaded general plug-in leaves behind later, and hears of it', async () => {
    const root = await temporaryFolder();
    const text = `export function register() { setTimeout(() => { Promise.reject(new Error('left behind later')); }, 50); }`;
    await writePlugin(root, 'notes', {
      'plugin.yaml': manifestText('notes', { main: 'index.mjs' }),
      'index.mjs': text,
    });
    const script = `
      const core = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
      const plugin = { name: 'compressor', version: '1', contract: 1, description: 'x', parseOptions() {}, create() {} };
      const registry = core.createEngineRegistry({ builtIn: plugin });
      const events = core.createEventBus({ onListenerError() {} });
      const folders = await core.discoverGeneralPlugins({ roots: [{ kind: 'home', path: folder }] });
      const onRejection = (error) => console.log(error.code, error.message);
      await core.loadGeneralPlugins({ folders, enabled: ['notes'], registry, events, dataRoot: folder, onRejection });
      await new Promise((resolve) => setTimeout(resolve, 300));
      console.log('survived');`;
    const { code, out } = await inProcess(script, root);
    expect(out).toMatch(/^CTX_PLUGIN_REJECTION_UNHANDLED Plug-in "notes" .+\n {2}why: left behind later/);
    expect(out).toContain('survived');
    expect(code).toBe(0);
  });

  it('still ends for a rejection of its own', async () => {
    const script = `
      const loading = loadPluginFolder(folder, { timeoutMs: 5_000 });
      setTimeout(() => { Promise.reject(new Error('a bug of the host')); }, 300);
      await loading; console.log('survived');`;
    const { code, out, err } = await inProcess(
      script,
      await pluginWith('await new Promise((resolve) => setTimeout(resolve, 1_000));'),
    );
    expect(err).toContain('a bug of the host');
    expect(out).not.toContain('survived');
    expect(code).not.toBe(0);
  });

  it('loads under plain Node what it loads under a test runner, without a warning', async () => {
    const folder = await writePlugin(await temporaryFolder(), 'lcm');
    const script = `${LOAD_AND_TELL}
      const { createEngineRegistry } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
      const registry = createEngineRegistry({ builtIn: { ...loaded.plugin, name: 'compressor' } });
      console.log(registry.registerContextEngine(loaded.plugin, { source: 'here' }).kind);`;
    const { code, out, err } = await inProcess(script, folder);
    expect({ code, out: out.split(/\s+/).filter(Boolean), err }).toEqual({
      code: 0,
      out: ['loaded', 'registered'],
      err: '',
    });
  });
});

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chatFile, type Run, type Sandbox, sandbox } from './cli.fixture.ts';
import { engineText, writeEngine } from './plug-ins/plug-in.fixture.ts';

/** The command as a process of its own, from its sources. */
function runAlone(box: Sandbox, argv: readonly string[], isCut = false): Promise<Run> {
  const script = `await (await import(${JSON.stringify(join(import.meta.dirname, 'run-process.ts'))})).runProcess(process.argv.slice(1));`;
  const flags = ['--conditions=@hermes-context/source', '--input-type=module', '-e', script, '--'];
  const env = { HOME: join(box.folder, 'user'), HERMES_HOME: join(box.folder, 'home') };
  const child = spawn(process.execPath, [...flags, ...argv], { cwd: box.folder, env });
  let [out, err] = ['', ''];
  if (isCut) child.stdout.destroy();
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    err += text;
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code: code ?? -1, out, err }));
  });
}

function compressWith(code: string): Promise<Run> {
  const box = sandbox();
  writeEngine(box, 'odd', `export const contextEngine = ${engineText('odd', code)};`);
  box.write('home/config.yaml', 'context:\n  engine: odd\n');
  return runAlone(box, ['compress', box.write('chat.json', chatFile(200)), '--local', '--json', '--out', 'out.json']);
}

describe('the command as a process', () => {
  it('prints nothing but the result to standard output, whatever an engine prints', async () => {
    const { code, out, err } = await compressWith("console.log('hello'); console.info('there')");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ engine: 'odd', outcome: 'compressed' });
    expect(err).toContain('hello');
  });

  it('ends although an engine left something running', async () => {
    const { code, out } = await compressWith('setInterval(() => undefined, 1_000)');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ engine: 'odd' });
  });

  it('tells of an error that nothing waits for in three sentences', async () => {
    const { code, err } = await compressWith("process.nextTick(() => { throw new Error('stray\\u001b[2J'); })");
    expect(code).toBe(1);
    expect(err).toMatch(/^hermes: Something threw where nothing waits for it: stray\n {2}why: .+\n {2}fix: .+\n$/);
  });

  it('ends quietly when nobody reads on', async () => {
    expect(await runAlone(sandbox(), ['config', 'schema'], true)).toEqual({ code: 0, out: '', err: '' });
  });
});

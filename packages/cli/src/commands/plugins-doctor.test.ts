import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../cli.fixture.ts';
import type { DoctorReport, Examination } from '../plugins-menu/doctor-report.ts';
import { engineObject, writeEngine, writeGeneral } from '../plugins-menu/plug-ins.fixture.ts';

const HOME_ENGINES = 'home/plugins/context_engine';

async function doctor(box: Sandbox, ...names: readonly string[]): Promise<{ code: number; report: DoctorReport }> {
  const { code, out } = await box.hermes(['plugins', 'doctor', ...names, '--json']);
  return { code, report: JSON.parse(out) };
}

const find = (report: DoctorReport, name: string): Examination | undefined =>
  report.plugins.find((each) => each.name === name);

/** Code that leaves a file behind when it runs. */
function mark(box: Sandbox, name: string): string {
  return `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(box.folder, name))}, '');`;
}

describe('hermes plugins doctor', () => {
  it('finds nothing wrong where nothing is, and ends with 0', async () => {
    const box = sandbox();
    writeEngine(box, HOME_ENGINES, 'mine');
    writeGeneral(box, 'notes', `context.registerContextEngine(${engineObject('jotter')});`);
    const { code, report } = await doctor(box);
    expect(code).toBe(0);
    expect(report).toMatchObject({ ok: true, setup: { faults: [], notes: [] } });
    expect(report.plugins.map(({ name, kind, place, verdict }) => [name, kind, place, verdict])).toEqual([
      ['compressor', 'engine', 'built-in', 'ok'],
      ['mine', 'engine', 'home', 'ok'],
      ['keep-turns', 'engine', 'bundled', 'ok'],
      ['lcm', 'engine', 'bundled', 'ok'],
      ['notes', 'general', 'home', 'ok'],
    ]);
    expect(find(report, 'notes')).toMatchObject({ engines: ['jotter'], notes: ['Not enabled.'] });
    expect(find(report, 'mine')?.loadMs).toBeGreaterThan(0);
  });

  it('survives whatever a plug-in does when it is loaded, and explains each with a fix', async () => {
    const box = sandbox();
    writeEngine(box, HOME_ENGINES, 'throws', { atImport: "throw new Error('no luck');" });
    writeEngine(box, HOME_ENGINES, 'hangs', { atImport: 'for (;;) {}' });
    writeEngine(box, HOME_ENGINES, 'exits', { atImport: 'process.exit(0);' });
    writeEngine(box, HOME_ENGINES, 'newer', { contract: '7' });
    box.write(`${HOME_ENGINES}/empty/readme.txt`, '');
    writeGeneral(box, 'sick', "throw new Error('cannot');");
    writeEngine(box, HOME_ENGINES, 'sound');
    const { code, report } = await doctor(box);
    expect(code).toBe(1);
    const whys = Object.fromEntries(report.plugins.map(({ name, faults }) => [name, faults[0]?.why]));
    expect(whys).toMatchObject({
      throws: expect.stringContaining('no luck'),
      hangs: expect.stringContaining('did not end within'),
      exits: expect.stringContaining('process.exit'),
      newer: 'This host speaks: 1.',
      empty: expect.stringContaining('plugin.yaml'),
      sick: 'Its register threw: cannot',
      sound: undefined,
    });
    for (const { faults } of report.plugins) for (const { fix } of faults) expect(fix).not.toBe('');
  });

  it('checks the options of the engines that have some', async () => {
    const box = sandbox();
    writeEngine(box, HOME_ENGINES, 'picky', {
      parseOptions: "if (raw.size < 0) throw new Error('too small'); return raw;",
    });
    box.write('home/config.yaml', 'context: { options: { picky: { size: -1 }, ghost: {} } }\n');
    const { code, report } = await doctor(box);
    expect(code).toBe(1);
    expect(find(report, 'picky')?.faults[0]).toMatchObject({ code: 'CTX_ENGINE_OPTIONS_FAILED' });
    expect(report.setup.notes).toEqual(['context.options has a section for ghost, and there is no such engine.']);
  });

  it('explains what the configuration asks for and cannot be had', async () => {
    const box = sandbox();
    const file = box.write('no-folder', '');
    for (const name of ['one', 'other'])
      writeGeneral(box, name, `context.registerContextEngine(${engineObject('jotter')});`);
    box.write(
      'home/config.yaml',
      `context: { engine: lmc }\nplugins: { enabled: [one, other, gone, shut], disabled: [shut], paths: [/nowhere/at/all, ${JSON.stringify(file)}] }\n`,
    );
    const { code, report } = await doctor(box);
    expect(code).toBe(1);
    expect(find(report, 'lmc')).toMatchObject({ place: 'nowhere', faults: [{ code: 'CTX_ENGINE_NOT_FOUND' }] });
    expect(find(report, 'gone')).toMatchObject({ place: 'nowhere', faults: [{ code: 'CTX_PLUGIN_NOT_FOUND' }] });
    expect(find(report, 'jotter')?.faults[0]?.fix).toContain('hermes plugins disable one');
    expect(report.setup.faults.map(({ what }) => what)).toEqual([
      'The folder /nowhere/at/all does not exist.',
      `The folder ${file} cannot be searched for plug-ins.`,
      expect.stringContaining('"jotter"'),
    ]);
    expect(report.setup.notes).toContain('shut is in plugins.enabled and in plugins.disabled, which wins.');
  });

  it('notes what is no fault', async () => {
    const box = sandbox();
    writeEngine(box, HOME_ENGINES, 'keep-turns');
    box.write(`${HOME_ENGINES}/theirs/__init__.py`, '');
    const { code, report } = await doctor(box);
    expect(code).toBe(0);
    expect(report.plugins.find(({ place }) => place === 'bundled')?.notes[0]).toContain('Not used: the folder');
    expect(find(report, 'theirs')).toMatchObject({ verdict: 'not-tried', faults: [] });
  });

  it('leaves alone what comes with the project, and what is disabled, unless it is named', async () => {
    const box = sandbox();
    writeEngine(box, 'plugins/context_engine', 'own', { atImport: mark(box, 'own-ran') });
    writeGeneral(box, 'barred', '', { atImport: mark(box, 'barred-ran') });
    box.write('home/config.yaml', 'plugins: { disabled: [barred] }\n');
    const { code, report } = await doctor(box);
    expect(code).toBe(0);
    for (const name of ['own', 'barred']) {
      expect(find(report, name)).toMatchObject({ verdict: 'not-tried' });
      expect(existsSync(join(box.folder, `${name}-ran`))).toBe(false);
      const named = await doctor(box, name);
      expect(named.report.plugins.map((each) => [each.name, each.verdict])).toEqual([[name, 'ok']]);
      expect(existsSync(join(box.folder, `${name}-ran`))).toBe(true);
    }
  });

  it('puts it into words, with a sum at the end', async () => {
    const box = sandbox();
    writeEngine(box, HOME_ENGINES, 'newer', { contract: '7' });
    const { code, out } = await box.hermes(['plugins', 'doctor']);
    expect(code).toBe(1);
    expect(out).toMatch(/^ok {6}engine compressor \S+ \(built-in\)$/m);
    expect(out).toMatch(/^faulty {2}engine newer \(home\) \S+$/m);
    expect(out).toMatch(/^ {4}fix: Update the host/m);
    expect(out).toMatch(/\n\n4 plug-ins examined\. 1 fault was found\.\n$/);
  });

  it('names the plug-in that was meant', async () => {
    const { code, err } = await sandbox().hermes(['plugins', 'doctor', 'keep-turn']);
    expect(code).toBe(2);
    expect(err).toContain('Did you mean "keep-turns"? Run: hermes plugins doctor keep-turns');
  });
});

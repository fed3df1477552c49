import { plainText } from '../terminal/plain-text.ts';
import type { DoctorReport, Examination } from './doctor-report.ts';
import type { Problem } from './problem.ts';

/** The report for a person or a pipe: the plug-ins, the set-up, then a sum. Pure. */
export function renderDoctor({ ok, plugins, setup }: DoctorReport): string {
  const faults = plugins.reduce((sum, each) => sum + each.faults.length, setup.faults.length);
  const notes = setup.notes.map((note) => `  note: ${note}`);
  const settings = setup.faults.length === 0 && notes.length === 0 ? [] : ['Set-up'];
  const sum = ok ? 'No fault was found.' : `${faults} ${faults === 1 ? 'fault was' : 'faults were'} found.`;
  return [
    ...plugins.flatMap(renderExamination),
    ...settings,
    ...setup.faults.flatMap(renderFault),
    ...notes,
    '',
    `${plugins.length} ${plugins.length === 1 ? 'plug-in' : 'plug-ins'} examined. ${sum}`,
    '',
  ].join('\n');
}

const VERDICTS: Readonly<Record<Examination['verdict'], string>> = {
  ok: 'ok      ',
  faulty: 'faulty  ',
  'not-tried': '-       ',
};

function renderExamination(examination: Examination): readonly string[] {
  const { name, version, kind, place, path, verdict, faults, notes, loadMs } = examination;
  const what = kind === 'engine' ? 'engine' : 'general plug-in';
  const where = path === null ? `(${place})` : `(${place}) ${plainText(path)}`;
  const loaded = loadMs === null ? '' : `, ${loadMs} ms to load`;
  const brings = [
    ...examination.engines.map((engine) => `engine ${engine}`),
    ...examination.commands.map((command) => `command /${command}`),
  ];
  return [
    `${VERDICTS[verdict]}${what} ${name}${version === null ? '' : ` ${version}`} ${where}${loaded}`,
    ...(brings.length === 0 ? [] : [`  brings ${brings.join(', ')}`]),
    ...notes.map((note) => `  ${note}`),
    ...faults.flatMap(renderFault),
  ];
}

function renderFault({ what, why, fix }: Problem): readonly string[] {
  return [`  ${what}`, `    why: ${why}`, `    fix: ${fix}`];
}

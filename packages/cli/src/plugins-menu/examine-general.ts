import { probePluginFolder } from '@hermes-context/core';
import { plainText } from '../terminal/plain-text.ts';
import type { Examination } from './doctor-report.ts';
import type { GeneralEntry } from './general-entries.ts';
import { toProblem } from './problem.ts';

/**
 * Examine one general plug-in: its manifest, then its code and its `register` in a process of its own, whether it is
 * enabled or not. One that `plugins.disabled` names is left alone unless the user names it here. Never throws.
 */
export async function examineGeneral(entry: GeneralEntry, isNamed: boolean): Promise<Examination> {
  const base = describe(entry);
  const { folder, health, problem, status, name } = entry;
  if (health === 'python') {
    return { ...base, verdict: 'not-tried', notes: ['It belongs to the Python agent, which loads it.'] };
  }
  if (folder === null || health === 'broken') {
    return { ...base, verdict: 'faulty', faults: problem === null ? [] : [problem] };
  }
  if (status === 'disabled' && !isNamed) {
    const note = `Not loaded: plugins.disabled names it. To try it: hermes plugins doctor ${name}`;
    return { ...base, verdict: 'not-tried', notes: [...base.notes, note] };
  }
  const probed = await probePluginFolder(folder, { kind: 'general' });
  const loadMs = Math.round(probed.elapsedMs);
  if (probed.kind === 'faulty') return { ...base, verdict: 'faulty', faults: [toProblem(probed.error)], loadMs };
  const { engines, commands, events } = probed.names;
  const names = { engines: engines.map(plainText), commands: commands.map(plainText), events: events.map(plainText) };
  return { ...base, ...names, loadMs };
}

function describe({ name, folder, root, version, status, shadowedBy }: GeneralEntry): Examination {
  const shadow = shadowedBy === null ? [] : [`Not used: the folder ${plainText(shadowedBy)} is.`];
  const off = status === 'off' && shadowedBy === null ? ['Not enabled.'] : [];
  return {
    name,
    kind: 'general',
    place: root ?? 'nowhere',
    path: folder,
    version,
    verdict: 'ok',
    faults: [],
    notes: [...shadow, ...off],
    engines: [],
    commands: [],
    events: [],
    loadMs: null,
  };
}

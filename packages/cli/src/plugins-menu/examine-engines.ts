import { sep } from 'node:path';
import type { ContextEnginePlugin, ContextHostError } from '@hermes-context/contract';
import { describeEngineSource, type EngineSource, parseEngineOptions, probePluginFolder } from '@hermes-context/core';
import { findBundledFolder } from '../plug-ins/bundled-folder.ts';
import { plainText } from '../terminal/plain-text.ts';
import type { Examination } from './doctor-report.ts';
import type { EngineEntry } from './engine-entries.ts';
import type { OpenInventory } from './open-inventory.ts';
import { pathText } from './place-text.ts';
import { toProblem } from './problem.ts';

/** What one engine is examined with. */
export interface EngineExamination {
  readonly entry: EngineEntry;
  readonly opened: OpenInventory;
  /** Whether the user named it, so that the code of a project may run too. */
  readonly isNamed: boolean;
}

/** Examine one engine: its manifest, then its code in a process of its own, then its options. Never throws. */
export async function examineEngine(examination: EngineExamination): Promise<Examination> {
  const { entry } = examination;
  const base = describe(entry);
  switch (entry.health) {
    case 'python':
      return { ...base, verdict: 'not-tried', notes: ['It belongs to the Python agent, which loads it.'] };
    case 'broken':
    case 'contested':
    case 'not-found':
      return { ...base, verdict: 'faulty', faults: entry.problem === null ? [] : [entry.problem] };
    case 'ok':
    case 'shadowed':
    case 'untrusted':
      return entry.source?.kind === 'folder'
        ? examineFolder(entry.source.folder, examination, base)
        : judged(base, await optionFaults(examination));
  }
}

function describe(entry: EngineEntry): Examination {
  const { name, version, source, shadowedBy } = entry;
  const path = pathText(entry);
  const shadow = shadowedBy === null ? [] : [`Not used: ${plainText(describeEngineSource(shadowedBy))} is.`];
  return {
    name,
    kind: 'engine',
    place: placeOf(source),
    path: path === '' ? null : path,
    version,
    verdict: 'ok',
    faults: [],
    notes: shadow,
    engines: [],
    commands: [],
    events: [],
    loadMs: null,
  };
}

function placeOf(source: EngineEntry['source']): Examination['place'] {
  if (source === null) return 'nowhere';
  return source.kind === 'folder' ? source.root : source.kind;
}

function judged(base: Examination, faults: readonly ContextHostError[]): Examination {
  return { ...base, verdict: faults.length === 0 ? 'ok' : 'faulty', faults: faults.map(toProblem) };
}

async function examineFolder(folder: string, examination: EngineExamination, base: Examination): Promise<Examination> {
  if (!mayRun(folder, examination)) {
    const note = `Not loaded: it comes with this project, and you did not name it. To try it: hermes plugins doctor ${base.name}`;
    return { ...base, verdict: 'not-tried', notes: [...base.notes, note] };
  }
  const probed = await probePluginFolder(folder);
  const loadMs = Math.round(probed.elapsedMs);
  if (probed.kind === 'faulty') return { ...judged(base, [probed.error]), loadMs };
  return { ...judged(base, await optionFaults(examination)), loadMs };
}

/** A checkout may bring code that nobody asked for. */
function mayRun(folder: string, { entry, opened, isNamed }: EngineExamination): boolean {
  const { source } = entry;
  if (isNamed || source?.kind !== 'folder' || source.root !== 'project') return true;
  const bundled = findBundledFolder();
  if (bundled !== undefined && folder.startsWith(`${bundled}${sep}`)) return true;
  const { config, sourceOf } = opened.loaded;
  const isStage = config.context.stages.includes(entry.name) && sourceOf('context.stages').kind === 'user';
  return isStage || (entry.isCurrent && sourceOf('context.engine').kind === 'user');
}

/** Only an engine that is set up is loaded here for it: the others run on their defaults, if at all. */
async function optionFaults({ entry, opened }: EngineExamination): Promise<readonly ContextHostError[]> {
  const { name, source, isCurrent, health } = entry;
  if (source === null || source.kind === 'stages' || health !== 'ok') return [];
  const { compression, context } = opened.loaded.config;
  const written = source.kind === 'built-in' ? compression : context.options[name];
  if (written === undefined && !isCurrent && !context.stages.includes(name)) return [];
  const plugin = await loadSound(name, source, opened);
  if (plugin === undefined) return [];
  const parsed = parseEngineOptions({ plugin, engineName: name }, written ?? {});
  return parsed.kind === 'invalid' ? [parsed.problem] : [];
}

async function loadSound(
  name: string,
  source: EngineSource,
  { open }: OpenInventory,
): Promise<ContextEnginePlugin | undefined> {
  switch (source.kind) {
    case 'built-in':
      return open.registry.builtIn;
    case 'registered':
      return open.registry.find(name)?.plugin;
    case 'folder': {
      const loaded = await open.load(source.folder);
      return loaded.kind === 'loaded' ? loaded.plugin : undefined;
    }
  }
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { discoverGeneralPlugins, generalPluginRoots, type SearchedRoot } from '@hermes-context/core';
import { plainText } from '../terminal/plain-text.ts';
import { UsageError } from '../usage-error.ts';
import type { DoctorReport } from './doctor-report.ts';
import type { OpenInventory } from './open-inventory.ts';
import { type Problem, toProblem } from './problem.ts';

/** What is wrong with the set-up as a whole, beside what is wrong with single plug-ins. Runs no code of theirs. */
export async function examineSetup(opened: OpenInventory): Promise<DoctorReport['setup']> {
  const { inventory, loaded } = opened;
  const { config, files } = loaded;
  const general = await discoverGeneralPlugins({
    roots: generalPluginRoots({ home: files.hermesHome, configured: config.plugins.paths }),
  });
  const faults = [
    ...findUnreadable([...inventory.searched, ...general.roots]),
    ...inventory.general.flatMap(({ conflicts }) => conflicts),
    ...findIdleChoice(opened),
  ];
  const empty = await findEmptyFolders(inventory.generalFolder);
  return {
    faults: withoutRepeats(faults),
    notes: [...inventory.warnings, ...optionNotes(opened), ...choiceNotes(opened), ...empty],
  };
}

/** A folder that the user listed must be there; the others need not. */
function findUnreadable(roots: readonly SearchedRoot[]): readonly Problem[] {
  return roots.flatMap(({ kind, path, state, problem }) => {
    const shown = plainText(path);
    if (state === 'unreadable') {
      return [
        toProblem(
          new UsageError({
            what: `The folder ${shown} cannot be searched for plug-ins.`,
            why: problem ?? 'It cannot be read.',
            fix: 'Make it readable, or a folder if it is none.',
          }),
        ),
      ];
    }
    if (state === 'listed' || kind !== 'configured') return [];
    return [
      toProblem(
        new UsageError({
          what: `The folder ${shown} does not exist.`,
          why: 'plugins.paths names it, so that plug-ins in it would be found.',
          fix: 'Create it, or remove it from plugins.paths: hermes config edit',
        }),
      ),
    ];
  });
}

/** An engine that is chosen and does not run, where nothing is wrong with the engine itself. */
function findIdleChoice({ inventory }: OpenInventory): readonly Problem[] {
  const current = inventory.engines.find(({ isCurrent }) => isCurrent);
  if (current?.health !== 'python') return [];
  const error = new UsageError({
    what: `context.engine names ${current.name}, which is a plug-in of the Python agent.`,
    why: 'hermes-context runs engines in TypeScript and JavaScript; until another one is chosen, compressor runs.',
    fix: 'Choose another one: hermes plugins list, then hermes plugins use NAME',
  });
  return [toProblem(error)];
}

function withoutRepeats(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter((problem, index) => problems.findIndex(({ what }) => what === problem.what) === index);
}

function optionNotes({ inventory, loaded }: OpenInventory): readonly string[] {
  const names = new Set(inventory.engines.flatMap(({ name, source }) => (source === null ? [] : [name])));
  return Object.keys(loaded.config.context.options)
    .filter((name) => !names.has(name))
    .map((name) => `context.options has a section for ${plainText(name)}, and there is no such engine.`);
}

function choiceNotes({ inventory, loaded }: OpenInventory): readonly string[] {
  const { engine, source } = inventory.current;
  const { enabled, disabled } = loaded.config.plugins;
  const untrusted = inventory.engines.some(({ isCurrent, health }) => isCurrent && health === 'untrusted');
  return [
    ...(source.kind === 'project'
      ? [`In this project ${plainText(source.file)}:${source.line} chooses ${engine}.`]
      : []),
    ...(untrusted
      ? [`${engine} comes with this project, which names it too: it does not run, and compressor does.`]
      : []),
    ...enabled
      .filter((name) => disabled.includes(name))
      .map((name) => `${plainText(name)} is in plugins.enabled and in plugins.disabled, which wins.`),
  ];
}

/** A folder without anything in it is nobody's plug-in, and was perhaps meant to be one. */
async function findEmptyFolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  const lists = await Promise.all(folders.map((path) => readdir(path).catch(() => ['unreadable'])));
  return folders
    .filter((_, index) => lists[index]?.length === 0)
    .map((path) => `${plainText(path)} is empty: there is no plug-in in it.`);
}

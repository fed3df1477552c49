import type { ContextHostError } from '@hermes-context/contract';
import {
  DuplicateEngineError,
  type EngineSource,
  isEngineName,
  type ProbedNames,
  probePluginFolder,
} from '@hermes-context/core';
import { closestName } from '@hermes-context/messages';
import { clipText, SHOWN_COLUMNS } from '../terminal/display-width.ts';
import { plainText } from '../terminal/plain-text.ts';
import { UsageError } from '../usage-error.ts';
import type { GeneralEntry } from './general-entries.ts';
import type { OpenInventory } from './open-inventory.ts';
import type { Switch } from './switch-general.ts';

/** Whether a general plug-in may be enabled. Narrow on `kind`. */
export type GeneralCheck =
  | {
      readonly kind: 'sound';
      /** What it registers. */
      readonly names: ProbedNames;
      /** What the user should know all the same, one sentence each. */
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'refused'; readonly error: ContextHostError };

/** Check a general plug-in: find it, load it in a process of its own, and let it register there. Writes nothing, never throws. */
export async function checkGeneral(name: string, opened: OpenInventory): Promise<GeneralCheck> {
  const entry = findGeneral(name, opened);
  if (entry === undefined || entry.folder === null) return { kind: 'refused', error: explainAbsent(name, opened) };
  if (entry.health === 'python') return { kind: 'refused', error: ofPythonAgent(name) };
  const probed = await probePluginFolder(entry.folder, { kind: 'general' });
  if (probed.kind === 'faulty') return { kind: 'refused', error: probed.error };
  const { names } = probed;
  return { kind: 'sound', names, warnings: clashWarnings(name, { names, folder: entry.folder, opened }) };
}

/** The plug-in that the name leads to. */
export function findGeneral(name: string, { inventory }: OpenInventory): GeneralEntry | undefined {
  const named = inventory.general.filter((entry) => entry.name === name && entry.health !== 'shadowed');
  return named.find(({ health }) => health !== 'python') ?? named[0];
}

/** Why a name leads to no general plug-in. */
export function explainAbsent(name: string, opened: OpenInventory): UsageError {
  const { inventory } = opened;
  const shown = clipText(plainText(name), SHOWN_COLUMNS);
  if (isEngine(name, opened)) {
    return new UsageError({
      what: `"${shown}" is a context engine, not a general plug-in.`,
      why: 'An engine is not switched on or off: it runs where context.engine names it, and nowhere else.',
      fix: `To choose it, run: hermes plugins use ${shown}. To choose another one, name that.`,
    });
  }
  const names = inventory.general.flatMap((entry) => (entry.health === 'ok' ? [entry.name] : []));
  const meant = closestName(name, names);
  return new UsageError({
    what: `There is no general plug-in "${shown}".`,
    why: `It would be a folder of that name in ${plainText(inventory.generalFolder)}; found: ${names.length === 0 ? 'none' : names.join(', ')}.`,
    fix:
      meant === undefined
        ? 'Run hermes plugins list to see them all, or put its folder there.'
        : `Did you mean "${meant}"? Run: hermes plugins enable ${meant}`,
  });
}

/** Why a plug-in of the other agent is left alone. */
export function ofPythonAgent(name: string): UsageError {
  return new UsageError({
    what: `"${name}" is a plug-in of the Python agent.`,
    why: 'hermes-context runs plug-ins in TypeScript and JavaScript, and leaves those of the other agent to it.',
    fix: 'Switch it with the Python agent.',
  });
}

/** How to switch a plug-in off. An entry for what can be none is only taken out: to keep it out, it would have to be one. */
export function switchOff(plugin: string, opened: OpenInventory): Switch {
  const entry = findGeneral(plugin, opened);
  const isThere = entry !== undefined && entry.folder !== null;
  return { plugin, to: isThere || (isEngineName(plugin) && !isEngine(plugin, opened)) ? 'off' : 'forgotten' };
}

/** Whether an engine of that name is anywhere. */
function isEngine(name: string, { inventory }: OpenInventory): boolean {
  return inventory.engines.some((entry) => entry.name === name && entry.health !== 'not-found');
}

interface Newcomer {
  readonly names: ProbedNames;
  readonly folder: string;
  readonly opened: OpenInventory;
}

/** Names that it will not get, since another plug-in that is enabled wants them too; then neither gets them. */
function clashWarnings(plugin: string, { names, folder, opened }: Newcomer): readonly string[] {
  const { registry, general } = opened.open;
  const claims = [...registry.list(), ...registry.contested().flatMap((contested) => contested.claims)];
  const own: EngineSource = { kind: 'registered', source: `${plugin} (${folder})`, plugin };
  const engines = names.engines.flatMap((engine) => {
    const others = claims.filter(({ plugin: { name }, source }) => name === engine && !isOf(plugin, source));
    if (others.length === 0) return [];
    const { explanation } = new DuplicateEngineError({ engine, sources: [own, ...others.map(({ source }) => source)] });
    return [`${explanation.what} ${explanation.why} ${explanation.fix}`];
  });
  const commands = names.commands.flatMap((command) =>
    general.commands
      .filter((other) => other.name === command && other.plugin !== plugin)
      .map((other) => `The command /${command} comes from ${other.plugin} too, so neither of the two gets it.`),
  );
  return [...engines, ...commands].map(plainText);
}

function isOf(plugin: string, source: EngineSource): boolean {
  return source.kind === 'registered' && source.plugin === plugin;
}

import { dirname, join, relative, resolve, sep } from 'node:path';
import { ENGINE_NAME_RULE, isEngineName, reservedMeaning } from '@hermes-context/core';
import { publishedRange } from '../engine/published-range.ts';
import { renderTemplate } from '../engine/render-template.ts';
import { quoteArgument, quoteForShell } from '../engine/shell-words.ts';
import { writeNewFolder } from '../engine/write-new-folder.ts';
import type { Io } from '../io.ts';
import { EXIT_OK } from '../print-error.ts';
import { UsageError } from '../usage-error.ts';

/** The flags of `hermes engine new` as the command line has them. */
export interface EngineNewFlags {
  readonly dir?: string;
  readonly json?: boolean;
}

/** `hermes engine new NAME`: the folder of a new engine. @returns The exit code. */
export async function runEngineNew(name: string, { dir, json }: EngineNewFlags, io: Io): Promise<number> {
  refuseName(name);
  if (dir === '') throw new UsageError(NO_FOLDER);
  const folder = resolve(io.cwd, dir ?? '.', name);
  const files = renderTemplate({ name, rangeOf: publishedRange });
  await writeNewFolder(folder, files);
  const steps = nextSteps({ name, folder, io });
  const paths = files.map(({ path }) => path);
  const next = steps.flatMap(({ commands }) => commands);
  if (json === true) io.out(`${JSON.stringify({ engine: name, folder, files: paths, next }, null, 2)}\n`);
  else io.out(render(shownPath(folder, io), steps));
  return EXIT_OK;
}

const NO_FOLDER = {
  what: '--dir is empty.',
  why: 'It takes the folder that the new one is made in.',
  fix: 'Give it a folder, or leave --dir out for this one.',
};

function refuseName(name: string): void {
  const meaning = reservedMeaning(name);
  const shown = quoteArgument(name);
  if (meaning !== undefined)
    throw new UsageError({
      what: `${shown} is taken as a name.`,
      why: `It always means ${meaning}, whatever else carries the name.`,
      fix: 'Choose another name.',
    });
  const isAllowed: boolean = isEngineName(name); // as a guard it would leave nothing of a name that is not
  if (isAllowed) return;
  const meant = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[_-]+|-+$/g, '')
    .slice(0, 64);
  throw new UsageError({
    what: `${shown} cannot name an engine.`,
    why: `It must be ${ENGINE_NAME_RULE}: it becomes the folder's name and the value of context.engine.`,
    fix:
      isEngineName(meant) && reservedMeaning(meant) === undefined
        ? `Run: hermes engine new ${meant}`
        : 'Choose such a name.',
  });
}

/** As a person would type it: relative where it is below the current folder. */
function shownPath(folder: string, { cwd }: Io): string {
  const path = relative(cwd, folder);
  return path === '' || path === '..' || path.startsWith(`..${sep}`) ? folder : path;
}

/** Something to do next, and the commands that do it. */
interface Step {
  readonly why: string;
  readonly commands: readonly string[];
}

function nextSteps({
  name,
  folder,
  io,
}: {
  readonly name: string;
  readonly folder: string;
  readonly io: Io;
}): readonly Step[] {
  const path = quoteForShell(shownPath(folder, io));
  const home = io.env['HERMES_HOME'];
  const place =
    home === undefined || home === ''
      ? '~/.hermes/plugins/context_engine'
      : quoteForShell(join(home, 'plugins', 'context_engine'));
  const isInPlace = dirname(folder) === resolve(place.replace(/^~/, io.env['HOME'] ?? '~'));
  return [
    { why: 'Prove it, before and after you change it', commands: [`hermes engine test ${path}`] },
    ...(isInPlace ? [] : [{ why: 'Install it', commands: [`mkdir -p ${place}`, `cp -r ${path} ${place}`] }]),
    { why: 'Choose it', commands: [`hermes plugins use ${name}`] },
  ];
}

function render(folder: string, steps: readonly Step[]): string {
  const lines = steps.flatMap(({ why, commands }) => [`${why}:`, ...commands.map((command) => `  ${command}`)]);
  return `${folder} is a context engine that works as it is. Its README says which file\ndecides what. Next:\n\n${lines.join('\n')}\n`;
}

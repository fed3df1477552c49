import type { ValueSource } from '@hermes-context/config';
import { describeEngineSource } from '@hermes-context/core';
import { displayWidth, padText } from '../terminal/display-width.ts';
import { plainText } from '../terminal/plain-text.ts';
import type { EngineEntry, EngineHealth } from './engine-entries.ts';
import type { GeneralEntry, GeneralHealth } from './general-entries.ts';
import type { PluginInventory } from './inventory.ts';
import { pathText, placeText, rootText } from './place-text.ts';
import type { Problem } from './problem.ts';

/** The inventory for a person or a pipe: a table of names, and below each name what there is to say of it. Pure. */
export function renderInventory({ current, engines, general, generalFolder }: PluginInventory): string {
  const from = describeSource(current.source);
  const head = `Context engines (context.engine is ${plainText(current.engine)}, ${from})`;
  const none = `  None. Each is a folder in ${plainText(generalFolder)}.`;
  return [
    head,
    ...renderBlocks(engines.map(engineBlock)),
    '',
    'General plug-ins',
    ...(general.length === 0 ? [none] : renderBlocks(general.map(generalBlock))),
    '',
    'Choose an engine: hermes plugins use NAME. Switch a general plug-in: hermes plugins enable NAME, or disable NAME.',
    '',
  ].join('\n');
}

function describeSource(source: ValueSource): string {
  switch (source.kind) {
    case 'default':
      return 'the default';
    case 'user':
      return `${source.file}:${source.line}`;
    case 'project':
      return `${source.file}:${source.line}, this project's`;
    case 'environment':
      return source.name;
  }
}

/** The cells of a row, the last of which may be long, and sentences below it. */
interface Block {
  readonly cells: readonly string[];
  readonly below: readonly string[];
}

function renderBlocks(blocks: readonly Block[]): readonly string[] {
  const widths = blocks.reduce<readonly number[]>(
    (wide, { cells }) => cells.map((cell, column) => Math.max(displayWidth(cell), wide[column] ?? 0)),
    [],
  );
  return blocks.flatMap(({ cells, below }) => {
    const padded = cells.map((cell, column) => padText(cell, widths[column] ?? 0));
    return [padded.join('  ').trimEnd(), ...below.map((sentence) => `    ${sentence}`)];
  });
}

function engineBlock(entry: EngineEntry): Block {
  const { name, version, isCurrent, description, health } = entry;
  const cells = [
    `${isCurrent ? '*' : ' '} ${name}`,
    version ?? '-',
    [placeText(entry), healthText(health), isCurrent ? 'current' : ''].filter((word) => word !== '').join(', '),
    plainText(pathText(entry)),
  ];
  const shadow =
    entry.shadowedBy === null ? [] : [`Not used: ${plainText(describeEngineSource(entry.shadowedBy))} is.`];
  const trust = health === 'untrusted' ? [UNTRUSTED] : [];
  return { cells, below: [...texts(description), ...shadow, ...trust, ...problemLines(entry.problem)] };
}

function generalBlock(entry: GeneralEntry): Block {
  const { name, version, status, health, root, folder, description } = entry;
  const words = [rootText(root), status === 'off' ? 'not enabled' : status, healthText(health)];
  const cells = [`  ${name}`, version ?? '-', words.filter((word) => word !== '').join(', '), plainText(folder ?? '')];
  const shadow = entry.shadowedBy === null ? [] : [`Not used: the folder ${plainText(entry.shadowedBy)} is.`];
  const problems = [entry.problem, ...entry.conflicts].flatMap(problemLines);
  return { cells, below: [...texts(description), ...registrationLines(entry), ...shadow, ...problems] };
}

const UNTRUSTED =
  'It comes with this project, and only the project names it: its code does not run, and compressor does. Choose it yourself to run it.';

const HEALTH_WORDS: Readonly<Record<EngineHealth | GeneralHealth, string>> = {
  ok: '',
  broken: 'broken',
  shadowed: 'shadowed',
  contested: 'contested',
  python: 'of the Python agent',
  untrusted: 'not run',
  'not-found': '(not found)',
};

/** A health in a word or two; nothing for a good one. */
export function healthText(health: EngineHealth | GeneralHealth): string {
  return HEALTH_WORDS[health];
}

function texts(text: string | null): readonly string[] {
  return text === null || text === '' ? [] : [text];
}

function problemLines(problem: Problem | null): readonly string[] {
  return problem === null ? [] : [problem.what, `why: ${problem.why}`, `fix: ${problem.fix}`];
}

function registrationLines({ engines, commands }: GeneralEntry): readonly string[] {
  const offers = [
    ...engines.map((name) => `the engine ${plainText(name)}`),
    ...commands.map((name) => `the command /${plainText(name)}`),
  ];
  return offers.length === 0 ? [] : [`Brings ${offers.join(', ')}.`];
}

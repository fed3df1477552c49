import type { Place } from '../config-node.ts';
import { type ConfigProblem, formatPlace } from '../config-problem.ts';
import { formatKeyPath } from '../key-path.ts';
import { showValue } from '../show-value.ts';
import { ConfigEditRefusedError } from './config-edit-refused-error.ts';
import { type Draft, nodeIn } from './draft.ts';

type Keys = readonly string[];

const FIX_BY_HAND = 'Change it by hand: hermes config edit';

/** A path leads through a list or a single value. */
export function sectionInTheWay({ root }: Draft, section: Keys, path: Keys): ConfigEditRefusedError {
  const node = nodeIn(root, section);
  const found = node === undefined ? 'no section' : showValue(node, section).text;
  const at = node === undefined ? '' : ` in ${formatPlace(node.place)}`;
  const key = formatKeyPath(section);
  return new ConfigEditRefusedError({
    what: `${formatKeyPath(path)} has no place: ${key} is ${found}${at}.`,
    why: 'Settings stand in sections, and this is none. What is there would be lost.',
    fix: `If it may go, remove it first: hermes config unset ${key}`,
  });
}

/** A key that is to go is only there because its section repeats another one. */
export function inheritedKey({ source }: Draft, path: Keys, place: Place): ConfigEditRefusedError {
  return new ConfigEditRefusedError({
    what: `${formatKeyPath(path)} cannot be removed from ${source.file}.`,
    why: `It has no line of its own there: its section takes it over ("<<") from line ${place.line}.`,
    fix: 'Set it to another value, or change what is taken over: hermes config edit',
  });
}

/** Other keys repeat the value that is to go. */
export function repeatedElsewhere({ source }: Draft, path: Keys, others: readonly Keys[]): ConfigEditRefusedError {
  return new ConfigEditRefusedError({
    what: `${formatKeyPath(path)} cannot be removed from ${source.file}.`,
    why: `Its value is repeated by ${others.map(formatKeyPath).join(', ')}, which would change too.`,
    fix: FIX_BY_HAND,
  });
}

/** Without the old value something else in the file would be broken, as a rule since it repeats it. */
export function stillNeeded({ source }: Draft, path: Keys, problems: readonly ConfigProblem[]): ConfigEditRefusedError {
  return new ConfigEditRefusedError({
    what: `${formatKeyPath(path)} cannot be edited in ${source.file}; the file is as it was.`,
    why: `Without what is there now the file would be no valid YAML${neededBy(problems)}.`,
    fix: FIX_BY_HAND,
  });
}

function neededBy(problems: readonly ConfigProblem[]): string {
  const paths = problems.map(({ path }) => path).filter((path) => path !== '');
  return paths.length === 0 ? '' : `: ${paths.join(', ')} needs it`;
}

/** The edit would do more, or less, than was asked, so that it is not made. */
export function cannotEdit({ source }: Pick<Draft, 'source'>, path: Keys): ConfigEditRefusedError {
  return new ConfigEditRefusedError({
    what: `${formatKeyPath(path)} cannot be edited in ${source.file}; the file is as it was.`,
    why: 'It is spelled in a way that only a person can change without harm to what stands around it.',
    fix: FIX_BY_HAND,
  });
}

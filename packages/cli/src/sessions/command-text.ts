import { quoteForShell } from '../engine/shell-words.ts';

/**
 * A command of `hermes sessions` to copy into a shell.
 *
 * @param words - Arguments and flags; those that are `undefined`, `false` or empty lists are left out, `true` is a flag
 *   alone.
 */
export function commandText(
  command: string,
  args: readonly string[],
  flags: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>,
): string {
  const words = Object.entries(flags).flatMap(([flag, value]) => flagWords(`--${flag}`, value));
  const shown = args.some((word) => word.startsWith('-')) ? ['--', ...args] : args;
  return ['hermes sessions', command, ...[...words, ...shown].map(quoteForShell)].join(' ');
}

function flagWords(flag: string, value: string | number | boolean | readonly string[] | undefined): readonly string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [flag];
  if (typeof value === 'string') return value.startsWith('-') ? [`${flag}=${value}`] : [flag, value];
  return typeof value === 'number' ? [flag, String(value)] : value.flatMap((each) => flagWords(flag, each));
}

import { type ConfigProblem, type ConfigWarning, formatPlace, type LoadResult } from '@hermes-context/config';
import type { Io } from '../io.ts';
import { readConfig } from '../open-config.ts';
import { EXIT_OK, EXIT_USAGE } from '../print-error.ts';
import type { ConfigFlags } from './config.ts';

/** What `hermes config check` prints with `--json`. */
export interface ConfigCheckJson {
  /** Whether the configuration can be used. Warnings do not count. */
  readonly ok: boolean;
  /** The files that were looked at and exist. */
  readonly files: readonly string[];
  readonly problems: readonly ConfigProblem[];
  readonly warnings: readonly ConfigWarning[];
}

/**
 * `hermes config check`: every fault of every file, with its line and what to do about it. With `--json` one
 * `ConfigCheckJson`. @returns The exit code: 2 when a file cannot be used as it is.
 */
export async function runConfigCheck({ json }: ConfigFlags, io: Io): Promise<number> {
  const checked = checkOf(await readConfig(io));
  io.out(json === true ? `${JSON.stringify(checked, null, 2)}\n` : `${renderCheck(checked).join('\n')}\n`);
  return checked.ok ? EXIT_OK : EXIT_USAGE;
}

/** What a load says about the files. */
export function checkOf(result: LoadResult): ConfigCheckJson {
  const { user, hasUserFile, project } = result.files;
  const files = [...(hasUserFile ? [user] : []), ...(project === undefined ? [] : [project])];
  const problems = result.kind === 'invalid' ? result.problems : [];
  return { ok: problems.length === 0, files, problems, warnings: result.warnings };
}

/** The findings as lines for a person: the place first, for an editor to jump to. */
export function renderCheck({ files, problems, warnings }: ConfigCheckJson): readonly string[] {
  const findings = [
    ...problems.map((problem) => renderFinding('fault', problem)),
    ...warnings.map((warning) => renderFinding('warning', warning)),
  ];
  return [...findings.flat(), summaryOf(files, problems.length, warnings.length)];
}

function renderFinding(kind: 'fault' | 'warning', finding: ConfigProblem | ConfigWarning): readonly string[] {
  return [`${formatPlace(finding)}: ${kind}: ${finding.what}`, `  why: ${finding.rule}`, `  fix: ${finding.fix}`, ''];
}

function summaryOf(files: readonly string[], faultCount: number, warningCount: number): string {
  if (files.length === 0) return 'There is no config file; the defaults hold.';
  const counts = [countOf(faultCount, 'fault'), countOf(warningCount, 'warning')].join(', ');
  return `${counts} in ${files.join(' and ')}`;
}

function countOf(count: number, noun: string): string {
  return count === 0 ? `no ${noun}s` : `${count} ${noun}${count === 1 ? '' : 's'}`;
}

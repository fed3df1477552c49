import { changeSetting, printChange, segmentsOf } from '../config-change/change-settings.ts';
import type { Io } from '../io.ts';
import { EXIT_OK } from '../print-error.ts';
import type { ConfigFlags } from './config.ts';

/**
 * `hermes config unset KEY`: remove one setting from the user's file, so that its default holds again.
 * With `--json` one `SettingChangeJson`. @returns The exit code.
 *
 * @throws ContextHostError when the key makes no sense, or the file cannot be written; it is as it was.
 */
export async function runConfigUnset(key: string, flags: ConfigFlags, io: Io): Promise<number> {
  const change = await changeSetting({ kind: 'unset', path: segmentsOf(key) }, io);
  printChange(change, { json: flags.json === true, io });
  return EXIT_OK;
}

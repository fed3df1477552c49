import { parseSettingValue } from '@hermes-context/config';
import { changeSetting, printChange, segmentsOf } from '../config-change/change-settings.ts';
import type { Io } from '../io.ts';
import { EXIT_OK } from '../print-error.ts';
import type { ConfigFlags } from './config.ts';

/** What `hermes config set` takes. */
export interface ConfigSetArguments {
  readonly key: string;
  /** As typed; the schema of the key says what it means. */
  readonly value: string;
}

/**
 * `hermes config set KEY VALUE`: write one setting into the user's file, and touch only the lines that must change.
 * With `--json` one `SettingChangeJson`. @returns The exit code.
 *
 * @throws ContextHostError when key or value make no sense, or the file cannot be written; it is as it was.
 */
export async function runConfigSet({ key, value }: ConfigSetArguments, flags: ConfigFlags, io: Io): Promise<number> {
  const path = segmentsOf(key);
  const parsed = parseSettingValue(path, value);
  if (parsed.kind === 'invalid') throw parsed.error;
  const change = await changeSetting({ kind: 'set', path, value: parsed.value }, io);
  printChange(change, { json: flags.json === true, io });
  return EXIT_OK;
}

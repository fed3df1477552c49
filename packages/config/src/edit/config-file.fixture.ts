import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ConfigEdit } from './config-edit.ts';
import { type ConfigEditResult, editConfigFile } from './edit-config-file.ts';

/** A folder for as long as the test runs. */
export function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'hermes-edit-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** A config file on the disk, alone in its folder. */
export function configFile(text: string | Buffer): string {
  const file = join(temporaryFolder(), 'config.yaml');
  writeFileSync(file, text);
  return file;
}

/** The edit of a path without keys in quotes. */
export function set(path: string, value: unknown): ConfigEdit {
  return { kind: 'set', path: path.split('.'), value };
}

/** Edit a file where no variable of the environment is set. */
export function edit(file: string, ...edits: readonly ConfigEdit[]): Promise<ConfigEditResult> {
  return editConfigFile({ file, edits, env: {} });
}

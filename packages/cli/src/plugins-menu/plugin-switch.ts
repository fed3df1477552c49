import type { ProbedNames } from '@hermes-context/core';
import { plainText } from '../terminal/plain-text.ts';
import type { SwitchResult } from './switch-general.ts';

/** A plug-in that was switched. `hermes plugins enable|disable --json` prints it as it is: fields are added, never renamed. */
export interface PluginSwitch extends SwitchResult {
  readonly plugin: string;
  readonly isEnabled: boolean;
  /** What it registers, by name; empty for one that was disabled. */
  readonly engines: readonly string[];
  readonly commands: readonly string[];
  readonly events: readonly string[];
  /** What the user should know, one sentence each. */
  readonly warnings: readonly string[];
}

/** The switch as a sentence. Pure. */
export function describeSwitch({ plugin, isEnabled, outcome, file }: PluginSwitch): string {
  const state = isEnabled ? 'enabled' : 'disabled';
  return outcome === 'written'
    ? `Plug-in ${plugin} is ${state}. Written to ${file}.`
    : `Plug-in ${plugin} is ${state}, as before; ${file} was not touched.`;
}

/** What a plug-in brings, in sentences. Pure. */
export function describeNames({ engines, commands }: ProbedNames): readonly string[] {
  return [
    ...engines
      .map(plainText)
      .map((engine) => `It brings the engine ${engine}; to choose it: hermes plugins use ${engine}`),
    ...commands.map(plainText).map((command) => `It brings the command /${command}.`),
  ];
}

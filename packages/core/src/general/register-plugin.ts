import { basename } from 'node:path';
import type { RegisterPlugin } from '@hermes-context/contract';
import { describeCause } from '../describe-cause.ts';
import type { ImportFailure } from '../explain-import-failure.ts';
import { explainMissingExport } from '../explain-missing-export.ts';
import { type ImportedEntry, importPluginEntry, type LoadOptions } from '../import-plugin-entry.ts';
import type { IncompatiblePluginError } from '../incompatible-plugin-error.ts';
import { EXPORT_NAMES } from '../plugin-kind.ts';
import { PluginLoadError } from '../plugin-load-error.ts';
import { readField } from '../read-field.ts';
import { settle } from '../settle.ts';
import { watchRejections } from '../watch-rejections.ts';
import { withDeadline } from '../with-deadline.ts';
import {
  type RegistrationStage,
  type Registrations,
  type StageParts,
  stageRegistrations,
} from './stage-registrations.ts';

/** Time for `register` to end: it should only say what there is. */
const REGISTER_TIMEOUT_MS = 10_000;

/** What came of one plug-in's `register`. Narrow on `kind`. */
export type PluginRegistration =
  /** Checked, and not in force yet. */
  | {
      readonly kind: 'registered';
      readonly registrations: Registrations /** The folder, links followed. */;
      readonly home: string;
    }
  | { readonly kind: 'failed'; readonly error: PluginLoadError | IncompatiblePluginError };

/** How to import and register a plug-in. */
export interface RegisterOptions extends LoadOptions, Pick<StageParts, 'log' | 'dataDir'> {
  /** Told when the import has ended well, and waited for before `register` runs. Default: nobody. */
  readonly onImported?: () => Promise<void>;
}

/**
 * Import a general plug-in and let it register, in this process and with its rights. Whatever it does, nothing of
 * it is in force when this returns. Never throws; what ends the process or never yields is beyond reach.
 *
 * @param folder - The plug-in's own folder. Its last part must be the plug-in's name.
 */
export async function registerPlugin(folder: string, options: RegisterOptions): Promise<PluginRegistration> {
  const { timeoutMs, log, dataDir, onImported } = options;
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const imported = await importPluginEntry(folder, { ...limit, kind: 'general' });
  if (imported.kind === 'failed') return imported;
  const register = readField(imported.module, EXPORT_NAMES.general);
  if (!isRegister(register)) return failed(imported, explainNoRegister(register, imported));
  await onImported?.();
  const stage = stageRegistrations({ name: imported.manifest.name, folder: imported.folder, log, dataDir });
  const failure = await runRegister(register, stage, {
    home: imported.home,
    timeoutMs: timeoutMs ?? REGISTER_TIMEOUT_MS,
  });
  if (failure !== undefined) return failed(imported, failure);
  const { engines, commands, listeners } = stage;
  return { kind: 'registered', registrations: { engines, commands, listeners }, home: imported.home };
}

function isRegister(value: unknown): value is RegisterPlugin {
  return typeof value === 'function';
}

function explainNoRegister(exported: unknown, { module, manifest }: ImportedEntry): ImportFailure {
  if (exported === undefined) return explainMissingExport(module, manifest);
  return {
    reason: 'export-invalid',
    problem: `The export register of ${manifest.main} is no function.`,
    fix: 'Write: export function register(context) { … }',
  };
}

type Failure = ImportFailure & { readonly cause?: unknown };

async function runRegister(
  register: RegisterPlugin,
  stage: RegistrationStage,
  { home, timeoutMs }: { readonly home: string; readonly timeoutMs: number },
): Promise<Failure | undefined> {
  try {
    const running = (): Promise<unknown> => settle(() => register(stage.context));
    const { value, rejections } = await watchRejections(home, () => withDeadline(running(), timeoutMs));
    if (value.kind === 'timed-out') return tooSlow(timeoutMs);
    if (stage.refusals.length === 0 && rejections.length > 0) return leftBehind(rejections[0]);
    return explainRefusal(stage);
  } catch (cause) {
    return explainRefusal(stage) ?? threw(cause);
  } finally {
    stage.close();
  }
}

function explainRefusal({ refusals: [first] }: RegistrationStage): Failure | undefined {
  if (first === undefined) return undefined;
  const { what, why, fix } = first.explanation;
  return { reason: 'register-refused', problem: `${what} ${why}`, fix, cause: first };
}

function threw(cause: unknown): Failure {
  return {
    reason: 'register-threw',
    problem: `Its register threw: ${describeCause(cause)}`,
    fix: 'Correct the plug-in. Nothing that it had registered before was kept.',
    cause,
  };
}

function leftBehind(cause: unknown): Failure {
  return {
    reason: 'register-threw',
    problem: `While register ran, a promise was rejected and nothing handled it: ${describeCause(cause)}`,
    fix: 'Await the promise in register, or handle its rejection.',
    cause,
  };
}

function tooSlow(timeoutMs: number): Failure {
  return {
    reason: 'register-timeout',
    problem: `Its register did not end within ${timeoutMs} ms.`,
    fix: 'Only register there; do slow things when the engine, the command or the listener runs.',
  };
}

function failed({ folder }: ImportedEntry, failure: Failure): PluginRegistration {
  const facts = { plugin: basename(folder), kind: 'general', location: folder, ...failure } as const;
  return { kind: 'failed', error: new PluginLoadError(facts) };
}

import type { EngineCommand } from '@hermes-context/contract';
import { doctorCommand } from './doctor-command.ts';
import { exportCommand } from './export-command.ts';
import { importCommand } from './import-command.ts';
import { searchCommand } from './search-command.ts';
import { statusCommand } from './status-command.ts';

/** What `hermes lcm` can do. */
export const commands: readonly EngineCommand[] = [
  statusCommand,
  doctorCommand,
  searchCommand,
  exportCommand,
  importCommand,
];

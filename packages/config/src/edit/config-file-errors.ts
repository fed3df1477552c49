import { ContextHostError } from '@hermes-context/contract';

/** The config file, or the folder that it is in, cannot be written. The file is as it was. */
export class ConfigUnwritableError extends ContextHostError {
  override readonly name = 'ConfigUnwritableError';
  readonly code = 'CTX_CONFIG_UNWRITABLE';
}

/** Another process has been editing the config file for too long. The file is as it was. */
export class ConfigLockedError extends ContextHostError {
  override readonly name = 'ConfigLockedError';
  readonly code = 'CTX_CONFIG_LOCKED';
}

const REASONS: Readonly<Record<string, readonly [why: string, fix: string]>> = {
  EACCES: ['You may not write there.', 'Change the permissions of the folder, such as: chmod u+w'],
  EPERM: ['You may not write there.', 'Change the permissions or the owner of the folder.'],
  EROFS: ['Its file system is mounted for reading only.', 'Set HERMES_HOME to a folder that can be written.'],
  ENOSPC: ['There is no space left on the device.', 'Free some space, and run the command again.'],
  EDQUOT: ['Your quota of space is used up.', 'Free some space, and run the command again.'],
  ENOTDIR: ['A part of its path is a file, and must be a folder.', 'Set HERMES_HOME to a folder.'],
  ENOENT: [
    'The folder that it leads to does not exist and cannot be made.',
    'Make the folder, or set HERMES_HOME to another one.',
  ],
  ENAMETOOLONG: ['Its path is longer than the system allows.', 'Set HERMES_HOME to a shorter path.'],
  ELOOP: ['Its symbolic links lead in a circle.', 'Remove the link.'],
};

/**
 * Why the file system refused to write.
 *
 * @throws The cause itself when the file system did not make it: then it is a bug of ours.
 */
export function unwritable(file: string, cause: unknown): ContextHostError {
  if (ContextHostError.is(cause)) return cause;
  if (!(cause instanceof Error && 'code' in cause && typeof cause.code === 'string')) throw cause;
  const [why, fix] = REASONS[cause.code] ?? [
    `The system says: ${cause.code}.`,
    'Make the file and its folder writable.',
  ];
  return new ConfigUnwritableError({ what: `${file} cannot be written; nothing was changed.`, why, fix, cause });
}

import type { ConfigProblem } from './config-problem.ts';

const REASONS: Readonly<Record<string, { readonly rule: string; readonly fix: string }>> = {
  EISDIR: {
    rule: 'It is a folder, and a config is a file.',
    fix: 'Move the folder away, or remove it if it is empty.',
  },
  ENOTDIR: { rule: 'A part of its path is a file, and must be a folder.', fix: 'Set HERMES_HOME to a folder.' },
  EACCES: { rule: 'You may not read it.', fix: 'Change its permissions, such as: chmod u+r' },
  EPERM: { rule: 'You may not read it.', fix: 'Change its permissions, such as: chmod u+r' },
  ENOTFILE: { rule: 'It is a device or a pipe, and a config is a file.', fix: 'Put a file in its place.' },
  ENOTUTF8: {
    rule: 'Its text is not UTF-8, so that editing it would damage it.',
    fix: 'Save it as UTF-8 in your editor.',
  },
  ELOOP: { rule: 'Its symbolic links lead in a circle.', fix: 'Remove the link.' },
};

/** Why a config file could not be read; `undefined` when there is none, which is fine. */
export function unreadableFile(file: string, cause: unknown): ConfigProblem | undefined {
  const code = errorCode(cause);
  if (code === 'ENOENT') return undefined;
  const reason = REASONS[code] ?? {
    rule: `The system says: ${code}.`,
    fix: 'Make it readable, or remove it for the defaults.',
  };
  return {
    code: 'unreadable-file',
    file,
    line: undefined,
    column: undefined,
    path: '',
    value: undefined,
    what: `${file} cannot be read.`,
    ...reason,
  };
}

/** @throws The cause itself when the file system did not make it: then it is a bug of ours. */
function errorCode(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  throw cause;
}

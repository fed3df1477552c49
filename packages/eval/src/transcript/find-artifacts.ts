import type { Messages } from '@hermes-context/contract';
import { toolCallsOf } from '@hermes-context/messages';
import type { Artifact, FileAction } from '../trajectory.ts';

const PATH_ARGUMENT = /"(?:path|file_path|filePath|filepath|filename|file|target_file)":\s*"([^"\\]{1,300})"/;
const MOVE = /\bmv\s+(?:-\w+\s+)?([^\s"\\]+\.\w{1,8})\s/;
const REMOVE = /\brm\s+(?:-\w+\s+)?([^\s"\\]+\.\w{1,8})\b/;

const ACTIONS: readonly (readonly [RegExp, FileAction])[] = [
  [/delete|remove/i, 'deleted'],
  [/rename|move/i, 'renamed'],
  [/create/i, 'created'],
  [/write|edit|patch|replace|insert|update/i, 'written'],
];

/** Changes of files that calls tell by their names and arguments, in order. */
export function artifactsOf(messages: Messages): readonly Artifact[] {
  return messages.flatMap((message, index) =>
    toolCallsOf(message).flatMap(({ function: { name, arguments: written } }): readonly Artifact[] => {
      const action = ACTIONS.find(([words]) => words.test(name))?.[1];
      const path = PATH_ARGUMENT.exec(written)?.[1];
      if (action !== undefined && path !== undefined) return [{ path, action, index }];
      const moved = MOVE.exec(written)?.[1];
      if (moved !== undefined) return [{ path: moved, action: 'renamed', index }];
      const removed = REMOVE.exec(written)?.[1];
      return removed === undefined ? [] : [{ path: removed, action: 'deleted', index }];
    }),
  );
}

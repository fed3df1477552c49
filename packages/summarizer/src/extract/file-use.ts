/** What was done to a file. */
export type FileAction = 'read' | 'edited' | 'written' | 'created' | 'deleted';

/** One file that a call touched. */
export interface FileUse {
  readonly path: string;
  readonly action: FileAction;
}

import type { PlayedCall } from '../generate/draft.ts';
import type { Random } from '../random.ts';
import { editSource, type SourceFile, sourceFile, sourceText } from './source-file.ts';

/** Files of a program that calls read and change, from version to version. */
export class Workspace {
  readonly #random: Random;
  readonly #files: SourceFile[];

  /** @param size - How long the files are; 1 is a page each. */
  constructor(random: Random, paths: readonly string[], size = 1) {
    this.#random = random;
    this.#files = paths.map((path) => sourceFile(random, path, random.int(3, 5) * size));
  }

  /** The path of one of the files. */
  pick(): string {
    return this.#random.pick(this.#files).path;
  }

  /** Reads the file as it stands now. */
  read(path: string): PlayedCall {
    const file = this.#find(path);
    const numbered = sourceText(file)
      .split('\n')
      .map((line, index) => `${`${index + 1}`.padStart(5)}|${line}`)
      .join('\n');
    return { name: 'read_file', arguments: { path }, result: numbered, file: { path, action: 'read' } };
  }

  /** Changes one function of the file. */
  edit(path: string): PlayedCall {
    const file = this.#find(path);
    const { next, before, after } = editSource(this.#random, file);
    this.#files.splice(this.#files.indexOf(file), 1, next);
    return {
      name: 'patch',
      arguments: { path, old_string: before, new_string: after },
      result: `{"success": true, "path": "${path}", "replacements": 1}`,
      file: { path, action: 'written' },
    };
  }

  #find(path: string): SourceFile {
    const found = this.#files.find((file) => file.path === path);
    if (found === undefined) throw new Error(`There is no file ${path} in this workspace.`);
    return found;
  }
}

import { readTranscript, type Transcript } from '@hermes-context/providers';
import type { Io } from './io.ts';
import { nameFile } from './name-file.ts';
import { readInput } from './read-input.ts';

/**
 * The transcript in a file, or in standard input for `-`.
 *
 * @throws ContextHostError when it cannot be read, or is none; the file is named.
 */
export async function readTranscriptFile(file: string, io: Io): Promise<Transcript> {
  const text = await readInput(file, io);
  try {
    return readTranscript(text);
  } catch (error) {
    throw nameFile(error, file); // the parser sees text alone; in a loop over files that is not enough
  }
}

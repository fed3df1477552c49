/** The words of a command line, and what of them is the host's. */
export interface SplitWords {
  readonly args: readonly string[];
  readonly json: boolean;
  readonly help: boolean;
}

/** Take `--json` and `--help` out, wherever they stand before a `--`. Pure. */
export function splitWords(words: readonly string[]): SplitWords {
  const end = words.indexOf('--');
  const open = end === -1 ? words : words.slice(0, end);
  const isHost = (word: string): boolean => ['--json', '--help', '-h'].includes(word);
  return {
    args: [...open.filter((word) => !isHost(word)), ...words.slice(open.length)],
    json: open.includes('--json'),
    help: open.includes('--help') || open.includes('-h'),
  };
}

/** A word as a shell takes it. */
export function quoteForShell(word: string): string {
  return /^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** What stood on a command line, for a message: in quotes, cut to 80 characters, nothing in it that moves a cursor. */
export function quoteArgument(text: string): string {
  return JSON.stringify(text.slice(0, 80)).replace(/\p{Cc}/gu, '?');
}

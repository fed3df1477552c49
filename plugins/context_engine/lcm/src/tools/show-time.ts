/** Milliseconds since 1970 as a time in UTC, to the second; a figure that no date can have as itself. */
export function showTime(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? `${at}` : date.toISOString().replace(/\.\d+Z$/, 'Z');
}

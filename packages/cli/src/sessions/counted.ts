/** A number with separators: `12,345`. */
export function figure(value: number): string {
  return value.toLocaleString('en-US');
}

/** A number and what is counted: `1 message`, `12,345 messages`. */
export function counted(count: number, singular: string): string {
  return `${figure(count)} ${singular}${count === 1 ? '' : 's'}`;
}

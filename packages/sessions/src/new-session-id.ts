/**
 * An id for a new session, as a person can read it: `20261201_093007_4f00c1`, the moment in UTC and what keeps two
 * sessions of one second apart.
 *
 * @param atMs - Milliseconds since 1970.
 * @param randomHex - Six hexadecimal digits.
 */
export function newSessionId(atMs: number, randomHex: string): string {
  const [date = '', time = ''] = new Date(atMs).toISOString().split('T');
  return `${date.replaceAll('-', '')}_${time.slice(0, 8).replaceAll(':', '')}_${randomHex}`;
}

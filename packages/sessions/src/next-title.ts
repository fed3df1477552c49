const NUMBERED = /^(?<name>.+) #(?<number>[1-9]\d{0,8})$/su;

/**
 * The title of what goes on from a session of this title (S-076): `name` is followed by `name #2`, that by `name #3`.
 *
 * @param isTaken - Goes on counting while this says so. Default: nothing is taken.
 */
export function nextTitle(title: string, isTaken: (title: string) => boolean = () => false): string {
  const { name = title, number = '1' } = NUMBERED.exec(title)?.groups ?? {};
  let next = Number(number) + 1;
  while (isTaken(`${name} #${next}`)) next += 1;
  return `${name} #${next}`;
}

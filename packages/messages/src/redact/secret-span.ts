/**
 * What kind of secret stands at a place. A family is part of the placeholder, so it depends on the secret where its form
 * tells, and else only on whether it is a password: the same secret has the same family in every text.
 */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly family: string;
}

/** Finds the secrets of one kind, in order. Linear in the text. */
export type SecretFinder = (text: string) => readonly SecretSpan[];

/** Family of passwords, wherever they stand. */
export const PASSWORD = 'password';
/** Family of secrets that only their name tells: tokens, keys, credentials. */
export const SECRET = 'secret';

/** A family that the name of a value tells. */
export type NamedFamily = typeof PASSWORD | typeof SECRET;

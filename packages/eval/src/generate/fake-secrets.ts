import type { Random } from '../random.ts';

/** A value that looks like a secret and opens nothing. */
export interface FakeSecret {
  /** Name of the variable that would hold it. */
  readonly name: string;
  readonly secret: string;
  /** A file that such a variable stands in. */
  readonly file: string;
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ234567';

// Put together from pieces, so that no scanner takes this file for a leak.
const FORMS: readonly (readonly [name: string, prefix: string, alphabet: string, chars: number])[] = [
  ['MODEL_API_KEY', ['sk-', 'proj-'].join(''), LETTERS, 32],
  ['FORGE_TOKEN', ['gh', 'p_'].join(''), LETTERS, 36],
  ['CLOUD_ACCESS_KEY_ID', ['AK', 'IA'].join(''), CAPITALS, 16],
  ['CHAT_BOT_TOKEN', ['xo', 'xb-'].join(''), LETTERS, 28],
  ['PAYMENT_SECRET_KEY', ['sk_', 'test_'].join(''), LETTERS, 28],
  ['REGISTRY_TOKEN', ['np', 'm_'].join(''), LETTERS, 36],
];
const FILES = ['.env', 'deploy/.env.local', 'config/.env.staging', 'infra/secrets.env'];
/** Says to a reader what it is, and is part of the value. */
const FAKE = 'FAKE7';

/** A secret of a form that vendors really use, with `FAKE` in it. */
export function fakeSecret(random: Random): FakeSecret {
  const [name, prefix, alphabet, chars] = random.pick(FORMS);
  return { name, secret: `${prefix}${FAKE}${random.letters(alphabet, chars - FAKE.length)}`, file: random.pick(FILES) };
}

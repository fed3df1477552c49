/** A secret that is none, and a line in which somebody may leave it behind. */
export interface PlantedSecret {
  /** What kind it is, for a failure: the secret itself is in no message of ours. */
  readonly family: string;
  readonly secret: string;
  readonly line: string;
}

// Put together here, so that no scanner takes this file for a leak.
const join = (...pieces: readonly string[]): string => pieces.join('');

const LETTERS = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xY';
const HEX = '9f86d081884c7d659a2feaa0c55ad015';
const CAPITALS = 'ABCD2345EFGH6789IJKL';
const PASSWORD = join('Tr0ub4dor', '-EXAMPLE');
const TOKEN = join('a1b2c3d4', 'e5f6g7h8');

const KEYS: readonly (readonly [family: string, ...pieces: string[]])[] = [
  ['an OpenAI key', 'sk-', 'proj-', LETTERS],
  ['an Anthropic key', 'sk-', 'ant-api03-', LETTERS],
  ['an OpenRouter key', 'sk-', 'or-v1-', HEX],
  ['a key in the form of many vendors', 'sk-', HEX],
  ['a Stripe key', 'sk_', 'live_', LETTERS],
  ['a GitHub token', 'gh', 'p_', LETTERS, 'abcd'],
  ['a GitHub token of the newer form', 'github_', 'pat_', LETTERS],
  ['a GitLab token', 'gl', 'pat-', LETTERS],
  ['a Slack token', 'xo', 'xb-123456789012-', LETTERS],
  ['a Slack webhook', 'hooks.slack.', 'com/services/', 'T0000/B0000/', LETTERS],
  ['a Discord webhook', 'discord.', 'com/api/webhooks/', '123456789012345678/', LETTERS],
  ['a Google key', 'AI', 'za', LETTERS, 'abc'],
  ['a Google token', 'ya', '29.', LETTERS],
  ['an AWS key', 'AK', 'IAIOSFODNN7EXAMPLE'],
  ['a SendGrid key', 'S', 'G.', LETTERS, '.', LETTERS],
  ['a Hugging Face token', 'h', 'f_', LETTERS],
  ['an npm token', 'np', 'm_', LETTERS, 'abcd'],
  ['a PyPI token', 'py', 'pi-', LETTERS, LETTERS],
  ['a DigitalOcean token', 'dop', '_v1_', HEX, HEX],
  ['a Groq key', 'gs', 'k_', LETTERS],
  ['an xAI key', 'xa', 'i-', LETTERS],
  ['a Databricks token', 'da', 'pi', HEX],
  ['a Docker token', 'dckr', '_pat_', LETTERS],
  ['a Figma token', 'fi', 'gd_', LETTERS],
  ['a Shopify token', 'shp', 'at_', LETTERS],
  ['a Vault token', 'hv', 's.', LETTERS],
  ['an age key', 'AGE-', 'SECRET-KEY-', CAPITALS, CAPITALS],
  ['a Telegram token', '123456789', ':', 'AA', LETTERS, 'a'],
  ['a JSON Web Token', 'ey', 'JhbGciOiJub25lIn0', '.', 'eyJzdWIiOiJkZW1vIn0', '.', 'c2lnbmF0dXJlLWV4YW1wbGU'],
];

const IN_PLACES: readonly PlantedSecret[] = [
  { family: 'a password by its name', secret: PASSWORD, line: `DB_PASSWORD=${PASSWORD}` },
  { family: 'a token by its name in JSON', secret: TOKEN, line: `{"api_token": "${TOKEN}"}` },
  { family: 'a password in a URL', secret: PASSWORD, line: `postgres://admin:${PASSWORD}@db.invalid/app` },
  { family: 'a bearer token', secret: TOKEN, line: `Authorization: Bearer ${TOKEN}` },
  {
    family: 'a password that a sentence tells',
    secret: PASSWORD,
    line: `The staging password is ${PASSWORD}, use it.`,
  },
  {
    family: 'a private key',
    secret: join(LETTERS, LETTERS),
    line: join('-----BEGIN PRIV', 'ATE KEY-----\n', LETTERS, LETTERS, '\nAbc=\n-----END PRIV', 'ATE KEY-----'),
  },
];

/** One secret of each kind that `redactSecrets` knows by form, by name or by place. */
export const PLANTED_SECRETS: readonly PlantedSecret[] = [
  ...KEYS.map(([family, ...pieces]): PlantedSecret => {
    const secret = join(...pieces);
    return { family, secret, line: `Use ${secret} for it.` };
  }),
  ...IN_PLACES,
];

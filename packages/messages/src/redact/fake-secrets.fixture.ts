/** Secrets that are none, put together here so that no scanner takes this file for a leak. */
const join = (...pieces: readonly string[]): string => pieces.join('');

const letters = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xY';
const hex = '9f86d081884c7d659a2feaa0c55ad015';

/** One secret of each form that a vendor gives its keys, by the family that its placeholder names. */
export const VENDOR_SECRETS: readonly (readonly [family: string, secret: string])[] = [
  ['openai-key', join('sk-', 'proj-', letters)],
  ['anthropic-key', join('sk-', 'ant-api03-', letters, '-', letters)],
  ['openrouter-key', join('sk-', 'or-v1-', hex)],
  ['api-key', join('sk-', hex)],
  ['stripe-key', join('sk_', 'live_', letters)],
  ['github-token', join('gh', 'p_', letters, 'abcd')],
  ['github-token', join('github_', 'pat_', letters, '_', letters)],
  ['gitlab-token', join('gl', 'pat-', letters)],
  ['slack-token', join('xo', 'xb-123456789012-', letters)],
  ['slack-webhook', join('hooks.slack.', 'com/services/', 'T0000/B0000/', letters)],
  ['google-key', join('AI', 'za', letters, 'abc')],
  ['aws-key', join('AK', 'IAIOSFODNN7EXAMPLE')],
  ['sendgrid-key', join('S', 'G.', letters, '.', letters)],
  ['huggingface-token', join('h', 'f_', letters)],
  ['npm-token', join('np', 'm_', letters, 'abcd')],
  ['pypi-token', join('py', 'pi-', letters, letters)],
  ['groq-key', join('gs', 'k_', letters)],
  ['telegram-token', join('123456789', ':', 'AA', letters, 'a')],
  ['jwt', join('ey', 'JhbGciOiJub25lIn0', '.', 'eyJzdWIiOiJkZW1vIn0', '.', 'c2lnbmF0dXJlLWV4YW1wbGU')],
  [
    'private-key',
    join(
      '-----BEGIN RSA PRIV',
      'ATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n',
      letters,
      letters,
      '\nAbc=\n-----END RSA PRIV',
      'ATE KEY-----',
    ),
  ],
];

/** A password that mixes letters and digits, and one that is a word. */
export const PASSWORD_VALUE = join('Tr0ub4dor', '-EXAMPLE');
export const WEAK_PASSWORD_VALUE = join('let', 'mein');
/** A token that only its name tells. */
export const TOKEN_VALUE = join('a1b2c3d4', 'e5f6g7h8');

import { describe, expect, it } from 'vitest';
import { redactSecrets } from './redact-secrets.ts';

describe('redactSecrets, where there is no secret', () => {
  it('leaves names that start as a key does', () => {
    for (const name of [`gh${'p_'}abc1234567_rest`, `AK${'IA'}IOSFODNN7EXAMPLEX`, `n${'pm_'}config_cache_min_2_long`]) {
      expect(redactSecrets(name)).toBe(name);
    }
  });

  it.each([
    'MAX_TOKENS=100',
    'token_count: 5',
    'max_tokens: 4096',
    '{"max_tokens":4096,"total_tokens":12345678,"token":5}',
    'tokens=123',
    'TOKENIZER=o200k',
    'TOKEN_LIMIT=200000abc1',
    'COMMIT=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'UUID=123e4567-e89b-12d3-a456-426614174000',
    'if password==stored1 then',
    'login(password=hash12, token=abc1def2)',
    'headers: { Authorization: settings.apiToken1234 }',
    'secret: Uint8Array',
    'password: sha256',
    'AUTHOR=me',
    'author: Robin Alder 2026',
    'primary_key=id',
    'sort_key: created_at_v2',
    'key: value1234',
    'public_key: ab12cd34ef56ab12',
    'const key = process.env.API_KEY;',
    'api_key = os.environ["API_KEY_2"]',
    `TOKEN=\${GITHUB_TOKEN}`,
    'TOKEN=$TOKEN2',
    'PASSWORD=$(cat /run/secrets/db1)',
    'PASSWORD_FILE=/run/secrets/db1',
    `password: \${{ secrets.DB_PASSWORD_1 }}`,
    'curl -H "Authorization: Bearer $TOKEN_1234567"',
    `curl -H "Authorization: Bearer \${TOKEN_1234567}"`,
    `headers.Authorization = \`Bearer \${token1234567}\`;`,
    'password: string;',
    'apiKey?: string',
    'secret: Uint8Array;',
    'function login(user: string, password: string, token = accessToken2) {',
    'login(password=password, token=self.token2, api_key=settings.api_key_1)',
    'this.token = readToken1(options);',
    'password: "***"',
    'api_key: <your-key-1>',
    'API_KEY=your-api-key-123',
    'API_KEY=xxxxxxxxxxxxxxxx',
    'SECRET=changeme',
    '"password": "Enter your password"',
    '"pwd": "/home/dev/app1"',
    'next_page_token: CAUQAA12345678',
    "pad_token='<pad>', eos_token='</s>'",
    'The token is expired. The password is required.',
    'A token is about 4 characters, o200k_base says.',
    'password must have 8 characters, 1 digit',
    'use --password to set one, or --token=<token>',
    'https://example.com:8080/path@2x.png',
    'git@github.com:owner/repo2.git',
    'ssh://git@github.com/owner/repo2.git',
    'postgres://user:password@localhost/app',
    'postgres://$USER:$PASSWORD1@localhost/app',
    'pip install sk-learn-contrib; class="sk-folding-cube-and-more-names"',
    'call me at +49 170 1234567',
    'if (password === confirm1) token !== token2x',
    'AKIA and eyJ and ghp_ and sk- are prefixes',
    '',
  ])('leaves %j alone', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  it.each([
    'a',
    '-----BEGIN',
    '-----BEGIN PRIVATE ' + 'KEY-----',
    'KEY=',
    'PASSWORD=',
    'password:',
    'authorization:',
    'eyJ-',
    'a://b',
    '\\"token\\":\\"',
  ])('takes 5 MB of %j in linear time', (piece) => {
    const text = piece.repeat(5_000_000 / piece.length);
    const before = process.cpuUsage();
    redactSecrets(text);
    const { user, system } = process.cpuUsage(before);

    // A second is plenty, whatever else the machine does; what grows with the square would take hours.
    expect(user + system).toBeLessThan(10_000_000);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideSecrets } from './hide-secrets.ts';

const HIDDEN = '(set, not shown)';

describe('hiding secrets', () => {
  it.each([
    'api_key',
    'apiKey',
    'APIKEY',
    'OPENAI_API_KEY',
    'x-api-key',
    'apiKeyValue',
    'authorization',
    'Proxy-Authorization',
    'accessToken',
    'token',
    'bot_token',
    'secretKey',
    'clientSecret',
    'password',
    'dbPassword',
    'passwd',
    'pwd',
    'db_pass',
    'passphrase',
    'privateKey',
    'credentials',
    'Cookie',
    'key',
    'encryption.key',
    'auth',
    'jwt',
  ])('hides what is called %s', (name) => {
    expect(hideSecrets({ [name]: 'plain' })).toEqual({ [name]: HIDDEN });
  });

  it.each([
    ['tokenizer', 'cl100k'],
    ['maxTokens', 5],
    ['compass', 'north'],
    ['cache_key', 'id'],
    ['api_key_env', 'MY_KEY'],
    ['token_file', 'a.txt'],
    ['redactSecrets', true],
    ['password_min_length', 8],
    ['api_key', null],
    ['model', 'gpt-5.5'],
  ])('shows %s: %j', (name, value) => {
    expect(hideSecrets({ [name]: value })).toEqual({ [name]: value });
  });

  it('hides numbers, and all that stands below a secret name', () => {
    expect(
      hideSecrets({ password: 1234, pin: 99, tokens: ['a', 'b'], credentials: { user: 'u', parts: [1, { b: 'x' }] } }),
    ).toEqual({
      password: HIDDEN,
      pin: HIDDEN,
      tokens: [HIDDEN, HIDDEN],
      credentials: { user: HIDDEN, parts: [HIDDEN, { b: HIDDEN }] },
    });
  });

  it('hides in lists, in nested maps, in pairs of name and value, and after a flag', () => {
    const value = {
      servers: [{ url: 'http://localhost:1/v1', apiKey: 'plain' }, [{ deep: { accessToken: 'plain' } }]],
      headers: [
        { name: 'Authorization', value: 'plain' },
        { key: 'X-Api-Key', value: 'plain' },
        { name: 'Accept', value: '*' },
      ],
      args: ['--api-key', 'plain', '--verbose', 'yes'],
    };
    const shown = hideSecrets(value);
    expect(JSON.stringify(shown)).not.toContain('plain');
    expect(shown).toMatchObject({
      headers: [{ name: 'Authorization' }, { key: 'X-Api-Key' }, { value: '*' }],
      args: ['--api-key', HIDDEN, '--verbose', 'yes'],
    });
  });

  it.each([
    ['https://user:pw@host/v1?key=abc', 'https://***@host/v1?key=***'],
    ['https://pw@host:8080/v1', 'https://***@host:8080/v1'],
    ['http://host/v1?a=1&abc&b=2#frag', 'http://host/v1?a=***&***&b=***#***'],
    ['https://user:p"w x@host/v1', 'https://***@host/v1'],
    ['https://a/b c https://u:pw@host/', 'https://a/b c https://***@host/'],
    ['postgres://user:p/w@host/db', 'postgres://***@host/db'],
    ['see https://u:p@one/x and https://two/?k=v', 'see https://***@one/x and https://two/?k=***'],
    ['HTTP://Localhost:8080/v1', 'HTTP://Localhost:8080/v1'],
  ])('masks the address %s', (text, shown) => {
    expect(hideSecrets(text)).toBe(shown);
  });

  it('hides what looks like a key, whatever its name', () => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    expect(JSON.stringify(hideSecrets({ note: `use ${key}`, list: [key] }))).not.toContain(key);
  });

  it('hides by the path that leads to a value', () => {
    expect(hideSecrets('u', ['options', 'credentials', 'user'])).toBe(HIDDEN);
    expect(hideSecrets('u', ['options', 'a.b'])).toBe('u');
  });

  it('shows no text below a secret name, whatever its shape, and edits nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const before = structuredClone(value);
        const texts = JSON.stringify(hideSecrets({ apiKey: value }), (_, each) =>
          typeof each === 'string' && each !== '' ? 'text' : each,
        );
        const bare = JSON.stringify(JSON.parse(JSON.stringify({ apiKey: value })), (_, each) =>
          typeof each === 'string' && each !== '' ? 'text' : typeof each === 'number' ? 'text' : each,
        );
        expect(texts).toBe(bare);
        expect(value).toEqual(before);
      }),
    );
  });
});

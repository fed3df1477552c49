import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PASSWORD_VALUE, TOKEN_VALUE, VENDOR_SECRETS, WEAK_PASSWORD_VALUE } from './redact/fake-secrets.fixture.ts';
import { redactSecrets } from './redact-secrets.ts';

const PLACEHOLDER = /\[REDACTED:[a-z-]+:[0-9a-f]{4}\]/g;

const secrets = [...VENDOR_SECRETS.map(([, secret]) => secret), PASSWORD_VALUE, WEAK_PASSWORD_VALUE, TOKEN_VALUE];

/** Texts full of secrets, halves of secrets, and what surrounds them. */
const leakyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...secrets),
      fc.constantFrom(...secrets).chain((secret) => fc.nat({ max: secret.length }).map((end) => secret.slice(0, end))),
      fc.constantFrom(
        'PASSWORD=',
        'api_key: ',
        '"token": "',
        "'secret' => '",
        '\\"password\\":\\"',
        'password is ',
        '--token ',
        '-u me:',
        'Authorization: Bearer ',
        'https://',
        'me:',
        '@host.invalid/',
        '-----BEGIN PRIVATE ' + 'KEY-----\n',
        '-----END PRIVATE ' + 'KEY-----',
        '[REDACTED:secret:12ab]',
        '[REDACTED:',
        '?token=',
        '&',
        '"',
        "'",
        '\\',
        '\\n',
        '\n',
        ' ',
        ',',
        '.',
        '中文',
      ),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));

describe('redactSecrets', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(leakyText, (text) => {
        const once = redactSecrets(text);
        expect(redactSecrets(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps JSON that holds secrets valid, and its shape', () => {
    const shapeOf = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shapeOf);
      return typeof value === 'object' && value !== null ? Object.values(value).map(shapeOf) : typeof value;
    };
    fc.assert(
      fc.property(
        fc.object({ key: fc.constantFrom('password', 'token', 'a', 'b'), values: [leakyText, fc.nat()], maxDepth: 2 }),
        fc.nat({ max: 2 }),
        (value, indent) => {
          const json = JSON.stringify(value, null, indent);
          expect(shapeOf(JSON.parse(redactSecrets(json)))).toEqual(shapeOf(value));
          const nested = JSON.stringify({ body: json });
          const body: unknown = JSON.parse(redactSecrets(nested)).body;
          expect(shapeOf(JSON.parse(String(body)))).toEqual(shapeOf(value));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('gives one secret one placeholder, wherever it stands', () => {
    fc.assert(
      fc.property(fc.constantFrom(...VENDOR_SECRETS), leakyText, ([family, secret], text) => {
        const [alone] = redactSecrets(secret).match(PLACEHOLDER) ?? [];
        expect(alone).toContain(`[REDACTED:${family}:`);
        expect(redactSecrets(`${text}\n\n( ${secret} )`)).toContain(`( ${alone} )`);
      }),
    );
    const [alone] = redactSecrets(`password is ${PASSWORD_VALUE}`).match(PLACEHOLDER) ?? [];
    expect(redactSecrets(`DB_PASSWORD=${PASSWORD_VALUE}`)).toBe(`DB_PASSWORD=${alone}`);
    expect(redactSecrets(`ftp://me:${PASSWORD_VALUE}@host`)).toBe(`ftp://me:${alone}@host`);
  });

  it('tells two secrets apart', () => {
    const [first, second] = redactSecrets(`A_TOKEN=${TOKEN_VALUE}\nB_TOKEN=${TOKEN_VALUE}9`).match(PLACEHOLDER) ?? [];
    expect(first).not.toBe(second);
  });

  it.each(VENDOR_SECRETS)(
    'finds a %s by its form, alone, in a sentence, in code, in escaped JSON',
    (family, secret) => {
      const surroundings: readonly ((text: string) => string)[] = [
        (text) => text,
        (text) => `Use ${text}, please.`,
        (text) => `connect('${text}');`,
        (text) => JSON.stringify({ note: `first line\n${text}\nlast line` }),
        (text) => JSON.stringify({ body: JSON.stringify({ note: `first line\n${text}\nlast line` }) }),
      ];
      for (const surround of surroundings) {
        const redacted = redactSecrets(surround(secret));
        expect(redacted).toContain(`[REDACTED:${family}:`);
        expect(redacted).not.toContain(secret.slice(-8));
      }
    },
  );

  it.each([
    (value: string) => `PASSWORD=${value}`,
    (value: string) => `export DB_PASSWORD="${value}"`,
    (value: string) => `MYSQL_PWD=${value} mysql -u root`,
    (value: string) => `SMTP_PASS=${value}`,
    (value: string) => `{"password":"${value}"}`,
    (value: string) => `{"password" : "${value}", "user":"me"}`,
    (value: string) => `{\\"password\\": \\"${value}\\"}`,
    (value: string) => `const config = { password: '${value}' };`,
    (value: string) => `'password' => '${value}',`,
    (value: string) => `spring.datasource.password=${value}`,
    (value: string) => `Server=db;User Id=sa;Password=${value};`,
    (value: string) => `curl "https://x.invalid/login?user=me&password=${value}&next=1"`,
    (value: string) => `grant_type=password&password=${value}&scope=all`,
    (value: string) => `password=${value}&user=me`,
    (value: string) => `mysqldump --password=${value} shop`,
    (value: string) => `mysqldump --password '${value}' shop`,
    (value: string) => `postgres://app:${value}@db.invalid:5432/app`,
    (value: string) => `The staging password is "${value}".`,
    (value: string) => `set the password: \`${value}\``,
  ])('finds a password by its place: %o', (place) => {
    for (const value of [PASSWORD_VALUE, WEAK_PASSWORD_VALUE]) {
      expect(redactSecrets(place(value))).not.toContain(value);
      expect(redactSecrets(place(value)).replace(PLACEHOLDER, value)).toBe(place(value));
    }
  });

  it.each([
    (value: string) => `API_TOKEN=${value}`,
    (value: string) => `AWS_SECRET_ACCESS_KEY=${value}`,
    (value: string) => `SECRET_KEY_BASE: ${value}`,
    (value: string) => `STRIPE_API_KEY_PROD='${value}'`,
    (value: string) => `  client_secret: ${value}\n`,
    (value: string) => `{"accessToken":"${value}"}`,
    (value: string) => `{"refresh_token": "${value}"}`,
    (value: string) => `curl -H 'X-Api-Key: ${value}' https://x.invalid`,
    (value: string) => `curl -H "Authorization: Bearer ${value}" https://x.invalid`,
    (value: string) => `Proxy-Authorization: Basic ${value}==`,
    (value: string) => `headers: { Authorization: \`token ${value}\` }`,
    (value: string) => `Bearer ${value}`,
    (value: string) => `//registry.invalid/:_authToken=${value}`,
    (value: string) => `deploy --api-key ${value} --force`,
    (value: string) => `https://x.invalid/hook?token=${value}`,
    (value: string) => `git clone https://${value}@git.invalid/a/b.git`,
    (value: string) => `git clone https://${value}:x-oauth-basic@git.invalid/a/b.git`,
    (value: string) => `the API key is ${value}.`,
  ])('finds a token by its name: %o', (place) => {
    expect(redactSecrets(place(TOKEN_VALUE))).toContain('[REDACTED:secret:');
    expect(redactSecrets(place(TOKEN_VALUE))).not.toContain(TOKEN_VALUE);
  });

  it('finds what is said in a sentence, and leaves the sentence', () => {
    expect(redactSecrets(`Why? The staging password is ${PASSWORD_VALUE}, use it.`)).toMatch(
      /^Why\? The staging password is \[REDACTED:password:[0-9a-f]{4}\], use it\.$/,
    );
    expect(redactSecrets(`curl -u admin:${PASSWORD_VALUE} https://x.invalid`)).toMatch(/-u admin:\[REDACTED:password:/);
  });

  it('finds a private key that was cut off, or stands in a listing', () => {
    const begin = '-----BEGIN PRIVATE ' + 'KEY-----';
    const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7';

    expect(redactSecrets(`${begin}\n${line}\n${line}\nand so on`)).toMatch(
      /^\[REDACTED:private-key:....\]\nand so on$/,
    );
    expect(redactSecrets(`     1→${begin}\n     2→${line}\n     3→${line}\n`)).not.toContain(line);
    expect(redactSecrets(`if (text.includes('${begin}')) return;`)).toBe(`if (text.includes('${begin}')) return;`);
    expect(redactSecrets(`-----BEGIN CERTIFICATE-----\n${line}\n-----END CERTIFICATE-----`)).toContain(line);
  });

  it('names the family of the form where form and name both tell', () => {
    for (const [family, secret] of VENDOR_SECRETS.slice(0, 6)) {
      expect(redactSecrets(`OPENAI_API_KEY=${secret}`)).toContain(`KEY=[REDACTED:${family}:`);
    }
  });

  it('takes a password that holds an @ whole', () => {
    expect(redactSecrets('ftp://me:p@ss1word@host')).toMatch(/^ftp:\/\/me:\[REDACTED:password:....\]@host$/);
  });

  it('finds in one run what a secret in front of it hides', () => {
    const [, [, hidden] = []] = VENDOR_SECRETS;
    const text = `github_${'pat_'}aB3dE5000A--token x${hidden}`;

    expect(redactSecrets(redactSecrets(text))).toBe(redactSecrets(text));
    expect(redactSecrets(text)).not.toContain(hidden);
  });

  it('does not take the end of a JSON string for the start of a value', () => {
    const json = '{"password":["PASSWORD=",0],"token":""}';

    expect(redactSecrets(json)).toBe(json);
  });
});

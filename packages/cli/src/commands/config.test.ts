import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';

describe('hermes config', () => {
  it('prints where the user file is, whether it exists or not', async () => {
    const box = sandbox();
    expect((await box.hermes(['config', 'path'])).out).toContain('home/config.yaml  (does not exist yet');
    box.write('home/config.yaml', '');
    expect(JSON.parse((await box.hermes(['config', 'path', '--json'])).out)).toMatchObject({
      userExists: true,
      project: null,
    });
  });

  it('prints one value, and where it comes from', async () => {
    const box = sandbox();
    box.write('home/config.yaml', 'compression:\n  threshold: 0.4\n  model_thresholds:\n    glm-5.2: 0.35\n');
    expect(await box.hermes(['config', 'get', 'compression.threshold'])).toMatchObject({
      code: 0,
      out: '0.4\n',
      err: expect.stringContaining('config.yaml:2'),
    });
    expect((await box.hermes(['config', 'get', 'compression.model_thresholds."glm-5.2"'])).out).toBe('0.35\n');
    expect(JSON.parse((await box.hermes(['config', 'get', 'compression.target_ratio', '--json'])).out)).toEqual({
      path: 'compression.target_ratio',
      value: 0.2,
      source: { kind: 'default' },
    });
  });

  it('suggests the setting that was meant', async () => {
    const { code, err } = await sandbox().hermes(['config', 'get', 'compression.treshold']);
    expect(code).toBe(2);
    expect(err).toContain('Did you mean compression.threshold?');
  });

  it('shows every setting, and no keys', async () => {
    const box = sandbox();
    box.write('home/config.yaml', 'auxiliary:\n  compression:\n    api_key: sk-not-to-be-seen\n');
    const { out } = await box.hermes(['config', 'show']);
    expect(out).toContain('protect_last_n: 20');
    expect(out).toContain('auxiliary.compression.api_key: ');
    expect(out).not.toContain('not-to-be-seen');
    expect((await box.hermes(['config', 'get', 'auxiliary.compression.api_key'])).out).toBe('(set, not shown)\n');
  });

  it('shows no secret of an address or of a plug-in, however it is spelled, by no command', async () => {
    const box = sandbox();
    box.write(
      'home/config.yaml',
      `auxiliary:
  compression:
    base_url: https://user:hush1@host/v1?key=hush2
context:
  options:
    lcm:
      apiKey: hush3
      servers: [{ accessToken: hush4, url: 'postgres://u:hush5@db/x' }]
      headers: { Authorization: Bearer hush6 }
      credentials: { user: hush7 }
      a.password: hush8
other:
  bot_token: hush9
`,
    );
    const asked = ['auxiliary.compression.base_url', 'context.options', 'context.options.lcm.apiKey', 'other'];
    const paths = [...asked, 'context.options.lcm.credentials.user', 'context.options.lcm."a.password"'];
    const gets = paths.map((path) => ['config', 'get', path]);
    for (const argv of [['config', 'show'], ...gets].flatMap((each) => [each, [...each, '--json']])) {
      const { code, out, err } = await box.hermes(argv);
      expect(code).toBe(0);
      expect(out + err).not.toContain('hush');
    }
    expect((await box.hermes(['config', 'get', 'auxiliary.compression.base_url'])).out).toBe(
      'https://***@host/v1?key=***\n',
    );
  });

  it('names its settings so that they can be asked for', async () => {
    const box = sandbox();
    box.write('home/config.yaml', 'compression:\n  model_thresholds:\n    glm-5.2: 0.35\n');
    expect((await box.hermes(['config', 'show'])).out).toContain('#   compression.model_thresholds."glm-5.2": ');
  });

  it('prints a schema that editors understand', async () => {
    const schema = JSON.parse((await sandbox().hermes(['config', 'schema'])).out);
    expect(schema).toMatchObject({ type: 'object', properties: { compression: { properties: { threshold: {} } } } });
  });
});

import { describe, expect, it } from 'vitest';
import { createGatewayApp } from './create-gateway-app.ts';
import { errorOf, readAll, ScriptedSessions, TOKEN } from './gateway.fixture.ts';

const headers = { authorization: `Bearer ${TOKEN}` };

describe('createGatewayApp', () => {
  it('needs no server of ours', async () => {
    const app = await createGatewayApp({ sessions: new ScriptedSessions(), token: TOKEN });
    const body = '{"text":"hi"}';
    const response = await app.fetch(
      new Request('http://example.test/sessions/a/messages', { method: 'POST', headers, body }),
    );
    expect((await readAll(response)).at(-1)).toEqual({ event: 'done', data: { text: 'echo hi' } });
  });

  it('answers 503 once it is closing, also to what asks for health', async () => {
    const app = await createGatewayApp({ sessions: new ScriptedSessions(), token: TOKEN });
    await app.close({ graceMs: 0 });
    const health = await app.fetch(new Request('http://example.test/healthz'));
    expect([health.status, await health.json()]).toEqual([503, { status: 'closing' }]);
    const refused = await app.fetch(new Request('http://example.test/sessions/a', { headers }));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await errorOf(refused)).toMatchObject({ code: 'CTX_GATEWAY_CLOSING' });
  });
});

import { estimateTokens } from '@hermes-context/messages';
import { expect, it } from 'vitest';
import { manualClock } from './manual-clock.ts';
import { testServices } from './test-services.ts';

it('lends what a host lends, each time with a folder of its own', async () => {
  const services = testServices();
  expect(services.model.contextTokens).toBe(200_000);
  expect(services.countTokens).toBe(estimateTokens);
  expect(services.dataDir).not.toBe(testServices().dataDir);
  expect(services.clock.now()).toBe(services.clock.now());
  const request = { messages: [], maxTokens: 100, signal: new AbortController().signal };
  expect(await services.summarise(request)).toMatchObject({ kind: 'summary' });
});

it('remembers what an engine logs and emits', () => {
  const { log, emit, recorded } = testServices();
  log.debug('looked');
  log.warn('fell back', { count: 2 });
  emit('engine:x:stored', { rows: 3 });
  expect(recorded).toEqual({
    log: [
      { level: 'debug', event: 'looked', facts: {} },
      { level: 'warn', event: 'fell back', facts: { count: 2 } },
    ],
    events: [{ event: 'engine:x:stored', payload: { rows: 3 } }],
  });
});

it('lets what is given win', () => {
  const clock = manualClock(5);
  const services = testServices({ clock, sessionId: 'mine' });
  expect([services.clock, services.sessionId]).toEqual([clock, 'mine']);
});

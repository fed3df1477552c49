import { expect, it } from 'vitest';
import { fallback } from './fallback.ts';
import { engine } from './parts.fixture.ts';
import { pipeline, pipelineOf } from './pipeline.ts';
import { route } from './route.ts';
import { shadow } from './shadow.ts';
import { timeLimitOf } from './time-limits.ts';

it('gives an engine five minutes, and a composition as long as its parts may take, unless told otherwise', () => {
  const minutes = (composed: ReturnType<typeof engine>) => Math.floor(timeLimitOf(composed, undefined) / 60_000);
  expect(minutes(engine())).toBe(5);
  expect(minutes(pipeline(engine(), fallback(engine(), engine())))).toBe(15);
  expect(minutes(shadow(fallback(engine(), engine()), engine()))).toBe(10);
  expect(minutes(route({ choose: () => 'a', engines: { a: pipeline(engine(), engine()) }, default: 'a' }))).toBe(10);
  expect(timeLimitOf(pipelineOf({ stages: [engine(), engine()], timeoutMs: 10 }), undefined)).toBe(1_020);
  expect(timeLimitOf(pipeline(engine()), 10)).toBe(10);
});

import type { ContextEngine, SummaryResult } from '@hermes-context/contract';
import { fallback, named, pipeline, route, type ShadowReport, shadow } from '@hermes-context/core';
import { clearResults } from './clear-results.ts';
import { makeEngine, model } from './load-engines.ts';

/** A summarizer whose key was revoked. */
const noKey = async (): Promise<SummaryResult> => ({
  kind: 'failed',
  failure: 'auth',
  detail: 'The key was refused. History stays as it is.',
  attempts: [],
});

/** Clear old results first; if that is not enough, summarise what is left. */
export async function pruneThenSummarise(): Promise<ContextEngine> {
  return pipeline(
    named('clear-results', clearResults(model)),
    named('minimal-engine', await makeEngine('minimal-engine')),
  );
}

/** Summarise, and where no summary can be had, keep the last turns rather than overflow. */
export async function summariseOrForget(): Promise<ContextEngine> {
  const summarising = await makeEngine('minimal-engine', { summarise: noKey });
  const forgetting = await makeEngine('keep-turns', { options: { keep_turns: 5 } });
  return fallback(named('minimal-engine', summarising), named('keep-turns', forgetting));
}

/** A summary for people; for nightly jobs, which nobody reads again, the last turns. */
export async function bySessionKind(sessionKind: 'chat' | 'cron'): Promise<ContextEngine> {
  return route({
    choose: (facts) => (facts.sessionKind === 'cron' ? 'keep-turns' : 'minimal-engine'),
    engines: {
      'minimal-engine': await makeEngine('minimal-engine'),
      'keep-turns': await makeEngine('keep-turns', { options: { keep_turns: 5 } }),
    },
    default: 'minimal-engine',
    sessionKind,
  });
}

/** Keep using one engine, and see on real conversations what another would have done. */
export async function tryBeside(onReport: (report: ShadowReport) => void): Promise<ContextEngine> {
  const forgetting = await makeEngine('keep-turns', { options: { keep_turns: 5 } });
  return shadow(forgetting, named('minimal-engine', await makeEngine('minimal-engine')), { onReport });
}

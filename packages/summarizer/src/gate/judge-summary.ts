import type { GateCoverage, GateFinding } from '@hermes-context/contract';
import { checkConstraints } from './check-constraints.ts';
import { checkCoverage, coverageOf } from './check-coverage.ts';
import { checkInventions } from './check-inventions.ts';
import { checkLanguage } from './check-language.ts';
import { checkMarkup } from './check-markup.ts';
import { checkOrders } from './check-orders.ts';
import { checkPins } from './check-pins.ts';
import { checkReply } from './check-reply.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkSize } from './check-size.ts';
import { checkStale } from './check-stale.ts';
import { checkStructure } from './check-structure.ts';
import { checkSuperseded } from './check-superseded.ts';
import { checkTruncated } from './check-truncated.ts';
import type { Check } from './finding.ts';
import { readDraft } from './gate-draft.ts';
import { type GateSource, readSource, type SourceFacts } from './gate-source.ts';

/** What a summary is worth. */
export interface GateVerdict {
  /** Whether it may be used as it is: nothing was found, or `soft` findings only. */
  readonly isGood: boolean;
  readonly findings: readonly GateFinding[];
  readonly coverage: GateCoverage;
}

/** What a writer wrote: looked for in its own words, before anything was added to them. */
const OF_WRITING: readonly Check[] = [checkStructure, checkReply, checkMarkup, checkTruncated, checkLanguage];

/** What a summary holds, whoever put it in. */
const OF_CONTENT: readonly Check[] = [
  checkSize,
  checkPins,
  checkConstraints,
  checkCoverage,
  checkInventions,
  checkSuperseded,
  checkStale,
  checkSecrets,
  checkOrders,
];

/**
 * Judge a summary against what it was to be made of: whether it may take the place of history. By rules alone, the same
 * for the same texts, in time linear in them. Never throws, whatever the texts.
 */
export function judgeSummary(summary: string, source: GateSource): GateVerdict {
  return judgeDraft({ written: summary, summary }, readSource(source));
}

/** A summary, and the part of it that its writer wrote. */
export interface WrittenSummary {
  readonly written: string;
  readonly summary: string;
}

/** {@link judgeSummary} of a summary that something was added to, by a source that was read already. */
export function judgeDraft({ written, summary }: WrittenSummary, facts: SourceFacts): GateVerdict {
  const own = readDraft(written, facts.pinned);
  const whole = written === summary ? own : readDraft(summary, facts.pinned);
  const findings = [
    ...OF_WRITING.flatMap((check) => check(own, facts)),
    ...OF_CONTENT.flatMap((check) => check(whole, facts)),
  ];
  return {
    isGood: findings.every(({ severity }) => severity === 'soft'),
    findings,
    coverage: coverageOf(whole, facts),
  };
}

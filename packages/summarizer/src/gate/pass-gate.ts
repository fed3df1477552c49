import type { GateFinding, GateReport, SummaryRequest } from '@hermes-context/contract';
import { readSource, type SourceFacts } from './gate-source.ts';
import { type GateVerdict, judgeDraft, type WrittenSummary } from './judge-summary.ts';
import { repairSummary } from './repair-summary.ts';

/** A summary in front of the gate. */
export interface GateWork {
  readonly request: SummaryRequest;
  /** As its writer wrote it. */
  readonly written: string;
  /** What is added to whatever a writer wrote before it is used. */
  readonly complete: (written: string) => string;
  /** Has it written anew, once, with what was wrong named; `undefined` when nothing came of it. Absent: nobody to ask. */
  readonly askAgain?: (findings: readonly GateFinding[]) => Promise<string | undefined>;
}

/** What came out of the gate. Narrow on `kind`. */
export type Gated =
  | {
      readonly kind: 'summary';
      readonly text: string;
      readonly report: GateReport;
      /** Whether nothing of what the writer wrote is in it. */
      readonly isExtract: boolean;
      /** One sentence each, for the user. */
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'refused'; readonly detail: string; readonly report: GateReport };

/** A summary and what it is worth. */
interface Judged extends WrittenSummary {
  readonly verdict: GateVerdict;
}

/**
 * Let a summary through as it is where it is good; else have it written once more; else mend it; else refuse it.
 *
 * @throws Whatever `askAgain` throws.
 */
export async function passGate(work: GateWork): Promise<Gated> {
  const facts = readSource(work.request);
  const first = judged(work.written, work, facts);
  if (first.verdict.isGood) return passed(first, first, 'keep');
  const second = await secondTry(first, work, facts);
  if (second?.verdict.isGood === true) return passed(second, first, 'retry');
  return mended(first, second ?? first, facts);
}

function judged(written: string, { complete }: GateWork, facts: SourceFacts): Judged {
  const text = { written, summary: complete(written) };
  return { ...text, verdict: judgeDraft(text, facts) };
}

async function secondTry(first: Judged, work: GateWork, facts: SourceFacts): Promise<Judged | undefined> {
  const written = await work.askAgain?.(hardOf(first.verdict));
  return written === undefined ? undefined : judged(written, work, facts);
}

function passed(judgedText: Judged, first: Judged, verdict: 'keep' | 'retry'): Gated {
  const report = reportOf(verdict, judgedText.verdict, first.verdict);
  const warnings = verdict === 'keep' ? [] : [`${sentencesOf(first.verdict)} The model was asked once more.`];
  return {
    kind: 'summary',
    text: judgedText.summary,
    report,
    isExtract: false,
    warnings: [...warnings, ...oversize(report)],
  };
}

/** Mend the better of the two; where that does not do, take the extract alone. */
function mended(first: Judged, second: Judged, facts: SourceFacts): Gated {
  const better = hardOf(second.verdict).length <= hardOf(first.verdict).length ? second : first;
  const all = { ...better.verdict, findings: [...better.verdict.findings, NOTHING_OF_IT] };
  let refused: GateVerdict = better.verdict;
  for (const verdict of [better.verdict, all]) {
    const { text, isExtract } = repairSummary(better.summary, verdict, facts);
    refused = judgeDraft({ written: text, summary: text }, facts);
    if (!refused.isGood) continue;
    const report = reportOf('repair', refused, first.verdict);
    const how = isExtract ? 'extracted locally instead, without a model' : 'mended from the conversation itself';
    const warnings = [`${sentencesOf(better.verdict)} The summary was ${how}.`, ...oversize(report)];
    return { kind: 'summary', text, report, isExtract, warnings };
  }
  const detail = `${sentencesOf(refused)} It could not be mended, so the history stays as it is. Choose another auxiliary.compression.model, or compress again later.`;
  return { kind: 'refused', detail, report: reportOf('refuse', refused, first.verdict) };
}

/** Makes a repair take the extract alone. */
const NOTHING_OF_IT: GateFinding = { check: 'structure', severity: 'hard', detail: 'The summary could not be mended.' };

function reportOf(verdict: GateReport['verdict'], now: GateVerdict, first: GateVerdict): GateReport {
  const left = new Set(hardOf(now).map(({ check }) => check));
  return {
    verdict,
    findings: now.findings,
    mended: hardOf(first).filter(({ check }) => !left.has(check)),
    coverage: now.coverage,
  };
}

function hardOf({ findings }: GateVerdict): readonly GateFinding[] {
  return findings.filter(({ severity }) => severity === 'hard');
}

function sentencesOf(verdict: GateVerdict): string {
  return hardOf(verdict)
    .map(({ detail }) => detail)
    .join(' ');
}

/** The one soft finding that the user pays for. */
function oversize({ findings }: GateReport): readonly string[] {
  return findings.filter(({ check }) => check === 'size').map(({ detail }) => detail);
}

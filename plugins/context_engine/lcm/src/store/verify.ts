import type { Sql } from './sql.ts';
import type { Task } from './task.ts';
import { verifyCoverage } from './verify-coverage.ts';
import { type Findings, verifyBodies, verifyConversations, verifyEntries, verifyIndexes } from './verify-entries.ts';
import { verifySummaries } from './verify-summaries.ts';

/** Contradictions listed; further ones would say no more. */
const MAX_FINDINGS = 100;

const PARTS = [verifyEntries, verifyBodies, verifyConversations, verifyIndexes, verifySummaries];

/**
 * What contradicts itself in a store, a sentence each. Reads all of it, on a connection that sees one state of the file.
 * What is checked stands with each part.
 */
export function* verify(sql: Sql): Task<readonly string[]> {
  const findings: string[] = [];
  for (const part of PARTS) yield* collect(part(sql), findings);
  // A summary that stands over itself would be followed for ever.
  if (findings.length === 0) yield* collect(verifyCoverage(sql), findings);
  return findings;
}

function* collect(found: Findings, findings: string[]): Task<void> {
  for (const finding of found) {
    if (finding === undefined) yield;
    else if (findings.length < MAX_FINDINGS) findings.push(finding);
  }
}

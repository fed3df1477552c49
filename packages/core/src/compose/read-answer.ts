import { type CompressOutcome, type CompressReport, isUnchangedReason, type Messages } from '@hermes-context/contract';
import { readField } from '../read-field.ts';
import type { Breach } from './breach.ts';
import { findBreach } from './find-breach.ts';
import { isReport } from './is-report.ts';
import { giveBack } from './lend-messages.ts';

/** An answer that changed the list. */
export type Compressed = Extract<CompressOutcome, { kind: 'compressed' }>;

/** An answer that left it alone. */
export type Unchanged = Extract<CompressOutcome, { kind: 'unchanged' }>;

/** What an engine's answer is worth. Narrow on `kind`. */
export type ReadAnswer = Compressed | Unchanged | { readonly kind: 'broken'; readonly breach: Breach };

/**
 * Check what an engine answered, whatever it is, against what it was given. What passes speaks of the
 * host's own messages again.
 */
export function readAnswer(
  answer: unknown,
  { messages, pins }: { readonly messages: Messages; readonly pins?: readonly number[] | undefined },
): ReadAnswer {
  const kind = readField(answer, 'kind');
  if (kind === 'unchanged') return readUnchanged(answer);
  if (kind !== 'compressed') return nonsense(`It answered ${kindOf(answer)}, which is no outcome.`);
  const list = readField(answer, 'messages');
  if (!isMessages(list)) return nonsense('It answered "compressed" without a list of messages.');
  const report = readField(answer, 'report');
  if (report !== undefined && !isReport(report, messages.length)) return nonsense('Its report is not one.');
  const after = giveBack(list, messages);
  const breach = findBreach({ before: messages, after, ...(pins === undefined ? {} : { pins }) });
  return breach === undefined
    ? compressed(after, { summary: readField(answer, 'summary'), report })
    : { kind: 'broken', breach };
}

function readUnchanged(answer: unknown): ReadAnswer {
  const reason = readField(answer, 'reason');
  if (!isUnchangedReason(reason)) return nonsense('It answered "unchanged" without a reason of the contract.');
  const detail = readField(answer, 'detail');
  const warnings = readField(answer, 'warnings');
  const cause = readField(answer, 'cause');
  return {
    kind: 'unchanged',
    reason,
    ...(typeof detail === 'string' ? { detail } : {}),
    ...(cause === undefined ? {} : { cause }),
    ...(Array.isArray(warnings) ? { warnings: warnings.filter((each) => typeof each === 'string') } : {}),
  };
}

function compressed(
  messages: Messages,
  { summary, report }: { readonly summary: unknown; readonly report: CompressReport | undefined },
): Compressed {
  return {
    kind: 'compressed',
    messages,
    ...(typeof summary === 'string' ? { summary } : {}),
    ...(report === undefined ? {} : { report }),
  };
}

function isMessages(value: unknown): value is Messages {
  return Array.isArray(value) && value.every(isMessage);
}

function isMessage(value: unknown): boolean {
  return typeof readField(value, 'role') === 'string' && readField(value, 'content') !== undefined;
}

function kindOf(answer: unknown): string {
  if (answer === null || answer === undefined) return String(answer);
  return Array.isArray(answer) ? 'a list' : `a value of type ${typeof answer}`;
}

function nonsense(problem: string): ReadAnswer {
  return { kind: 'broken', breach: { promise: 'P4', problem } };
}

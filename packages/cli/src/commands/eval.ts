import { evaluateTranscript, startStandIn, windowFor } from '@hermes-context/eval';
import { resolveModel } from '@hermes-context/models';
import { rowsFor } from '../eval/our-rows.ts';
import { renderEvaluation } from '../eval/render-evaluation.ts';
import type { Io } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { parseTokenCount } from '../parse-token-count.ts';
import { openPlugins } from '../plug-ins/open-plugins.ts';
import { EXIT_OK } from '../print-error.ts';
import { readTranscriptFile } from '../read-transcript-file.ts';
import { jsonText } from '../sessions/json-text.ts';
import { lateProgress } from '../sessions/late-progress.ts';
import { terminalColumns } from '../sessions/terminal-columns.ts';
import { plainText } from '../terminal/plain-text.ts';
import { UsageError } from '../usage-error.ts';

/** The flags of `hermes eval` as the command line has them. */
export interface EvalFlags {
  readonly engines?: string;
  readonly model?: string;
  readonly contextLength?: string;
  readonly threshold?: string;
  readonly json?: boolean;
}

/** Above it there is no room for an answer. */
const MOST_THRESHOLD = 0.95;

/** `hermes eval FILE`: what engines make of a conversation of the user's own. @returns The exit code. */
export async function runEval(file: string, flags: EvalFlags, io: Io): Promise<number> {
  const loaded = await openConfig(io);
  const transcript = await readTranscriptFile(file, io);
  const { messages } = transcript;
  if (!messages.some(({ role }) => role === 'assistant'))
    throw new UsageError({
      what: `There is nothing to measure in ${file}.`,
      why: 'No message of it is an answer of the model, so no request was ever made.',
      fix: 'Give a conversation with answers in it.',
    });
  const window = windowOf(messages, flags);
  const plugins = await openPlugins(loaded, io);
  const standIn = await startStandIn('extract');
  const progress = lateProgress(io);
  try {
    const rows = rowsFor(flags.engines, { plugins, loaded });
    const model = { name: window.model, contextTokens: window.windowTokens };
    progress.show(`leading ${messages.length} messages through ${rows.length} rows`);
    const { signal } = new AbortController();
    const evaluation = await evaluateTranscript(messages, rows, {
      ...window,
      model,
      standIn,
      nowMs: () => performance.now(),
      signal,
    });
    progress.end();
    for (const warning of transcript.warnings) io.err(`hermes: ${plainText(warning)}\n`);
    if (flags.json === true)
      io.out(jsonText({ ...window, ...evaluation, recommendation: evaluation.recommendation ?? null }));
    else io.out(renderEvaluation({ ...window, evaluation }, terminalColumns(io)));
    return EXIT_OK;
  } finally {
    progress.end();
    await standIn.close();
    plugins.dispose();
  }
}

interface Window {
  readonly model: string;
  readonly windowTokens: number;
  readonly thresholdTokens: number;
}

/** The window of the model that is named; else one at which this conversation is compacted a few times. */
function windowOf(messages: Parameters<typeof windowFor>[0], flags: EvalFlags): Window {
  const { model, contextLength } = flags;
  const threshold = thresholdOf(flags.threshold);
  if (model === undefined && contextLength === undefined) {
    const { windowTokens, thresholdTokens } = windowFor(messages);
    const settled = threshold === undefined ? thresholdTokens : Math.round(windowTokens * threshold);
    return { model: 'unnamed', windowTokens, thresholdTokens: settled };
  }
  const contextTokens = contextLength === undefined ? undefined : parseTokenCount(contextLength, '--context-length');
  const resolved = resolveModel(model ?? 'unnamed', contextTokens === undefined ? {} : { contextTokens });
  const windowTokens = resolved.model.contextTokens;
  return { model: resolved.model.name, windowTokens, thresholdTokens: Math.round(windowTokens * (threshold ?? 0.5)) };
}

function thresholdOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const threshold = Number(text);
  if (threshold > 0 && threshold <= MOST_THRESHOLD) return threshold;
  throw new UsageError({
    what: `--threshold ${text} cannot be.`,
    why: 'It is the share of the window at which a compaction is due, above 0 and at most 0.95.',
    fix: 'Give a share, such as --threshold 0.5.',
  });
}

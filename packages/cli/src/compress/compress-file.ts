import type { LoadedConfig } from '@hermes-context/config';
import type { Summarise } from '@hermes-context/contract';
import { BUILT_IN_ENGINE_NAME } from '@hermes-context/core';
import { chooseRoutes, listModels, type RouteChoice } from '@hermes-context/host';
import type { Transcript } from '@hermes-context/providers';
import { createSummarizer } from '@hermes-context/summarizer';
import type { Io } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { readTranscriptFile } from '../read-transcript-file.ts';
import { compressConversation, type SummaryClock, timeSummaries } from './compress-conversation.ts';
import { type CompressResult, describeResult, type RunFacts } from './describe-result.ts';
import { type OpenEngine, openEngine } from './open-engine.ts';
import type { CompressOptions } from './options.ts';
import type { Progress } from './progress.ts';

/** A result, and the file's text with the messages that leave. */
export interface CompressedFile {
  readonly result: CompressResult;
  /** In the format of the file that was read. */
  readonly text: string;
}

/**
 * Read a transcript, run an engine over it, and say what came of it. Writes nothing.
 *
 * @throws ContextHostError for a file, a configuration or an option that must be corrected first.
 */
export async function compressFile(
  options: CompressOptions,
  { io, signal, progress }: { readonly io: Io; readonly signal: AbortSignal; readonly progress: Progress },
): Promise<CompressedFile> {
  const started = performance.now();
  progress.show('Reading');
  const loaded = await openConfig(io);
  const transcript = await readTranscriptFile(options.file, io);
  const readMs = performance.now() - started;

  const routes = await routesFor(options, loaded, io);
  const clock = timeSummaries(summarizerFor(routes, loaded, progress));
  const open = await openEngine(options, loaded, { summarise: clock.summarise, io });
  progress.show('Compressing');
  const ran = await runAndClose(open, { loaded, transcript, clock, options, signal });

  const facts = { loaded, transcript, routes, open, ...ran };
  const timing = { readMs, totalMs: performance.now() - started };
  const result = describeResult({ ...facts, attempts: clock.attempts(), timing });
  return { result, text: transcript.write(ran.compression.messages) };
}

interface EngineJob {
  readonly loaded: LoadedConfig;
  readonly transcript: Transcript;
  readonly clock: SummaryClock;
  readonly options: CompressOptions;
  readonly signal: AbortSignal;
}

async function runAndClose(
  open: OpenEngine,
  { loaded: { config }, transcript, clock, options, signal }: EngineJob,
): Promise<Pick<RunFacts, 'compression' | 'thresholdTokens'>> {
  const isBuiltIn = open.name === BUILT_IN_ENGINE_NAME;
  try {
    const compression = await compressConversation({
      messages: transcript.messages,
      tools: transcript.tools,
      engine: open.engine,
      engineName: open.name,
      isEnabled: !isBuiltIn || config.compression.enabled,
      summaryClock: clock,
      options,
      pruneStyle: isBuiltIn ? config.compression.prune_style : undefined,
      signal,
    });
    return { compression, thresholdTokens: open.engine.status?.().thresholdTokens ?? null };
  } finally {
    await open.close();
  }
}

async function routesFor(options: CompressOptions, { config }: LoadedConfig, io: Io): Promise<RouteChoice> {
  if (options.local === true || options.dryRun === true) return { routes: [], warnings: [] };
  const mainModel = options.model ?? config.model.default ?? undefined;
  return chooseRoutes({ config, env: io.env, mainModel, listModels });
}

function summarizerFor({ routes }: RouteChoice, { config }: LoadedConfig, progress: Progress): Summarise {
  return createSummarizer({
    routes,
    idleTimeoutMs: config.auxiliary.compression.timeout * 1_000,
    now: () => Date.now(),
    onProgress: ({ phase, chunk, chunks, receivedChars }) => {
      const part = chunks > 1 ? ` part ${chunk} of ${chunks}` : '';
      const received = `${receivedChars.toLocaleString('en-US')} characters so far`;
      progress.show(phase === 'model' ? `Summarising${part}, ${received}` : 'Extracting a summary');
    },
  });
}

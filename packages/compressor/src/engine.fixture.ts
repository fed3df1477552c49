import type {
  CompressOutcome,
  CompressRequest,
  ContextEngine,
  EngineServices,
  Messages,
} from '@hermes-context/contract';
import {
  type RecordingSummarizer,
  type ScriptedReply,
  scriptedSummarizer,
  testServices,
} from '@hermes-context/testing';
import { contextEngine } from './plugin.ts';

/** The built-in engine as a host makes it, with a scripted summarizer whose requests can be read back. */
export function engineFor(options: {
  readonly compression?: Readonly<Record<string, unknown>>;
  readonly contextTokens?: number;
  readonly model?: string;
  readonly replies?: readonly ScriptedReply[];
  readonly services?: Partial<EngineServices>;
}): { readonly engine: ContextEngine; readonly summarizer: RecordingSummarizer } {
  const summarizer = scriptedSummarizer(options.replies ?? []);
  const services = testServices({
    model: { name: options.model ?? 'demo', contextTokens: options.contextTokens ?? 200_000 },
    summarise: summarizer,
    ...options.services,
  });
  const engine = contextEngine.create(contextEngine.parseOptions(options.compression ?? {}), services);
  if (engine instanceof Promise) throw new Error('the built-in engine is made synchronously');
  return { engine, summarizer };
}

/** A request to compress, with what a test does not care about filled in. */
export function requestOf(messages: Messages, more: Partial<CompressRequest> = {}): CompressRequest {
  return { messages, signal: new AbortController().signal, ...more };
}

/** The outcome as `compressed`, or a failure that says why it is not. */
export function compressedOf(outcome: CompressOutcome): CompressOutcome & { readonly kind: 'compressed' } {
  if (outcome.kind === 'compressed') return outcome;
  throw new Error(`unchanged: ${outcome.reason}: ${outcome.detail ?? ''}`);
}

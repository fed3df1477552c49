import { rm } from 'node:fs/promises';
import type { CompressOutcome, CompressRequest, ContextEngine, Messages } from '@hermes-context/contract';
import { type TestServices, testServices } from '../test-services.ts';
import type { CreateEngine, EngineCheckOptions } from './engine-check.ts';

const DEFAULT_CONTEXT_TOKENS = 8_000;

/** An engine under test, made anew for every look at it. */
export interface Trial {
  /** Make an engine, use it, dispose of it, and remove what it wrote. */
  use<Result>(
    look: (engine: ContextEngine, services: TestServices) => Result | Promise<Result>,
    services?: EngineCheckOptions['services'],
  ): Promise<Result>;
  /** What a fresh engine makes of a list. */
  compress(messages: Messages, request?: Partial<CompressRequest>): Promise<CompressOutcome>;
}

/** The trials of one engine. */
export function trialOf(create: CreateEngine, options: EngineCheckOptions): Trial {
  const model = { name: 'test-model', contextTokens: options.contextTokens ?? DEFAULT_CONTEXT_TOKENS };
  const use: Trial['use'] = async (look, more) => {
    const services = testServices({ model, ...options.services, ...more });
    try {
      const engine = await create(services);
      const result = await look(engine, services);
      await engine.dispose?.();
      return result;
    } finally {
      await rm(services.dataDir, { recursive: true, force: true });
    }
  };
  const compress: Trial['compress'] = (messages, more) =>
    use((engine, services) => engine.compress(requestOf(messages, services, more)));
  return { use, compress };
}

/** A request as a host makes it: with the size of the prompt, and a signal that nobody aborts. */
export function requestOf(
  messages: Messages,
  { countTokens }: Pick<TestServices, 'countTokens'>,
  more: Partial<CompressRequest> = {},
): CompressRequest {
  const promptTokens = messages.reduce((total, message) => total + countTokens(message), 0);
  return { messages, promptTokens, signal: new AbortController().signal, ...more };
}

/** The list that the host goes on with. */
export function listAfter(outcome: CompressOutcome, before: Messages): Messages {
  return outcome.kind === 'compressed' ? outcome.messages : before;
}

import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompressOutcome, CompressRequest, ContextEngine, Messages } from '@hermes-context/contract';
import { type TestServices, testServices } from '../test-services.ts';
import { createDeadline } from './deadline.ts';
import { type CreateEngine, DEFAULT_TIME_LIMIT_MS, type EngineCheckOptions } from './engine-check.ts';
import { tellOnce, watchEngine } from './watch-engine.ts';

const DEFAULT_CONTEXT_TOKENS = 8_000;
/** Share of a check's time that one answer may take. */
const PATIENCE_RATIO = 1 / 3;

/** What a check does with one engine. */
export type Look<Result> = (engine: ContextEngine, services: TestServices) => Result | Promise<Result>;

type GivenServices = EngineCheckOptions['services'];

/** One session of an engine, over several starts of its host. */
export interface Session {
  /** Make an engine, use it, dispose of it; the next one finds what this one wrote. */
  use<Result>(look: Look<Result>, services?: GivenServices): Promise<Result>;
}

/** An engine under test, made anew for every look at it. */
export interface Trial {
  /** How long the check may go on, in milliseconds. */
  readonly timeLimitMs: number;
  /** Make an engine, use it, dispose of it, and remove what it wrote. */
  use<Result>(look: Look<Result>, services?: GivenServices): Promise<Result>;
  /** The same for several engines in a row that are of one session, and share its folder. */
  session<Result>(look: (session: Session) => Promise<Result>): Promise<Result>;
  /** What a fresh engine makes of a list. */
  compress(messages: Messages, request?: Partial<CompressRequest>): Promise<CompressOutcome>;
}

/** The trials of one engine. */
export function trialOf(create: CreateEngine, options: EngineCheckOptions): Trial {
  const { contextTokens = DEFAULT_CONTEXT_TOKENS, timeLimitMs = DEFAULT_TIME_LIMIT_MS } = options;
  const model = { name: 'test-model', contextTokens };
  const folder = tmpdir();
  const onTry = tellOnce(options.onTry);
  const deadline = createDeadline(timeLimitMs * PATIENCE_RATIO);

  const session: Trial['session'] = async (look) => {
    const dataDir = join(folder, `hermes-context-${randomUUID()}`);
    const use: Session['use'] = async (lookAtEngine, more) => {
      const services = withEndOfPatience(testServices({ model, dataDir, ...options.services, ...more }));
      const made = await deadline.wait('create()', create(services));
      const engine = watchEngine(made, { deadline, onTry });
      const result = await lookAtEngine(engine, services);
      await engine.dispose?.();
      return result;
    };
    try {
      return await look({ use });
    } finally {
      // Hardly any engine writes, and thousands are tried: to look is cheaper than to remove.
      if (existsSync(dataDir)) rmSync(dataDir, { recursive: true, force: true });
    }
  };
  const use: Trial['use'] = (look, more) => session((only) => only.use(look, more));
  const compress: Trial['compress'] = (messages, more) =>
    use((engine, services) => engine.compress(requestOf(messages, services, more)));
  return { timeLimitMs, session, use, compress };
}

/** Far more summaries than any engine may ask for. */
const ENDLESS_CALLS = 1_000;

/**
 * A summarizer that answers at once would let an engine without end loop on it for ever, and no timer would ever fire:
 * after very many calls it does not answer any more, and the deadline comes through.
 */
function withEndOfPatience(services: TestServices): TestServices {
  const { summarise } = services;
  let callCount = 0;
  return {
    ...services,
    summarise: (request) => {
      callCount += 1;
      return callCount > ENDLESS_CALLS ? new Promise(() => undefined) : summarise(request);
    },
  };
}

/** A request as a host makes it: with the size of the prompt, and a signal that nobody aborts. */
export function requestOf(
  messages: Messages,
  { countTokens }: Pick<TestServices, 'countTokens'>,
  more: Partial<CompressRequest> = {},
): CompressRequest {
  const promptTokens = sizeOf(messages, countTokens);
  return { messages, promptTokens, signal: new AbortController().signal, ...more };
}

/** Size of a list, in tokens. */
export function sizeOf(messages: Messages, countTokens: TestServices['countTokens']): number {
  return messages.reduce((total, message) => total + countTokens(message), 0);
}

/** The list that the host goes on with. */
export function listAfter(outcome: CompressOutcome, before: Messages): Messages {
  return outcome.kind === 'compressed' ? outcome.messages : before;
}

import type { CompressOutcome, CompressRequest, EngineServices, Messages } from '@hermes-context/contract';
import { isRealUser } from '@hermes-context/messages';
import type { CreateEngine } from '../engine-checks/engine-check.ts';
import { mutantsOf } from './mutant.fixture.ts';
import { forget, summarising, toy, withMembers } from './sound-engines.fixture.ts';

const ABORTED = 'rejects with the reason of an aborted signal, or finishes as if nobody had aborted';
const AT_CALLS = 'does the same wherever it calls its host as the abort comes';
const AT_WAITS = 'does the same wherever it waits as the abort comes';
const HANGS = 'lets go of a summary that never comes, once it is aborted';

export const ATOMIC_MUTANTS = mutantsOf('P7', [
  [
    ABORTED,
    'swallows the abort and returns half a list',
    toy(async (request, services) => summarising(request, services).catch(() => dropFirst(request.messages))),
  ],
  [
    ABORTED,
    'takes an abort for a failed summary',
    toy(async (request, services) =>
      summarising(request, services).catch((): CompressOutcome => ({ kind: 'unchanged', reason: 'summary-failed' })),
    ),
  ],
  [
    ABORTED,
    'rejects with an error of its own',
    toy(async (request, services) =>
      summarising(request, services).catch(() => {
        throw new Error('failed');
      }),
    ),
  ],
  [ABORTED, 'stays aborted for ever', sulking()],
  [AT_CALLS, 'gives what it has when the abort comes as it counts', toy(countingWhileAborted)],
  [AT_WAITS, 'gives what it has when the abort comes as it waits', toy(waitingWhileAborted)],
  [
    HANGS,
    'keeps the signal from its summary',
    toy((request, services) => summarising({ ...request, signal: new AbortController().signal }, services)),
  ],
  [
    'can be disposed of without having been used',
    'has nothing to close yet',
    withMembers({ dispose: () => Promise.reject(new Error('not open')) }),
  ],
  ['can be disposed of twice', 'closes what is closed', closingTwice()],
  [
    'can be disposed of while a compaction is being aborted',
    'waits for its compaction to end first',
    waitingForItself(),
  ],
  [
    'takes every notice of the host, at any time',
    'cannot be told of a commit',
    withMembers({ onCommit: () => Promise.reject(new Error('not yet')) }),
  ],
  [
    'takes every notice of the host, at any time',
    'throws at a turn that it did not expect',
    withMembers({
      onTurnComplete: () => {
        throw new TypeError('no session');
      },
    }),
  ],
]);

function dropFirst(messages: Messages): CompressOutcome {
  const index = messages.findIndex(({ role }) => role === 'user');
  if (index === -1 || index === messages.findLastIndex(isRealUser))
    return { kind: 'unchanged', reason: 'nothing-to-compress' };
  return { kind: 'compressed', messages: messages.toSpliced(index, 1) };
}

/** Once aborted, it answers the next requests with what is left of the first. */
function sulking(): CreateEngine {
  return (services) => {
    let wasAborted = false;
    return {
      updateFromResponse: () => undefined,
      shouldCompress: (tokens) => tokens >= services.model.contextTokens / 2,
      compress: async (request) => {
        if (wasAborted) return { kind: 'unchanged', reason: 'ineffective' };
        try {
          return await summarising(request, services);
        } catch (error) {
          wasAborted = true;
          throw error;
        }
      },
    };
  };
}

async function countingWhileAborted(request: CompressRequest, services: EngineServices): Promise<CompressOutcome> {
  for (const [index, message] of request.messages.entries()) {
    services.countTokens(message);
    if (request.signal.aborted && index > 0) return dropFirst(request.messages);
  }
  return summarising(request, services);
}

async function waitingWhileAborted(request: CompressRequest, services: EngineServices): Promise<CompressOutcome> {
  request.signal.throwIfAborted();
  await Promise.resolve();
  await Promise.resolve();
  if (request.signal.aborted) return dropFirst(request.messages);
  return summarising(request, services);
}

function closingTwice(): CreateEngine {
  return (services) => {
    let isOpen = true;
    return {
      updateFromResponse: () => undefined,
      shouldCompress: (tokens) => tokens >= services.model.contextTokens / 2,
      compress: async (request) => forget(request),
      dispose: async () => {
        if (!isOpen) throw new Error('database is not open');
        isOpen = false;
      },
    };
  };
}

/** Its `dispose` waits for what only `dispose` would end. */
function waitingForItself(): CreateEngine {
  return (services) => {
    let running: Promise<unknown> = Promise.resolve();
    let { promise: disposed, resolve } = Promise.withResolvers<void>();
    return {
      updateFromResponse: () => undefined,
      shouldCompress: (tokens) => tokens >= services.model.contextTokens / 2,
      compress: (request) => {
        ({ promise: disposed, resolve } = Promise.withResolvers<void>());
        const pass = summarising(request, services).catch(async (error: unknown) => {
          if (error instanceof Error && error.message.includes('shuts down')) await disposed;
          throw error;
        });
        running = pass.catch(() => undefined);
        return pass;
      },
      dispose: async () => {
        await running;
        resolve();
      },
    };
  };
}

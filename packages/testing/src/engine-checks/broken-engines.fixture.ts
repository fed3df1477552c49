import type { Message } from '@hermes-context/contract';
import { isRealUser } from '@hermes-context/messages';
import type { CreateEngine } from './engine-check.ts';
import { EMPTY_REPORT, forget, spoiling, status, summarising, tool, toy, withMembers } from './toy-engines.fixture.ts';

const edited = (message: Message): void => {
  (message as { content: string }).content = 'edited';
};

/** A promise, in what way an engine breaks it, and that engine. */
export const BROKEN_ENGINES: readonly (readonly [title: string, fault: string, create: CreateEngine])[] = [
  [
    'never edits what it is given',
    'edits messages and is stopped',
    toy((request) => {
      for (const message of request.messages) edited(message);
      return forget(request);
    }),
  ],
  [
    'never edits what it is given',
    'edits messages where it is not stopped',
    toy((request) => {
      for (const message of request.messages) if (!Object.isFrozen(message)) edited(message);
      return forget(request);
    }),
  ],
  [
    'keeps the last message of a person word for word',
    'drops it',
    spoiling((after) => after.toSpliced(after.findLastIndex(isRealUser), 1)),
  ],
  [
    'keeps the last message of a person word for word',
    'shortens it',
    spoiling((after) => after.with(after.findLastIndex(isRealUser), { role: 'user', content: 'short' })),
  ],
  [
    'answers each tool call once, directly behind it',
    'cuts anywhere',
    spoiling((_, { messages }) => messages.slice(-5)),
  ],
  [
    'makes the list smaller, or leaves it alone and says why',
    'returns more',
    spoiling((_, { messages }) => [...messages, { role: 'assistant', content: 'More.' }]),
  ],
  [
    'makes the list smaller, or leaves it alone and says why',
    'makes up a reason',
    toy(() => ({ kind: 'unchanged', reason: 'tired' as 'ineffective' })),
  ],
  [
    'shrinks a conversation of several times its window',
    'never compresses',
    toy(() => ({ kind: 'unchanged', reason: 'ineffective' })),
  ],
  [
    'hands unchanged messages on as the objects that they are',
    'copies',
    spoiling((after) => after.map((message) => ({ ...message }))),
  ],
  ['keeps messages in their order', 'reverses', spoiling((after) => after.toReversed())],
  [
    'keeps the system prompt in front, with all its text',
    'drops it',
    spoiling((after) => after.filter(({ role }) => role !== 'system')),
  ],
  [
    'keeps the system prompt in front, with all its text',
    'rewrites it',
    spoiling((after) =>
      after.map((message) => (message.role === 'system' ? { ...message, content: 'Be nice.' } : message)),
    ),
  ],
  ['gives the same answer to the same list', 'counts its own calls', countingToy()],
  ['gives the same answer to the same list', 'changes its mind', moodyToy()],
  ['changes nothing the second time', 'drops a little more each time', toy(({ messages }) => dropFirst(messages))],
  [
    'keeps pinned messages as they are, or leaves the list alone',
    'ignores pins',
    toy(({ pins: _, ...request }) => forget(request)),
  ],
  [
    'accounts for every message that is gone or rewritten, if it makes a report',
    'reports nothing',
    toy((request) => {
      const outcome = forget(request);
      return outcome.kind === 'compressed' ? { ...outcome, report: EMPTY_REPORT } : outcome;
    }),
  ],
  [
    'keeps what was said out of its log',
    'logs a message',
    toy((request, { log }) => {
      log.info('compressing', { first: String(request.messages[1]?.content) });
      return forget(request);
    }),
  ],
  [
    'asks for compression of a prompt that fills the window',
    'never triggers',
    withMembers({ shouldCompress: () => false }),
  ],
  ['asks for no compression of an empty prompt', 'always triggers', withMembers({ shouldCompress: () => true })],
  [
    'goes on asking as the prompt grows',
    'has a gap',
    withMembers({ shouldCompress: (tokens) => tokens > 4_000 && (tokens < 5_000 || tokens > 6_000) }),
  ],
  ['asks no later after a switch to a smaller window, if it follows switches', 'asks later', fearfulToy()],
  [
    'asks where its status says that it asks, if it has a status',
    'says something else',
    withMembers({ status: status({ thresholdTokens: 5_000 }) }),
  ],
  [
    'asks where its status says that it asks, if it has a status',
    'counts what never was',
    withMembers({ status: status({ compressionCount: 1 }) }),
  ],
  [
    'rejects with the reason of an aborted signal, or finishes as if nobody had aborted',
    'swallows the abort and returns half a list',
    toy(async (request, services) => summarising(request, services).catch(() => dropFirst(request.messages))),
  ],
  [
    'rejects with the reason of an aborted signal, or finishes as if nobody had aborted',
    'rejects with an error of its own',
    toy(async (request, services) =>
      summarising(request, services).catch(() => {
        throw new Error('failed');
      }),
    ),
  ],
  [
    'keeps its promises when no summary can be had',
    'throws',
    toy(async (request, services) => {
      const outcome = await summarising(request, services);
      if (outcome.kind === 'unchanged' && outcome.reason === 'summary-failed') throw new Error('no summary');
      return outcome;
    }),
  ],
  [
    'survives broken lists: throws nothing, breaks no more, keeps what is sound of the newest',
    'throws on arguments that are not JSON',
    toy((request) => {
      for (const message of request.messages) {
        if (message.role === 'assistant')
          for (const call of message.tool_calls ?? []) JSON.parse(call.function.arguments);
      }
      return forget(request);
    }),
  ],
  [
    'survives broken lists: throws nothing, breaks no more, keeps what is sound of the newest',
    'drops the newest',
    spoiling((after) => after.slice(0, -1)),
  ],
  [
    'survives broken lists: throws nothing, breaks no more, keeps what is sound of the newest',
    'drops calls and leaves their results',
    spoiling((after) => after.filter((message) => message.role !== 'assistant')),
  ],
  [
    'survives broken lists: throws nothing, breaks no more, keeps what is sound of the newest',
    'drops the last thing a person said',
    spoiling((after) => after.filter((message) => !isRealUser(message))),
  ],
  [
    'prunes as honestly as it compresses, and without a model call, if it can prune',
    'prunes the question',
    withMembers({ pruneOnly: (messages) => ({ kind: 'compressed', messages: messages.slice(0, 1) }) }),
  ],
  [
    'compresses nothing where it says that there is nothing to compress, if it says so',
    'sees nothing',
    withMembers({ hasContentToCompress: () => false }),
  ],
  [
    'selects a list that a provider takes, with the last message of a person, if it selects',
    'selects the last message',
    withMembers({ selectContext: ({ messages }) => messages.slice(-1) }),
  ],
  [
    'offers tools that a model can call, if it offers any',
    'has one name twice',
    withMembers({ tools: [tool({}), tool({})] }),
  ],
  [
    'offers tools that a model can call, if it offers any',
    'has a name with a space',
    withMembers({ tools: [tool({ name: 'toy search' })] }),
  ],
  [
    'offers tools that a model can call, if it offers any',
    'describes nothing',
    withMembers({ tools: [tool({ description: ' ' })] }),
  ],
  [
    'offers tools that a model can call, if it offers any',
    'takes a string',
    withMembers({ tools: [tool({ parameters: { type: 'string' } })] }),
  ],
  [
    'takes every notice of the host, at any time',
    'cannot be told of a commit',
    withMembers({ onCommit: () => Promise.reject(new Error('not yet')) }),
  ],
  [
    'can be disposed of without having been used',
    'has nothing to close yet',
    withMembers({ dispose: () => Promise.reject(new Error('not open')) }),
  ],
];

function dropFirst(messages: readonly Message[]): ReturnType<typeof forget> {
  const index = messages.findIndex(({ role }) => role === 'user');
  const isLast = index === messages.findLastIndex(isRealUser);
  if (index === -1 || isLast) return { kind: 'unchanged', reason: 'nothing-to-compress' };
  return { kind: 'compressed', messages: messages.toSpliced(index, 1) };
}

function countingToy(): CreateEngine {
  let calls = 0;
  return spoiling((after) => {
    calls += 1;
    return [{ role: 'assistant', content: `Pass ${calls}` }, ...after];
  });
}

function moodyToy(): CreateEngine {
  let calls = 0;
  return toy((request) => {
    calls += 1;
    return calls % 2 === 0 ? { kind: 'unchanged', reason: 'ineffective' } : forget(request);
  });
}

/** Waits longer the smaller the window is. */
function fearfulToy(): CreateEngine {
  return ({ model }) => {
    let thresholdTokens = model.contextTokens / 2;
    return {
      updateFromResponse: () => undefined,
      shouldCompress: (tokens) => tokens >= thresholdTokens,
      updateModel: () => {
        thresholdTokens *= 1.5;
      },
      compress: async (request) => forget(request),
    };
  };
}

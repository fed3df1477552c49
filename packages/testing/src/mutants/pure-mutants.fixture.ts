import type { CompressRequest, EngineServices, Message, Messages } from '@hermes-context/contract';
import { contentText, isRealUser, isSummary } from '@hermes-context/messages';
import type { CreateEngine } from '../engine-checks/engine-check.ts';
import { mutantsOf } from './mutant.fixture.ts';
import { forget, spoiling, spoilingSummary, summarising, toy } from './sound-engines.fixture.ts';

const NO_EDITS = 'never edits what it is given';
const IDENTITY = 'hands unchanged messages on as the objects that they are';
const SAME = 'gives the same answer to the same list, on another day too';
const SECOND = 'changes nothing the second time';
const SESSIONS = 'keeps two sessions apart that take turns';
const RESUMES = 'goes on from a stored conversation as if it had never stopped';

const edited = (message: Message): void => {
  (message as { content: string }).content = 'edited';
};

/** Across all its sessions, which is what is wrong with it. */
let answerCount = 0;

export const PURE_MUTANTS = mutantsOf('P5', [
  [
    SAME,
    'numbers the summaries that it reports',
    toy(async (request, services) => {
      const outcome = await summarising(request, services);
      answerCount += 1;
      return outcome.kind === 'compressed' ? { ...outcome, summary: `${outcome.summary} ${answerCount}` } : outcome;
    }),
  ],
  [
    NO_EDITS,
    'edits messages and is stopped',
    toy((request) => {
      for (const message of request.messages) edited(message);
      return forget(request);
    }),
  ],
  [
    NO_EDITS,
    'edits messages where it is not stopped',
    toy((request) => {
      for (const message of request.messages) if (!Object.isFrozen(message)) edited(message);
      return forget(request);
    }),
  ],
  [
    NO_EDITS,
    'takes messages out of the list that it was given',
    toy((request) => {
      const outcome = forget(request);
      if (outcome.kind === 'compressed' && !Object.isFrozen(request.messages)) (request.messages as Message[]).shift();
      return outcome;
    }),
  ],
  [IDENTITY, 'copies', spoiling((after) => after.map((message) => ({ ...message })))],
  [IDENTITY, 'sends all through JSON', spoiling((after) => JSON.parse(JSON.stringify(after)) as Messages)],
  [SAME, 'counts its own calls', countingCalls()],
  [SAME, 'changes its mind', moody()],
  [SAME, 'throws dice', signed(() => String(Math.random()))],
  [SAME, 'writes the date', signed(() => new Date().toISOString().slice(0, 10))],
  [SAME, 'reads the clock of the machine', signed(() => String(Math.floor(Date.now() / 60_000)))],
  [SECOND, 'drops a little more each time', toy(({ messages }) => dropFirst(messages))],
  [SECOND, 'summarises its summary', toy(summarisingAgain)],
  [SESSIONS, 'keeps the last summary of all sessions in one place', sharing()],
  [SESSIONS, 'keeps one count for all sessions', sharedCount()],
  [RESUMES, 'keeps its summary in a field', remembering()],
  [RESUMES, 'knows its own messages by their objects', knowingObjects()],
]);

/** An engine that signs its summary with something of its own. */
function signed(signature: () => string): CreateEngine {
  return spoilingSummary((after) =>
    after.map((each) =>
      isSummary(each) ? { ...each, content: `${contentText(each.content)}\n${signature()}` } : each,
    ),
  );
}

function dropFirst(messages: Messages): ReturnType<typeof forget> {
  const index = messages.findIndex(({ role }) => role === 'user');
  if (index === -1 || index === messages.findLastIndex(isRealUser))
    return { kind: 'unchanged', reason: 'nothing-to-compress' };
  return { kind: 'compressed', messages: messages.toSpliced(index, 1) };
}

function countingCalls(): CreateEngine {
  let calls = 0;
  return spoiling((after) => {
    calls += 1;
    return [{ role: 'assistant', content: `Pass ${calls}` }, ...after];
  });
}

function moody(): CreateEngine {
  let calls = 0;
  return toy((request) => {
    calls += 1;
    return calls % 2 === 0 ? { kind: 'unchanged', reason: 'ineffective' } : forget(request);
  });
}

/** Its own summary is a message like any other, and shrinks once more each time. */
async function summarisingAgain(request: CompressRequest, services: EngineServices): ReturnType<typeof summarising> {
  const outcome = await summarising(request, services);
  const at = request.messages.findIndex(isSummary);
  const summary = request.messages[at];
  if (outcome.kind === 'compressed' || summary === undefined) return outcome;
  const text = contentText(summary.content);
  return {
    kind: 'compressed',
    messages: request.messages.with(at, { ...summary, role: 'user', content: text.slice(0, text.length / 2) }),
  };
}

/** What all sessions of the plug-in share, as a variable of its module would be. */
function sharing(): CreateEngine {
  let lastSummary = '';
  return toy(async (request, services) => {
    const outcome = await summarising(request, services);
    if (outcome.kind === 'unchanged') return outcome;
    const earlier = lastSummary;
    lastSummary = `${outcome.summary}`;
    return { ...outcome, messages: outcome.messages.map((each) => (isSummary(each) ? withText(each, earlier) : each)) };
  });
}

function sharedCount(): CreateEngine {
  let compressions = 0;
  return toy((request) => {
    compressions += 1;
    return compressions % 5 === 0 ? { kind: 'unchanged', reason: 'ineffective' } : forget(request);
  });
}

/** Right as long as it lives: the earlier summary is not read from the list. */
function remembering(): CreateEngine {
  return (services) => {
    let earlier = '';
    return {
      updateFromResponse: () => undefined,
      shouldCompress: (tokens) => tokens >= services.model.contextTokens / 2,
      compress: async (request) => {
        const outcome = await summarising(request, services);
        if (outcome.kind === 'unchanged') return outcome;
        const text = earlier;
        earlier = `${earlier}\n${outcome.summary}`.slice(-200);
        return {
          ...outcome,
          messages: outcome.messages.map((each) => (isSummary(each) ? withText(each, text) : each)),
        };
      },
    };
  };
}

/** Never touches a message that it has kept before, by object. */
function knowingObjects(): CreateEngine {
  return (services) => {
    const known = new WeakSet<Message>();
    return {
      updateFromResponse: () => undefined,
      shouldCompress: (tokens) => tokens >= services.model.contextTokens / 2,
      compress: async (request) => {
        const outcome = forget(request);
        if (outcome.kind === 'unchanged') return outcome;
        const kept = new Set(outcome.messages);
        const messages = request.messages.filter((each) => kept.has(each) || known.has(each));
        for (const each of messages) known.add(each);
        return messages.length < request.messages.length
          ? { kind: 'compressed', messages }
          : { kind: 'unchanged', reason: 'nothing-to-compress' };
      },
    };
  };
}

function withText(message: Message, text: string): Message {
  return text === '' ? message : { ...message, content: `${contentText(message.content)}\n${text.slice(0, 60)}` };
}

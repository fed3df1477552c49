import { isDeepStrictEqual } from 'node:util';
import type { CompressOutcome, Messages } from '@hermes-context/contract';
import fc from 'fast-check';
import { deepFreeze } from '../deep-freeze.ts';
import { broken } from './broken.ts';
import { conversations, requests } from './conversations.ts';
import { checkEach } from './define-check.ts';
import type { EngineCheck } from './engine-check.ts';
import { onLaterDate } from './later-date.ts';
import { claimIdentity, claimSameList, firstDifference } from './list-claims.ts';
import { listAfter, requestOf, type Session, type Trial } from './trial.ts';

/** P5: an engine edits nothing, remembers nothing that the transcript does not say, and decides by its input alone. */
export const PURE_CHECKS: readonly EngineCheck[] = [
  checkEach({
    promise: 'P5',
    title: 'never edits what it is given',
    given: requests(),
    holds: async ({ messages, request }, { compress }) => {
      // Frozen objects betray an edit by an exception, others by the comparison afterwards.
      await compress(messages, request);
      const thawed = structuredClone(messages);
      await compress(thawed, request);
      if (!isDeepStrictEqual(thawed, messages)) broken(`It edited message ${firstDifference(thawed, messages)}.`);
    },
  }),
  checkEach({
    promise: 'P5',
    title: 'hands unchanged messages on as the objects that they are',
    given: requests(),
    holds: async ({ messages, request }, { compress }) => {
      claimIdentity(listAfter(await compress(messages, request), messages), messages);
    },
  }),
  checkEach({
    promise: 'P5',
    title: 'gives the same answer to the same list, on another day too',
    given: requests(),
    holds: async ({ messages, request }, { compress }) => {
      const first = await compress(messages, request);
      const second = await onLaterDate(() => compress(messages, request));
      claimSameOutcome([first, second], messages, 'Two engines disagree');
    },
  }),
  checkEach({
    promise: 'P5',
    title: 'changes nothing the second time',
    given: fc.record({ messages: conversations() }),
    holds: async ({ messages }, { compress }) => {
      const once = deepFreeze(listAfter(await compress(messages), messages));
      const again = await compress(once);
      if (again.kind === 'compressed') {
        broken(`Its own result of ${once.length} messages was compressed once more, to ${again.messages.length}.`);
      }
    },
  }),
  checkEach({
    promise: 'P5',
    title: 'keeps two sessions apart that take turns',
    given: fc.record({ messages: conversations(), others: conversations(), more: conversations() }),
    holds: async ({ messages, others, more }, trial) => {
      const alone = await trial.session((session) => twoCompactions(session, { messages, more }));
      const beside = await interleaved(trial, { messages, others, more });
      claimSameOutcome([alone[0], beside[0]], messages, 'Another session changes the first answer: they differ');
      claimSameOutcome([alone[1], beside[1]], messages, 'Another session changes the second answer: they differ');
    },
  }),
  checkEach({
    promise: 'P5',
    title: 'goes on from a stored conversation as if it had never stopped',
    given: fc.record({ messages: conversations(), more: conversations() }),
    holds: async ({ messages, more }, trial) => {
      const [, stayed] = await trial.session((session) => twoCompactions(session, { messages, more }));
      const resumed = await trial.session((session) => resumedCompaction(session, { messages, more }));
      claimSameOutcome([stayed, resumed], messages, 'The engine that stayed and the one that resumed disagree');
    },
  }),
];

interface Course {
  readonly messages: Messages;
  /** What is said behind the first compaction. */
  readonly more: Messages;
}

type Two = readonly [CompressOutcome, CompressOutcome];

/** One engine: a compaction, further messages, another compaction. */
function twoCompactions(session: Session, { messages, more }: Course): Promise<Two> {
  return session.use(async (engine, services) => {
    const first = await engine.compress(requestOf(messages, services, { force: true }));
    const next = follow(listAfter(first, messages), more);
    const second = await engine.compress(requestOf(next, services, { force: true }));
    return [first, second];
  });
}

/** The same course, with another session's compaction after each step. */
function interleaved(trial: Trial, { messages, others, more }: Course & { readonly others: Messages }): Promise<Two> {
  return trial.use((engine, services) =>
    trial.use(
      async (other, otherServices) => {
        const compressOther = (list: Messages): Promise<CompressOutcome> =>
          other.compress(requestOf(list, otherServices, { force: true }));
        const [first] = await Promise.all([
          engine.compress(requestOf(messages, services, { force: true })),
          compressOther(others),
        ]);
        await compressOther(follow(others, messages));
        const next = follow(listAfter(first, messages), more);
        const second = await engine.compress(requestOf(next, services, { force: true }));
        return [first, second] as const;
      },
      { sessionId: 'other-session' },
    ),
  );
}

/** The same course, but the host is started anew in between, and reads the list from its store. */
async function resumedCompaction(session: Session, { messages, more }: Course): Promise<CompressOutcome> {
  const stored = await session.use(async (engine, services) => {
    const first = await engine.compress(requestOf(messages, services, { force: true }));
    return JSON.stringify(listAfter(first, messages));
  });
  const read: Messages = JSON.parse(stored);
  return session.use((engine, services) => engine.compress(requestOf(follow(read, more), services, { force: true })));
}

/** What a conversation is once it went on: without the system prompt of its continuation. */
function follow(messages: Messages, more: Messages): Messages {
  return deepFreeze([...messages, ...more.filter(({ role }) => role !== 'system')]);
}

function claimSameOutcome([one, two]: Two, before: Messages, who: string): void {
  if (one.kind !== two.kind) broken(`${who}: ${one.kind} and ${two.kind}.`);
  if (one.kind === 'compressed' && two.kind === 'compressed' && one.summary !== two.summary)
    broken(`${who} on the text of the summary.`);
  claimSameList(asStored(listAfter(one, before)), asStored(listAfter(two, before)), who);
}

/** As a store would give it back: a field that is `undefined` is no field. */
function asStored(messages: Messages): Messages {
  return JSON.parse(JSON.stringify(messages));
}

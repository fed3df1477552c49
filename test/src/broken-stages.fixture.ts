import type {
  CompressOutcome,
  CompressRequest,
  ContextEngine,
  EngineServices,
  Message,
  Messages,
} from '@hermes-context/contract';
import type { PromiseId } from '@hermes-context/core';
import { isRealUser } from '@hermes-context/messages';
import { drop, NOTHING, toyEngine } from './toy-engines.fixture.ts';

/** One way to be a bad engine, the promise that it breaks, and the engine. */
export interface Defect {
  readonly name: string;
  readonly promise: PromiseId;
  readonly create: (services: EngineServices) => ContextEngine;
}

type Answer = (request: CompressRequest) => unknown;

/** More than sound stages drop, so that there is something to do behind them too. */
const dropMost = (request: Pick<CompressRequest, 'messages' | 'pins'>): CompressOutcome => drop(request, 1);

/** An engine that answers so, whatever its types promise. */
const answering =
  (answer: Answer) =>
  (services: EngineServices): ContextEngine =>
    toyEngine(services, { share: 0.4, compress: async (request) => (await answer(request)) as CompressOutcome });

/** A sound answer, and then a change for the worse. */
const spoiling = (spoil: (after: Messages, request: CompressRequest) => Messages) =>
  answering((request) => {
    const outcome = dropMost(request);
    return outcome.kind === 'unchanged' ? outcome : { ...outcome, messages: spoil(outcome.messages, request) };
  });

const without = (messages: Messages, index: number): Messages =>
  index === -1 ? messages : messages.toSpliced(index, 1);

export const DEFECTS: readonly Defect[] = [
  {
    name: 'drops a result',
    promise: 'P1',
    create: spoiling((after) =>
      without(
        after,
        after.findLastIndex(({ role }) => role === 'tool'),
      ),
    ),
  },
  {
    name: 'splits a group',
    promise: 'P1',
    create: spoiling((after) =>
      without(
        after,
        after.findIndex((message) => 'tool_calls' in message),
      ),
    ),
  },
  {
    name: 'empties the list',
    promise: 'P1',
    create: answering(({ messages }) => ({ kind: 'compressed', messages: messages.filter(isRealUser).slice(0, 0) })),
  },
  {
    name: 'edits the last message of the user',
    promise: 'P2',
    create: spoiling((after) => {
      const index = after.findLastIndex(isRealUser);
      return index === -1 ? after : after.with(index, { role: 'user', content: 'short' });
    }),
  },
  {
    name: 'drops the last message of the user',
    promise: 'P2',
    create: spoiling((after) => without(after, after.findLastIndex(isRealUser))),
  },
  { name: 'drops a pin', promise: 'P2', create: answering(({ messages }) => dropMost({ messages })) },
  {
    name: 'drops the system prompt',
    promise: 'P2',
    create: spoiling((after) => after.filter(({ role }) => role !== 'system')),
  },
  {
    name: 'reverses the turns',
    promise: 'P2',
    create: spoiling((after) => [
      ...after.slice(0, 1),
      ...after.slice(5, -4),
      ...after.slice(1, 5),
      ...after.slice(-4),
    ]),
  },
  {
    name: 'grows',
    promise: 'P3',
    create: answering(({ messages }) => ({
      kind: 'compressed',
      messages: [{ role: 'system', content: 'Padding. '.repeat(20_000) } as const, ...messages].toSorted(
        (one, other) => Number(other === messages[0]) - Number(one === messages[0]),
      ),
    })),
  },
  { name: 'never ends', promise: 'P3', create: answering(() => new Promise(() => undefined)) },
  {
    name: 'throws',
    promise: 'P4',
    create: answering(() => {
      throw new Error('no disk');
    }),
  },
  { name: 'answers nonsense', promise: 'P4', create: answering(() => 5) },
  { name: 'makes up a reason', promise: 'P4', create: answering(() => ({ kind: 'unchanged', reason: 'tired' })) },
  {
    name: 'makes up a report',
    promise: 'P4',
    create: answering((request) => ({ ...dropMost(request), report: { ...NOTHING, covered: 'all' } })),
  },
  {
    name: 'edits what it is given',
    promise: 'P5',
    create: answering((request) => {
      for (const message of request.messages) (message as { content: string }).content = 'edited';
      return dropMost(request);
    }),
  },
  {
    name: 'copies what it keeps',
    promise: 'P5',
    create: spoiling((after) => after.map((message): Message => ({ ...message }))),
  },
];

import type { Message } from '@hermes-context/contract';
import type { LiveList, SessionStore } from '@hermes-context/sessions';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Bench, benchOf } from './bench.ts';
import type { SessionStoreCheck } from './session-store-check.ts';
import { bare, linesOf, readAll, receiptOf, requestOf, said, summary, take } from './steps.ts';
import { SessionModel } from './store-model.ts';

const DEFAULT_RUNS = 60;
const MAX_STEPS = 24;
const MAX_WORDS = 4;

/** One thing that happens to one of the sessions. The numbers choose; each is taken as far as it goes. */
interface Step {
  readonly kind: 'append' | 'commit' | 'rotate' | 'rewind' | 'undo' | 'redo' | 'branch';
  readonly session: number;
  readonly one: number;
  readonly two: number;
  /** How the engine answers, what came meanwhile, and how the wall clock steps. */
  readonly how: 'ids' | 'bare' | 'rewrite' | 'drop';
  readonly late: number;
  readonly clockMs: number;
}

const choice = fc.nat({ max: 60 });
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'append',
      'append',
      'commit',
      'commit',
      'rotate',
      'rewind',
      'undo',
      'undo',
      'redo',
      'redo',
      'branch',
    ),
    session: choice,
    one: choice,
    two: choice,
    how: fc.constantFrom('ids', 'bare', 'rewrite', 'drop'),
    late: fc.nat({ max: 2 }),
    clockMs: fc.integer({ min: -5_000, max: 5_000 }),
  }),
  { maxLength: MAX_STEPS, size: 'max' },
);

/** The store against a model of it, through random histories. */
export const MODEL_CHECKS: readonly SessionStoreCheck[] = [
  {
    promise: 'holds through any history',
    title: 'has the list, the states and the revisions that a model of it has, after every step',
    async run(open, options = {}): Promise<void> {
      const { seed, numRuns = DEFAULT_RUNS } = options;
      await fc.assert(
        fc.asyncProperty(steps, async (history) => {
          const bench = await benchOf(open, options);
          try {
            await follow(bench, history);
          } finally {
            await bench.close();
          }
        }),
        { numRuns, ...(seed === undefined ? {} : { seed }) },
      );
    },
  },
];

/** A store, the model of each of its sessions, and words that were not said yet. */
interface Trial {
  readonly bench: Bench;
  readonly store: SessionStore;
  readonly models: SessionModel[];
  said: number;
}

async function follow(bench: Bench, history: readonly Step[]): Promise<void> {
  const trial: Trial = { bench, store: bench.store, models: [new SessionModel('s0', 0)], said: 0 };
  await bench.store.create({ id: 's0' });
  for (const step of history) {
    bench.time.advance(step.clockMs);
    const model = trial.models[step.session % trial.models.length];
    if (model !== undefined) await perform(trial, model, step);
    for (const each of trial.models) await compare(bench.store, each);
  }
  const kept = await bench.reopened();
  for (const each of trial.models) await comparePast(kept, each);
  expect(await kept.check()).toEqual([]);
  const copy = await bench.another();
  for (const { id } of trial.models) await copy.importSession(kept.exportSession(id));
  for (const each of trial.models) await comparePast(copy, each);
}

async function perform(trial: Trial, model: SessionModel, step: Step): Promise<void> {
  const { store } = trial;
  const { id: sessionId, continuedBy } = model;
  if (continuedBy !== undefined && step.kind !== 'branch') {
    expect(await store.append(sessionId, [said('x')])).toEqual({ kind: 'continued', by: continuedBy });
    expect(await store.undo({ sessionId })).toEqual({ kind: 'continued', by: continuedBy });
    return;
  }
  switch (step.kind) {
    case 'append':
      await append(trial, model, step.one % MAX_WORDS);
      return;
    case 'commit':
    case 'rotate':
      await compact(trial, model, step);
      return;
    case 'rewind':
      await rewind(store, model, step.one);
      return;
    case 'undo':
      expect((await store.undo({ sessionId })).kind).toBe(model.undo() ? 'changed' : 'nothing');
      return;
    case 'redo':
      expect((await store.redo({ sessionId })).kind).toBe(model.redo() ? 'changed' : 'nothing');
      return;
    case 'branch': {
      const { id } = await store.branch(sessionId, { id: `s${trial.models.length}` });
      trial.models.push(model.copyTo(id, 0));
    }
  }
}

async function append(trial: Trial, model: SessionModel, count: number): Promise<void> {
  const messages = Array.from({ length: count }, () => nextWord(trial));
  await trial.store.append(model.id, messages);
  model.append(linesOf(messages));
}

/** Every third word is one that was said before. */
function nextWord(trial: Trial): Message {
  trial.said += 1;
  return said(trial.said % 3 === 0 ? 'ok' : `word ${trial.said}`);
}

async function rewind(store: SessionStore, model: SessionModel, choose: number): Promise<void> {
  if (model.live.length === 0) return;
  const place = choose % model.live.length;
  const messageId = `${model.id}:${(model.live[place] ?? 0) + 1}`;
  model.rewind(place);
  expect(await store.rewind({ sessionId: model.id, messageId })).toMatchObject({ kind: 'changed', of: model.revision });
}

async function compact(trial: Trial, model: SessionModel, step: Step): Promise<void> {
  const { store } = trial;
  const lease = await take(store, model.id);
  const list = await store.load(model.id);
  const { messages, outcome } = answerOf(list, step, trial);
  await append(trial, model, step.late);
  const inPlace = step.kind === 'commit';
  const request = { ...requestOf(model.id, list, messages), lease, key: `${model.id} ${list.revision}`, inPlace };
  const receipt = receiptOf(await store.commit(request));
  await store.releaseLease(lease);
  expect(await store.commit(request)).toEqual({ kind: 'repeated', receipt });

  const target = inPlace ? model : model.copyTo(receipt.sessionId, model.compactions);
  if (!inPlace) {
    model.continuedBy = receipt.sessionId;
    trial.models.push(target);
  }
  const before = target.states.filter((state) => state === 'compacted').length;
  target.compact(list.messages.length, outcome);
  const after = target.states.filter((state) => state === 'compacted').length;
  expect(receipt).toMatchObject({
    coveredMessages: after - before,
    messagesAfter: target.live.length,
    revision: target.revision,
    compressionCount: target.compactions,
  });
}

interface Answer {
  readonly messages: readonly Message[];
  /** The same for the model: places in the list, and new lines. */
  readonly outcome: readonly (number | string)[];
}

/** An engine keeps a head and a tail. What it does to them, and whether it puts a summary between, depends on `how`. */
function answerOf({ messages }: LiveList, { one, two, how }: Step, trial: Trial): Answer {
  const [from, to] = [one % (messages.length + 1), two % (messages.length + 1)].toSorted((a, b) => a - b);
  trial.said += 1;
  const middle = how === 'drop' ? [] : [summary(`summary ${trial.said}`)];
  const [head, tail] = [messages.slice(0, from), messages.slice(to)];
  const places = [...messages.keys()];
  const first = head[0];
  if (how === 'rewrite' && first !== undefined) {
    const rewritten: Message = { ...first, name: `n${trial.said}` };
    return {
      messages: [rewritten, ...head.slice(1), ...middle, ...tail],
      outcome: [...linesOf([rewritten]), ...places.slice(1, from), ...linesOf(middle), ...places.slice(to)],
    };
  }
  const kept = how === 'bare' ? bare : (message: Message) => message;
  return {
    messages: [...head.map(kept), ...middle, ...tail.map(kept)],
    outcome: [...places.slice(0, from), ...linesOf(middle), ...places.slice(to)],
  };
}

async function compare(store: SessionStore, model: SessionModel): Promise<void> {
  const { id, revision, live, rows, compactions, continuedBy } = model;
  const list = await store.load(id);
  expect(linesOf(list.messages)).toEqual(model.lines);
  expect(list.messages.map((message) => message._context?.id)).toEqual(live.map((index) => `${id}:${index + 1}`));
  expect([list.revision, list.sequence]).toEqual([revision, rows.length]);
  const stored = await readAll(store, id);
  expect(stored.map(({ state }) => state)).toEqual(model.states);
  expect(linesOf(stored.map(({ message }) => message))).toEqual(rows.map(({ line }) => line));
  const session = await store.get(id);
  expect(session).toMatchObject({ revision, sequence: rows.length, liveMessages: live.length, compactions });
  expect(session.continuedBy).toBe(continuedBy);
}

/** The same, and every list that there was. */
async function comparePast(store: SessionStore, model: SessionModel): Promise<void> {
  await compare(store, model);
  for (const [index, list] of model.past.entries()) {
    const { messages } = await store.load(model.id, { revision: index + 1 });
    expect(linesOf(messages)).toEqual(model.linesOf(list));
  }
  const inEffect = new Set(model.done.map(({ number }) => number));
  const { items } = await store.revisions(model.id, { limit: 1_000 });
  expect(items.map(({ number }) => number)).toEqual(items.map((_, index) => model.revision - index));
  for (const { number, kind, inEffect: claimed } of items) {
    if (kind !== 'start') expect([number, claimed]).toEqual([number, inEffect.has(number)]);
  }
}

import type { ContextEngine, EngineServices, Messages } from '@hermes-context/contract';
import type { TestServices } from '../test-services.ts';
import { broken } from './broken.ts';
import { linesFor, turns } from './conversations.ts';
import { countReads } from './count-reads.ts';
import { checkOnce } from './define-check.ts';
import type { EngineCheck } from './engine-check.ts';
import { measureGrowth } from './measure-growth.ts';
import { requestOf, type Trial } from './trial.ts';

const TURN_COUNT = 50;
const GROWTH = 4;
/** How much more often a list may be read per message when it is four times as long: what sorting takes, and some. */
const MAX_WORK_RATIO = 2;
/** Reads that are too few to say anything. */
const NEGLIGIBLE_READS = 400;
const MESSAGES_PER_TURN = 4;

const EARLY_TURN = 40;
const LATE_TURN = 320;
/** What one turn of a few messages may take at any time. */
const NEGLIGIBLE_LOOKS = 32;

/** P6: the cost per message does not grow with the conversation. */
export const COST_CHECKS: readonly EngineCheck[] = [
  checkOnce({
    promise: 'P6',
    title: 'reads a message no more often when there are four times as many',
    look: async (trial) => {
      for (const work of [compress, prune, select, lookForContent]) await claimLinearReads(trial, work);
    },
  }),
  checkOnce({
    promise: 'P6',
    title: 'works on what a turn added, not on all that was ever said',
    look: claimSteadyTurns,
  }),
  checkOnce({
    promise: 'P6',
    title: 'takes no longer per message when there are sixteen times as many',
    look: async (trial) => {
      const growth = await measureGrowth(trial);
      if (growth !== undefined) broken(growth);
    },
  }),
];

/** What an engine may do with a list, by the name of the member. */
type Work = (engine: ContextEngine, messages: Messages, services: TestServices) => unknown;

const compress: Work = (engine, messages, services) =>
  engine.compress(requestOf(messages, services, { force: true, promptTokens: services.model.contextTokens }));
const prune: Work = (engine, messages) => engine.pruneOnly?.(messages);
const select: Work = (engine, messages, { model }) =>
  engine.selectContext?.({ messages, promptTokens: model.contextTokens });
const lookForContent: Work = (engine, messages) => engine.hasContentToCompress?.(messages);

async function claimLinearReads(trial: Trial, work: Work): Promise<void> {
  const [few, many] = [await readsOf(trial, work, TURN_COUNT), await readsOf(trial, work, TURN_COUNT * GROWTH)];
  if (many <= few * GROWTH * MAX_WORK_RATIO + NEGLIGIBLE_READS) return;
  const [length, longer] = [TURN_COUNT * MESSAGES_PER_TURN, TURN_COUNT * MESSAGES_PER_TURN * GROWTH];
  broken(
    `${work.name}: it looks at ${length} messages ${few} times, and at ${longer} messages ${many} times: ${Math.round(many / Math.max(1, few))} times as often for ${GROWTH} times as many.`,
  );
}

/** How often an engine reads a field of a message, or has one counted, for one piece of work. */
async function readsOf(trial: Trial, work: Work, turnCount: number): Promise<number> {
  const { counter, services } = await countingServices(trial);
  return trial.use(async (engine, lent) => {
    // Even the shorter list is several windows long, so that both are treated alike.
    const resultLines = linesFor((lent.model.contextTokens * GROWTH) / TURN_COUNT);
    const list = countReads(turns({ mark: 'rosebud', from: 0, count: turnCount, resultLines }));
    await work(engine, list.messages, lent);
    return list.reads() + counter.calls;
  }, services);
}

/** The services that an engine is lent, counting how often it has tokens counted. */
async function countingServices(
  trial: Trial,
): Promise<{ readonly counter: { calls: number }; readonly services: Partial<EngineServices> }> {
  const countTokens = await trial.use((_, lent) => lent.countTokens);
  const counter = { calls: 0 };
  const counting: EngineServices['countTokens'] = (message) => {
    counter.calls += 1;
    return countTokens(message);
  };
  return { counter, services: { countTokens: counting } };
}

/** The calls of a turn that is not compacted, and how often each looks at what was said. */
async function claimSteadyTurns(trial: Trial): Promise<void> {
  const { counter, services } = await countingServices(trial);
  await trial.use((engine, { model }) => {
    const turn = (index: number): Messages => turns({ mark: 'rosebud', from: index, count: 1, resultLines: 2 });
    const all = countReads(Array.from({ length: LATE_TURN + 1 }, (_, index) => turn(index)).flat());
    const looks = (): number => all.reads() + counter.calls;
    const looksAt = Array.from({ length: LATE_TURN + 1 }, (_, index) => {
      const before = looks();
      const promptTokens = Math.round((model.contextTokens * index) / LATE_TURN / MESSAGES_PER_TURN);
      const added = all.messages.slice(index * MESSAGES_PER_TURN, (index + 1) * MESSAGES_PER_TURN);
      engine.shouldCompress(promptTokens);
      engine.updateFromResponse({ promptTokens, completionTokens: 50 });
      engine.onTurnComplete?.({ added, usage: { promptTokens, completionTokens: 50 } });
      return looks() - before;
    });
    const [early = 0, late = 0] = [looksAt[EARLY_TURN], looksAt[LATE_TURN]];
    if (late > early * 2 + NEGLIGIBLE_LOOKS)
      broken(`In turn ${EARLY_TURN} it looks at messages ${early} times, in turn ${LATE_TURN} ${late} times.`);
  }, services);
}

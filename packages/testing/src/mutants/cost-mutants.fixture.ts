import type { Message } from '@hermes-context/contract';
import { contentText } from '@hermes-context/messages';
import type { CreateEngine } from '../engine-checks/engine-check.ts';
import { mutantsOf } from './mutant.fixture.ts';
import { clearOldResults, forget, toy } from './sound-engines.fixture.ts';

const READS = 'reads a message no more often when there are four times as many';
const TURNS = 'works on what a turn added, not on all that was ever said';
const TIME = 'takes no longer per message when there are sixteen times as many';

export const COST_MUTANTS = mutantsOf('P6', [
  [
    READS,
    'compares each message with each other',
    toy((request) => {
      const twins = request.messages.filter((one) => request.messages.some((two) => two !== one && isTwin(one, two)));
      return twins.length < 0 ? { kind: 'unchanged', reason: 'ineffective' } : forget(request);
    }),
  ],
  [
    READS,
    'sizes up the whole list for every message',
    toy((request, { countTokens }) => {
      const sizes = request.messages.map((_, index) =>
        request.messages.slice(index).reduce((sum, message) => sum + countTokens(message), 0),
      );
      return sizes.length < 0 ? { kind: 'unchanged', reason: 'ineffective' } : forget(request);
    }),
  ],
  [READS, 'looks for content by looking at all pairs', lookingAtPairs()],
  [READS, 'prunes one result after the other, from the start each time', pruningAnew()],
  [TURNS, 'goes through its whole history after each turn', goingThroughHistory('onTurnComplete')],
  [TURNS, 'goes through its whole history to know whether to ask', goingThroughHistory('shouldCompress')],
  [
    TIME,
    'looks each message up in a list',
    toy((request) => {
      const { messages } = request;
      const isFirst = (each: Message): boolean => messages[messages.indexOf(each)] === each;
      const lookUps = Array.from({ length: 4 }, () => messages.every(isFirst));
      return lookUps.includes(false) ? { kind: 'unchanged', reason: 'ineffective' } : forget(request);
    }),
  ],
  [
    TIME,
    'makes a new list for every few messages',
    toy((request) => {
      let list: readonly Message[] = [];
      for (let at = 0; at < request.messages.length; at += 4) list = [...list, ...request.messages.slice(at, at + 4)];
      return forget({ ...request, messages: list });
    }),
  ],
]);

function isTwin(one: Message, two: Message): boolean {
  return one.role === 'tool' && two.role === 'tool' && one.content === two.content;
}

function lookingAtPairs(): CreateEngine {
  return (services) => ({
    updateFromResponse: () => undefined,
    shouldCompress: (tokens) => tokens >= services.model.contextTokens / 2,
    compress: async (request) => forget(request),
    hasContentToCompress: (messages) =>
      messages.every((one) => messages.every((two) => one === two || one.role !== 'system' || two.role !== 'system')),
  });
}

function pruningAnew(): CreateEngine {
  return (services) => ({
    updateFromResponse: () => undefined,
    shouldCompress: (tokens) => tokens >= services.model.contextTokens / 2,
    compress: async (request) => forget(request),
    pruneOnly: (messages) => {
      const whole = clearOldResults(messages, services);
      let left = messages;
      while (left.length > 1) {
        left = left.slice(1);
        for (const message of left) contentText(message.content);
      }
      return whole;
    },
  });
}

function goingThroughHistory(where: 'onTurnComplete' | 'shouldCompress'): CreateEngine {
  return (services) => {
    const history: Message[] = [];
    const work = (): number => history.reduce((sum, message) => sum + services.countTokens(message), 0);
    return {
      updateFromResponse: () => undefined,
      shouldCompress: (tokens) =>
        (where === 'shouldCompress' ? Math.min(0, work()) : 0) + tokens >= services.model.contextTokens / 2,
      compress: async (request) => forget(request),
      onTurnComplete: ({ added }) => {
        history.push(...added);
        if (where === 'onTurnComplete') work();
      },
    };
  };
}

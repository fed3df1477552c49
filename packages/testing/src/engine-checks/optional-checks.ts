import type { EngineTool } from '@hermes-context/contract';
import fc from 'fast-check';
import { conversations, longConversation } from './conversations.ts';
import { broken, defineLook, definePromise } from './define-promise.ts';
import type { EngineCheck } from './engine-check.ts';
import { claimIdentity, claimLastUser, claimProgress, claimValid } from './list-claims.ts';
import { requestOf } from './trial.ts';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const anyConversation = fc.record({ messages: conversations() });

/** What the optional members promise; an engine without them keeps these promises too. */
export const OPTIONAL_CHECKS: readonly EngineCheck[] = [
  definePromise({
    title: 'prunes as honestly as it compresses, and without a model call, if it can prune',
    given: anyConversation,
    holds: ({ messages }, { use }) =>
      use(
        (engine, { countTokens }) => {
          const outcome = engine.pruneOnly?.(messages);
          if (outcome === undefined) return;
          claimProgress(outcome, messages, countTokens);
          if (outcome.kind === 'unchanged') return;
          claimLastUser(outcome.messages, messages);
          claimValid(outcome.messages);
          claimIdentity(outcome.messages, messages);
        },
        { summarise: () => broken('pruneOnly asked for a summary.') },
      ),
  }),
  definePromise({
    title: 'compresses nothing where it says that there is nothing to compress, if it says so',
    given: anyConversation,
    holds: async ({ messages }, { use, compress }) => {
      const hasContent = await use((engine) => engine.hasContentToCompress?.(messages));
      if (hasContent !== false) return;
      const outcome = await compress(messages);
      if (outcome.kind === 'compressed') broken('hasContentToCompress is false, yet compress found something.');
    },
  }),
  definePromise({
    title: 'selects a list that a provider takes, with the last message of a person, if it selects',
    given: anyConversation,
    holds: ({ messages }, { use }) =>
      use((engine, services) => {
        const { promptTokens = 0 } = requestOf(messages, services);
        const selected = engine.selectContext?.({ messages, promptTokens });
        if (selected === undefined || messages.length === 0) return;
        claimValid(selected);
        claimLastUser(selected, messages);
      }),
  }),
  defineLook('offers tools that a model can call, if it offers any', ({ use }) =>
    use(({ tools = [] }) => {
      const names = tools.map(({ name }) => name);
      const twice = names.find((name, index) => names.indexOf(name) !== index);
      if (twice !== undefined) broken(`Two tools are called "${twice}".`);
      for (const tool of tools) claimCallable(tool);
    }),
  ),
  defineLook('takes every notice of the host, at any time', ({ use }) =>
    use(async (engine, services) => {
      const usage = { promptTokens: 5_000, completionTokens: 200 };
      const messages = longConversation('rosebud');
      engine.updateFromResponse(usage);
      engine.onTurnComplete?.({ added: messages.slice(-4), usage });
      await engine.onCommit?.({ sessionId: services.sessionId, revision: 1, inPlace: true });
      await engine.compress(requestOf(messages, services));
      engine.updateFromResponse({ ...usage, cacheReadTokens: 4_000, cacheWriteTokens: 500 });
      await engine.onCommit?.({ sessionId: services.sessionId, revision: 2, inPlace: false });
    }),
  ),
  // The trial itself disposes of each engine that another check has used.
  defineLook('can be disposed of without having been used', ({ use }) => use(() => undefined)),
];

function claimCallable({ name, description, parameters }: EngineTool): void {
  if (!TOOL_NAME.test(name)) broken(`Providers take no tool called ${JSON.stringify(name)}; a name is ${TOOL_NAME}.`);
  if (description.trim() === '') broken(`Tool "${name}" has no description.`);
  if (parameters['type'] !== 'object') broken(`The parameters of "${name}" are no JSON schema of type "object".`);
}

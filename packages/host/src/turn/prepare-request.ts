import type { Messages } from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';
import type { SessionCore } from '../session-core.ts';
import { type Issue, requestMessages } from './build-request.ts';
import { fitRequest } from './fit-request.ts';

/** The next request of a session, or that there is none that fits. Narrow on `kind`. */
export type PreparedRequest =
  | {
      readonly kind: 'ready';
      readonly messages: Messages;
      /** Checkpoints of other models' servers, which were left out. */
      readonly foreignCheckpoints: number;
      /** What the answer to it is issued as. */
      readonly issue: Issue;
      /** What the request has less than the list, in estimated tokens. */
      readonly cutTokens: number;
      /** Size that it would have had, where tool results were shortened for its sake; absent where none was. */
      readonly shortenedFromTokens?: number;
    }
  | { readonly kind: 'too-large'; readonly tokens: number };

/**
 * The list as the model may be sent it, or what the engine selects of it; with its largest tool results shortened for this
 * one request where it would not fit the window otherwise.
 */
export function prepareRequest(core: SessionCore): PreparedRequest {
  const { live, desk } = core.parts;
  const { tokens } = core.size();
  const selected = core.isThread ? undefined : desk.selectContext({ messages: live.messages, promptTokens: tokens });
  if (selected !== undefined) return requestOnce(core, selected);
  if (tokens > core.limitTokens) return requestOnce(core, live.messages, tokens);
  const issue = { model: core.model, prefix: core.prefix };
  return { kind: 'ready', ...requestMessages(live.messages, issue), issue, cutTokens: 0 };
}

/**
 * A request that is not the list. No answer was given behind it, so no thinking is valid in it; and none will be again, so
 * the thinking of its answer is sent to nobody: two such requests stand behind different lists.
 */
function requestOnce(core: SessionCore, list: Messages, listTokens?: number): PreparedRequest {
  const named = (name: string): string | undefined =>
    core.prefix === undefined ? undefined : `${core.prefix}#${name}`;
  const issue = { model: core.model, prefix: named('answered once') };
  const { messages, foreignCheckpoints } = requestMessages(list, { model: core.model, prefix: named('asked once') });
  const tokens = listTokens ?? core.sizeOfRequest(estimateMessagesTokens(messages));
  const ready = (fitted: Messages) => {
    return {
      kind: 'ready',
      messages: fitted,
      foreignCheckpoints,
      issue,
      cutTokens: core.sentTokens - estimateMessagesTokens(fitted),
    } as const;
  };
  const excessTokens = tokens - core.limitTokens;
  if (excessTokens <= 0) return ready(messages);
  // The limit is in the provider's tokens, and results are cut by ours.
  const fitted = fitRequest(messages, { excessTokens: Math.ceil(excessTokens / core.ratio) });
  return fitted === undefined ? { kind: 'too-large', tokens } : { ...ready(fitted), shortenedFromTokens: tokens };
}

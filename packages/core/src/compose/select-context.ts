import type { Messages, SelectRequest } from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';
import { findSelectionBreach } from './find-breach.ts';
import { giveBack, lendMessages } from './lend-messages.ts';
import type { NamedEngine } from './named-engine.ts';
import type { Troubles } from './troubles.ts';

/** What a part selected for one request. Narrow on `kind`. */
export type Selection =
  | { readonly kind: 'selected'; readonly messages: Messages }
  | { readonly kind: 'as-is' }
  /** It threw, or selected what a provider would refuse, or lost the newest request. The next report says so. */
  | { readonly kind: 'failed' };

/** Ask a part for the list of one request, and check it. */
export function askToSelect({ name, engine }: NamedEngine, request: SelectRequest, troubles: Troubles): Selection {
  const lent = { ...request, messages: lendMessages(request.messages) };
  const call = (): { readonly list: unknown } => ({ list: engine.selectContext?.(lent) });
  const answer = troubles.guard(name, { member: 'selectContext', call });
  if (answer === undefined) return { kind: 'failed' };
  if (answer.list === undefined) return { kind: 'as-is' };
  const messages = isList(answer.list) ? giveBack(answer.list, request.messages) : [];
  const breach = findSelectionBreach({ before: request.messages, after: messages });
  if (breach === undefined) return { kind: 'selected', messages };
  troubles.refused(name, { member: 'selectContext', breach });
  return { kind: 'failed' };
}

/** The list after each part has selected from what the part before left; `undefined` when none of them did. */
export function selectThrough(
  parts: readonly NamedEngine[],
  request: SelectRequest,
  troubles: Troubles,
): Messages | undefined {
  let selected: Messages | undefined;
  for (const part of parts) {
    const messages = selected ?? request.messages;
    const selection = askToSelect(part, { messages, promptTokens: sizeAfter(request, messages) }, troubles);
    if (selection.kind === 'selected') selected = selection.messages;
  }
  return selected;
}

function sizeAfter({ messages, promptTokens }: SelectRequest, selected: Messages): number {
  if (selected === messages) return promptTokens;
  const estimate = estimateMessagesTokens(messages);
  return estimate === 0 ? promptTokens : Math.round((promptTokens * estimateMessagesTokens(selected)) / estimate);
}

function isList(value: unknown): value is Messages {
  return Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null && 'role' in each);
}

import type { Messages } from '@hermes-context/contract';
import type { SizeQuestion } from '../accounting/size-account.ts';
import type { NextRequest } from '../host-types.ts';
import { nextRequest, store, type Turn } from './run-turn.ts';

/** A request that somebody else sends. */
export interface HandedOut {
  readonly request: NextRequest;
  /** What a provider's count of it answers. */
  readonly question: SizeQuestion;
}

/** Store what the conversation gained, compact if that is due, and hand out the next request. @throws WindowFullError */
export async function handOutRequest(turn: Turn, added: Messages): Promise<HandedOut> {
  const { core, log } = turn;
  if (added.length > 0) await store(turn, added);
  const { messages, cutTokens } = await nextRequest(turn);
  core.parts.desk.onTurnComplete(log.completed());
  await core.keepAfterTurn();
  const { offered: tools, tokens: toolTokens } = core.parts.tools;
  const request = { messages, tools, toolTokens, compactions: log.compactions, prunes: log.prunes };
  return { request, question: core.question(-cutTokens) };
}

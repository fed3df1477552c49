import type { WireMemo } from '../wire-memo.ts';
import { isWireObject, type WireObject } from '../wire-value.ts';
import type { ChatRequest, ChatTool, WirePromptParts } from './chat-model.ts';

/** What a wire makes of a request, before its caller looks at it. */
export interface DraftParts extends Omit<WirePromptParts, 'tools'> {
  /** One tool, as this wire spells it. */
  readonly toTool: (tool: ChatTool) => WireObject;
}

/** The parts of a request as its caller wants them sent. A tool that is the same object as before is so on the wire too. */
export function preparedParts(request: ChatRequest, memo: WireMemo, draft: DraftParts): WirePromptParts {
  const { toTool, ...rest } = draft;
  const makeOne = (from: readonly ChatTool[]): WireObject | undefined => from.map(toTool)[0];
  const tools = request.tools.map((tool) => memo.recall([tool], makeOne)).filter(isWireObject);
  const parts: WirePromptParts = tools.length === 0 ? rest : { ...rest, tools };
  return request.prepareWire?.(parts) ?? parts;
}

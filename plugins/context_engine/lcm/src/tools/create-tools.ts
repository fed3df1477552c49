import type { EngineTool } from '@hermes-context/contract';
import { describeTool } from './describe-tool.ts';
import { expandQueryTool } from './expand-query-tool.ts';
import { expandTool } from './expand-tool.ts';
import { grepTool } from './grep-tool.ts';
import { statusTool } from './status-tool.ts';
import type { ToolContext } from './tool-context.ts';

export type { ToolContext } from './tool-context.ts';

/** The tools that let a model search, unfold and ask what was said: in a fixed order, the same for the whole session. */
export function createTools(context: ToolContext): readonly EngineTool[] {
  return [grepTool(context), describeTool(context), expandTool(context), expandQueryTool(context), statusTool(context)];
}

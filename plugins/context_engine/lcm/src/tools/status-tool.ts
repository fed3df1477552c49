import type { EngineTool } from '@hermes-context/contract';
import type { LcmStats } from '../store/lcm-store.ts';
import { untilAborted } from '../until-aborted.ts';
import { ToolArguments } from './read-arguments.ts';
import type { ToolContext } from './tool-context.ts';
import { toolSchema } from './tool-schema.ts';

/** `lcm_status`: how the engine and its store are, without a word of the conversation. */
export function statusTool(context: ToolContext): EngineTool {
  return {
    name: 'lcm_status',
    description: 'Show the state of the context engine and the size of its store. Takes no arguments.',
    parameters: toolSchema({}),
    execute: async (input, { signal }) => {
      new ToolArguments(input, []); // refuses any
      const store = await untilAborted(signal, context.store());
      const stats = await untilAborted(signal, store.stats());
      return [
        ...context.describeState(),
        ...storeLines(stats),
        'Next: lcm_describe shows what this conversation has.',
      ].join('\n');
    },
  };
}

/** How far the search indexes are behind; what is not in them is searched all the same. */
export function lagLine({ indexLag: { entries, summaries } }: LcmStats): string {
  return entries + summaries === 0
    ? 'search index: up to date'
    : `search index: ${entries} messages and ${summaries} summaries behind; they are searched directly`;
}

function storeLines(stats: LcmStats): readonly string[] {
  const { file } = stats;
  return [
    `store: ${stats.sessions} conversations, ${stats.entries} messages (${stats.ambiguousEntries} perhaps repeated), ${stats.leaves} leaf and ${stats.condensed} condensed summaries`,
    `file: ${file.bytes} bytes and a log of ${file.logBytes}, for ${file.contentBytes} bytes of messages; schema ${stats.schemaVersion}`,
    lagLine(stats),
  ];
}

import type { EngineTool } from '@hermes-context/contract';
import { untilAborted } from '../until-aborted.ts';
import { describeMessage } from './describe-message.ts';
import { parseDescribeCursor } from './describe-place.ts';
import { describeSession } from './describe-session.ts';
import { describeSummary } from './describe-summary.ts';
import { ToolArguments, wrongArgument } from './read-arguments.ts';
import { findRecalled, ID_FORMS, parseRecallId } from './recall-id.ts';
import type { ToolContext } from './tool-context.ts';
import { toolSchema } from './tool-schema.ts';

const NAMES = ['id', 'cursor'] as const;

/** `lcm_describe`: what there is, and what an id stands for. */
export function describeTool(context: ToolContext): EngineTool {
  return {
    name: 'lcm_describe',
    description:
      'Without an id: overview of this conversation and its summaries. With a summary id: its text and what it covers. With a message id: what it is and how long.',
    parameters: PARAMETERS,
    execute: async (input, { signal }) => {
      const given = new ToolArguments(input, NAMES);
      const id = given.raw('id') === undefined ? undefined : parseRecallId(given.raw('id'));
      const cursor = parseDescribeCursor(given.text('cursor'));
      const store = await untilAborted(signal, context.store());
      const place = { context, store, signal };
      if (id === undefined) return describeSession(cursor, place);
      const target = await findRecalled(id, place);
      if (target.kind === 'summary') return describeSummary(target.summary, cursor, place);
      if (cursor === undefined) return describeMessage(target.entry, place);
      throw wrongArgument('cursor', given.raw('cursor'), 'none: a message is described in one answer');
    },
  };
}

const PARAMETERS = toolSchema({
  id: { type: 'string', description: `Leave away for the overview. Else ${ID_FORMS}.` },
  cursor: { type: 'string', description: 'Cursor of the last answer for this id, to go on there.' },
});

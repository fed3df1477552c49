import type { EngineTool } from '@hermes-context/contract';
import type { StoredEntry } from '../store/lcm-store.ts';
import { untilAborted } from '../until-aborted.ts';
import { entriesUnder } from './entries-under.ts';
import { type ExpandPage, type ExpandPlace, fillPage } from './expand-page.ts';
import { messageText } from './message-text.ts';
import { ToolArguments, wrongArgument } from './read-arguments.ts';
import { findRecalled, ID_FORMS, messageId, parseRecallId, type Recalled, type RecallPlace } from './recall-id.ts';
import { RECALLED_NOTE } from './recalled.ts';
import { MIN_RESULT_TOKENS, onBoundary, resultCapTokens, resultTokens } from './result-size.ts';
import { summaryLine } from './summary-line.ts';
import type { ToolContext } from './tool-context.ts';
import { toolSchema } from './tool-schema.ts';

/** Tokens of one answer unless more is asked for: a page is read at a time, not the history. */
const DEFAULT_MAX_TOKENS = 4_000;
/** More than this is not worth asking for: what the window has free decides. */
const LARGEST_MAX_TOKENS = 1_000_000;
/** What stands around the messages in an answer, in tokens. */
const FRAME_TOKENS = 200;

const NAMES = ['id', 'cursor', 'max_tokens'] as const;

/** `lcm_expand`: what was said, word for word. */
export function expandTool(context: ToolContext): EngineTool {
  return {
    name: 'lcm_expand',
    description:
      'Read the original messages under a summary, or one message, word for word, oldest first. Long answers come in pages: go on with the cursor of the last line.',
    parameters: PARAMETERS,
    execute: async (input, { signal }) => {
      const given = new ToolArguments(input, NAMES);
      const id = parseRecallId(given.raw('id'));
      const cursor = given.text('cursor');
      const wanted = given.integer('max_tokens', { min: 1, max: LARGEST_MAX_TOKENS }) ?? DEFAULT_MAX_TOKENS;
      const from = cursor === undefined ? undefined : parseCursor(cursor);
      const store = await untilAborted(signal, context.store());
      const place = { context, store, signal };
      const target = await findRecalled(id, place);
      const start = await startOf(target, { from, cursor, place });
      const capTokens = resultCapTokens(context, wanted);
      const page = await fillPage(entriesFrom(target, { from: start, place }), {
        from: start,
        maxTokens: capTokens - FRAME_TOKENS,
        tokensOf: (block) => resultTokens(context, block),
      });
      return [headOf(target), RECALLED_NOTE, ...page.blocks, lastLine(target, page, capTokens)].join('\n');
    },
  };
}

/** A place as the text that the next call sends. */
export function expandCursor({ entry, offset }: ExpandPlace): string {
  return `${messageId(entry)}@${offset}`;
}

function parseCursor(cursor: string): ExpandPlace {
  const [, entry, offset] = /^msg_(\d{1,15})@(\d{1,15})$/i.exec(cursor) ?? [];
  if (entry === undefined || offset === undefined) throw wrongCursor(cursor, 'that is not how cursors look');
  return { entry: Number(entry), offset: Number(offset) };
}

function wrongCursor(cursor: unknown, why: string): Error {
  return wrongArgument(
    'cursor',
    cursor,
    `the cursor of an earlier answer for the same id, such as msg_12@3400, or none; ${why}`,
  );
}

interface Start {
  readonly from: ExpandPlace | undefined;
  readonly cursor: string | undefined;
  readonly place: RecallPlace;
}

/** The place of a cursor, if it is one under the id, within its message and not inside a pair of surrogates. */
async function startOf(target: Recalled, { from, cursor, place }: Start): Promise<ExpandPlace | undefined> {
  if (from === undefined) return undefined;
  const entry = await entryAt(target, from.entry, place);
  if (entry === undefined) throw wrongCursor(cursor, `${messageId(from.entry)} is not under that id`);
  const text = messageText(entry);
  if (from.offset > text.length) throw wrongCursor(cursor, `that message has ${text.length} characters`);
  return { entry: from.entry, offset: onBoundary(text, from.offset) };
}

async function entryAt(target: Recalled, entry: number, place: RecallPlace): Promise<StoredEntry | undefined> {
  if (target.kind === 'message') return target.entry.id === entry ? target.entry : undefined;
  const { store, signal } = place;
  const found = await untilAborted(signal, store.summaryEntries(target.summary.id, { after: entry - 1, limit: 1 }));
  return found.find(({ id }) => id === entry);
}

async function* entriesFrom(
  target: Recalled,
  { from, place: { store, signal } }: Pick<Start, 'from' | 'place'>,
): AsyncGenerator<StoredEntry> {
  if (target.kind === 'message') yield target.entry;
  else yield* entriesUnder(store, { id: target.summary.id, after: from === undefined ? 0 : from.entry - 1, signal });
}

function headOf(target: Recalled): string {
  return target.kind === 'message'
    ? messageId(target.entry.id)
    : `${summaryLine(target.summary)}, ${target.summary.entryCount} messages, ${target.summary.sourceTokens} tokens`;
}

function lastLine(target: Recalled, { next }: ExpandPage, capTokens: number): string {
  const id = target.kind === 'message' ? messageId(target.entry.id) : target.summary.id;
  if (next !== undefined) {
    const cut = `This page ends at ${capTokens} tokens; there is more.`;
    return `${cut}\nNext: lcm_expand id="${id}" cursor="${expandCursor(next)}"`;
  }
  return `This is the end of ${id}.\nNext: nothing more to read here; lcm_grep finds other places.`;
}

const PARAMETERS = toolSchema(
  {
    id: { type: 'string', description: `What to read: ${ID_FORMS}.` },
    cursor: { type: 'string', description: 'Cursor of the last answer for this id, to go on there.' },
    max_tokens: {
      type: 'integer',
      description: `Most tokens of the answer, from ${MIN_RESULT_TOKENS}. Default ${DEFAULT_MAX_TOKENS}; never more than a quarter of the free window.`,
    },
  },
  ['id'],
);

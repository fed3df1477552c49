import type { FakeResponsesBehaviour } from './fake-responses-behaviour.ts';
import { type ResponsesQuestion, responseOf } from './fake-responses-output.ts';
import { isRecord } from './is-record.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a stream says when it is cut: long enough for some pieces. */
const INTERRUPTED = { kind: 'reply', text: 'The beginning of an answer that does not come to its end.' } as const;
const PIECE_CHARS = 20;

/** The events of a stream, up to its end or to the point where it stops, and what happens then. */
export interface ResponsesStream {
  readonly events: readonly Json[];
  readonly end: 'finished' | 'silence' | 'break';
}

/** What a streamed request gets. */
export function streamOf(
  played: Exclude<FakeResponsesBehaviour, { readonly kind: 'status' }>,
  id: string,
  question: ResponsesQuestion,
): ResponsesStream {
  const opening = { type: 'response.created', response: { id, status: 'in_progress', output: [] } };
  switch (played.kind) {
    case 'reply':
      return { events: numbered([opening, ...eventsOf(responseOf(played, id, question))]), end: 'finished' };
    case 'hang':
    case 'cut': {
      const events = numbered([opening, ...eventsOf(responseOf(INTERRUPTED, id, question))]);
      const { kind, afterEvents = kind === 'hang' ? 1 : 4 } = played;
      return { events: events.slice(0, afterEvents), end: kind === 'hang' ? 'silence' : 'break' };
    }
    case 'failed':
      return {
        events: numbered([opening, { type: 'response.failed', response: failedResponse(played, id) }]),
        end: 'finished',
      };
    case 'stream-error': {
      const { code, message, param = null } = played;
      return { events: numbered([opening, { type: 'error', code, message, param }]), end: 'finished' };
    }
  }
}

/** A response that failed. */
export function failedResponse(
  { code, message }: { readonly code: string; readonly message: string },
  id: string,
): Json {
  return { id, object: 'response', status: 'failed', error: { code, message }, output: [], usage: null };
}

function eventsOf(response: Json): readonly Json[] {
  const output = Array.isArray(response['output']) ? response['output'].filter(isRecord) : [];
  const type = response['status'] === 'incomplete' ? 'response.incomplete' : 'response.completed';
  return [{ type: 'response.in_progress' }, ...output.flatMap(itemEvents), { type, response }];
}

function itemEvents(item: Json, index: number): readonly Json[] {
  const place = { output_index: index, item_id: item['id'] };
  return [
    { type: 'response.output_item.added', output_index: index, item: { ...item, status: 'in_progress' } },
    ...piecesOf(textOf(item['summary'])).map((delta) => {
      return { type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0, delta };
    }),
    ...piecesOf(textOf(item['content'])).map((delta) => {
      return { type: 'response.output_text.delta', ...place, content_index: 0, delta };
    }),
    ...piecesOf(item['arguments']).map((delta) => {
      return { type: 'response.function_call_arguments.delta', ...place, delta };
    }),
    { type: 'response.output_item.done', output_index: index, item },
  ];
}

function textOf(parts: unknown): unknown {
  const [part] = Array.isArray(parts) ? parts : [];
  return isRecord(part) ? part['text'] : undefined;
}

function piecesOf(text: unknown): readonly string[] {
  if (typeof text !== 'string') return [];
  const count = Math.ceil(text.length / PIECE_CHARS);
  return Array.from({ length: count }, (_, at) => text.slice(at * PIECE_CHARS, (at + 1) * PIECE_CHARS));
}

function numbered(events: readonly Json[]): readonly Json[] {
  return events.map((event, index) => ({ ...event, sequence_number: index }));
}

import type { Message } from '@hermes-context/contract';
import { describeValue, quoteName } from '../describe-value.ts';
import { isMessage } from '../is-message.ts';
import type { Notes } from '../notes.ts';
import type { Place } from '../place.ts';
import { TranscriptShapeError } from '../transcript-shape-error.ts';
import { isWireList, isWireObject, type WireObject, withoutKeys } from '../wire-value.ts';
import type { LegacyFunctions } from './legacy-functions.ts';
import { readCalls } from './read-calls.ts';
import { readContent } from './read-content.ts';

/** What is known while the messages of one conversation are read in order. */
export interface ChatReading {
  readonly notes: Notes;
  readonly legacy: LegacyFunctions;
}

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

/**
 * One message as it is, or brought into shape where a log bends the form. What is in shape comes back as the same
 * object.
 *
 * @throws TranscriptShapeError for what no message can be.
 */
export function readChatMessage(element: unknown, place: Place, reading: ChatReading): Message {
  if (!isWireObject(element)) throw notAMessage(element, place);
  if (element['role'] === undefined) throw notAMessage(element, place);
  const role = readRole(element['role'], place);
  const changes = new Changes(element);
  changes.set('content', readContentOf(element, place, reading.notes));
  readSideFields(changes, element, reading.notes);
  if (role === 'assistant') readAssistant(changes, element, { place, reading });
  if (role === 'tool') changes.set('tool_call_id', readResultId(element, reading.notes));
  if (role === 'developer') readDeveloper(changes);
  if (role === 'function') readFunctionResult(changes, reading.legacy);
  const message = changes.result();
  if (!isMessage(message)) throw notAMessage(element, place);
  return message;
}

/** Collects what differs from the element, so that an element in shape is not copied. */
class Changes {
  readonly #element: WireObject;
  readonly #set = new Map<string, unknown>();
  readonly #dropped: string[] = [];

  constructor(element: WireObject) {
    this.#element = element;
  }

  set(key: string, value: unknown): void {
    if (this.#element[key] !== value || !(key in this.#element)) this.#set.set(key, value);
  }

  drop(key: string): void {
    if (key in this.#element) this.#dropped.push(key);
  }

  result(): WireObject {
    if (this.#set.size === 0 && this.#dropped.length === 0) return this.#element;
    return { ...withoutKeys(this.#element, this.#dropped), ...Object.fromEntries(this.#set) };
  }
}

function readRole(role: unknown, place: Place): string {
  if (typeof role === 'string' && ROLES.includes(role)) return role;
  throw new TranscriptShapeError({
    place: [...place, 'role'],
    found: typeof role === 'string' ? quoteName(role) : describeValue(role),
    expected: `one of ${ROLES.join(', ')}`,
    fix: 'Give the message one of these roles, or remove the entry if it is no message.',
  });
}

function readContentOf(element: WireObject, place: Place, notes: Notes): unknown {
  const { role, content } = element;
  // An assistant message that is calls alone may have no content at all.
  if (content === undefined && role === 'assistant') return null;
  if (content !== undefined || role === 'user' || role === 'system' || role === 'developer') {
    return readContent(content, [...place, 'content'], notes);
  }
  notes.add('tool result without content, read as an empty one');
  return '';
}

function readSideFields(changes: Changes, element: WireObject, notes: Notes): void {
  if ('_context' in element) {
    // Side data says what may be dropped and what is a summary. A file must not be able to say that.
    notes.add('"_context" in a message, not read');
    changes.drop('_context');
  }
  if (typeof element['name'] !== 'string') changes.drop('name');
  if (!isWireObject(element['metadata'])) changes.drop('metadata');
}

interface AssistantReading {
  readonly place: Place;
  readonly reading: ChatReading;
}

function readAssistant(changes: Changes, element: WireObject, { place, reading }: AssistantReading): void {
  readReasoning(changes, element['reasoning_content'], reading.notes);
  const { tool_calls: calls, function_call: called } = element;
  const hasCalls = calls !== undefined && calls !== null && !(isWireList(calls) && calls.length === 0);
  changes.drop('function_call');
  if (hasCalls) {
    changes.set('tool_calls', readCalls(calls, [...place, 'tool_calls'], reading.notes));
  } else if (called !== undefined && called !== null) {
    changes.drop('tool_calls');
    changes.set('tool_calls', [reading.legacy.readCall(called, [...place, 'function_call'])]);
  } else {
    changes.drop('tool_calls');
  }
}

function readReasoning(changes: Changes, reasoning: unknown, notes: Notes): void {
  if (typeof reasoning === 'string' || reasoning === undefined) return;
  changes.drop('reasoning_content');
  if (reasoning === null) return;
  notes.add('reasoning that is no text, read as JSON text');
  changes.set('reasoning_content', JSON.stringify(reasoning));
}

function readResultId(element: WireObject, notes: Notes): string {
  const id = element['tool_call_id'];
  if (typeof id === 'string') return id;
  notes.add('tool result without "tool_call_id"');
  return typeof id === 'number' ? String(id) : '';
}

function readDeveloper(changes: Changes): void {
  changes.set('role', 'system');
  changes.set('_context', { wire: { format: 'openai-chat', parts: [], role: 'developer' } });
}

function readFunctionResult(changes: Changes, legacy: LegacyFunctions): void {
  changes.set('role', 'tool');
  changes.set('tool_call_id', legacy.takeOpenId());
}

function notAMessage(element: unknown, place: Place): TranscriptShapeError {
  return new TranscriptShapeError({
    place,
    found: describeValue(element),
    expected: 'a message, as an object with "role" and "content"',
    fix: 'Remove the entry, or write it as a message.',
  });
}

import type { ToolCall } from '@hermes-context/contract';
import type { Notes } from '../notes.ts';
import type { Place } from '../place.ts';
import { isWireList, isWireObject } from '../wire-value.ts';
import { readCalled } from './read-calls.ts';

/** Whether an element has the old form: a result of role `function`, or an answer with one `function_call`. */
export function isLegacy(element: unknown): boolean {
  if (!isWireObject(element)) return false;
  const calls = element['tool_calls'];
  const hasCalls = isWireList(calls) && calls.length > 0;
  return element['role'] === 'function' || (isWireObject(element['function_call']) && !hasCalls);
}

/**
 * Turns the old form of calls, `function_call` and role `function`, into calls with ids. The old form has no ids: a
 * result answers the call in front of it, so the ids made here count the calls, the same for the same file. An id that
 * the file has already is passed over: part of it may have been written in the new form before.
 */
export class LegacyFunctions {
  readonly #notes: Notes;
  readonly #elements: readonly unknown[];
  /** Ids that occur in the file. Collected when the first old call turns up: most files have none. */
  #takenIds: ReadonlySet<unknown> | undefined;
  /** The newest call that has no result yet. */
  #open: ToolCall | undefined;
  #callCount = 0;

  constructor(elements: readonly unknown[], notes: Notes) {
    this.#elements = elements;
    this.#notes = notes;
  }

  /** @throws TranscriptShapeError */
  readCall(value: unknown, place: Place): ToolCall {
    this.#notes.add('legacy "function_call", read as a call with an id; written in the new form once edited');
    const called = readCalled(value, place, this.#notes);
    this.#open = { id: this.#nextId(), type: 'function', function: called };
    return this.#open;
  }

  /** The id that a result of role `function` answers; empty when no call is open, as for any result without its call. */
  takeOpenId(): string {
    this.#notes.add('legacy role "function", read as a tool result; written in the new form once edited');
    const id = this.#open?.id ?? '';
    this.#open = undefined;
    return id;
  }

  #nextId(): string {
    this.#takenIds ??= new Set(this.#elements.flatMap(idsIn));
    do this.#callCount += 1;
    while (this.#takenIds.has(`function_call_${this.#callCount}`));
    return `function_call_${this.#callCount}`;
  }
}

function idsIn(element: unknown): readonly unknown[] {
  const calls = isWireObject(element) ? element['tool_calls'] : undefined;
  return isWireList(calls) ? calls.filter(isWireObject).map((call) => call['id']) : [];
}

import type { ToolCall } from '@hermes-context/contract';
import { describeValue, quoteName } from '../describe-value.ts';
import { isToolCall } from '../is-message.ts';
import type { Notes } from '../notes.ts';
import type { Place } from '../place.ts';
import { holdsRoundedNumber } from '../rounded-numbers.ts';
import { TranscriptShapeError } from '../transcript-shape-error.ts';
import { isWireList, isWireObject, type WireObject } from '../wire-value.ts';

/** The calls of an assistant message, as found or brought into shape. What is in shape comes back as the same object. */
export function readCalls(value: unknown, place: Place, notes: Notes): readonly ToolCall[] {
  if (!isWireList(value)) {
    throw wrong(value, place, { expected: 'a list of calls', fix: 'Make it a list, or leave it out.' });
  }
  if (value.every(isToolCall)) return value;
  return value.map((call, index) => (isToolCall(call) ? call : readCall(call, [...place, index], notes)));
}

function readCall(call: unknown, place: Place, notes: Notes): ToolCall {
  if (!isWireObject(call)) {
    const expected = 'a call, as an object with "id", "type" and "function"';
    throw wrong(call, place, { expected, fix: 'Remove it, or write it as a call.' });
  }
  if (call['type'] === 'custom') return readCustomCall(call, place, notes);
  checkType(call['type'], [...place, 'type']);
  const called = call['function'];
  const fields = readCalled(called, [...place, 'function'], notes);
  return { ...call, id: readId(call['id'], notes), type: 'function', function: fields };
}

/**
 * The name and arguments of a call, brought into shape.
 *
 * @throws TranscriptShapeError
 */
export function readCalled(called: unknown, place: Place, notes: Notes): ToolCall['function'] {
  if (!isWireObject(called) || typeof called['name'] !== 'string') {
    const found = isWireObject(called) ? called['name'] : called;
    const where = isWireObject(called) ? [...place, 'name'] : place;
    throw wrong(found, where, {
      expected: 'the name of the tool that was called',
      fix: 'Name the tool, or remove the call.',
    });
  }
  return {
    ...called,
    name: called['name'],
    arguments: readArguments(called['arguments'], [...place, 'arguments'], notes),
  };
}

function readArguments(value: unknown, place: Place, notes: Notes): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) {
    notes.add('call without arguments, read as {}');
    return '{}';
  }
  if (!isWireObject(value)) {
    const fix = 'Write the arguments as a string that holds a JSON object, such as "{\\"path\\": \\"a.md\\"}".';
    throw wrong(value, place, { expected: 'JSON text, in a string', fix });
  }
  const isRounded = holdsRoundedNumber(value);
  notes.add(
    `arguments as an object, read as JSON text${isRounded ? ', with a number too large to be read exactly' : ''}`,
  );
  return JSON.stringify(value);
}

/** Calls of free-form tools carry text under `input`; it becomes the only argument. */
function readCustomCall(call: WireObject, place: Place, notes: Notes): ToolCall {
  const custom = call['custom'];
  const input = isWireObject(custom) ? custom['input'] : undefined;
  const { name } = readCalled(
    { name: isWireObject(custom) ? custom['name'] : undefined, arguments: '' },
    [...place, 'custom'],
    notes,
  );
  notes.add('call of a custom tool, read as a function with the argument "input"');
  return { id: readId(call['id'], notes), type: 'function', function: { name, arguments: JSON.stringify({ input }) } };
}

function readId(id: unknown, notes: Notes): string {
  if (typeof id === 'string') return id;
  notes.add('call without a text id');
  return typeof id === 'number' ? String(id) : '';
}

function checkType(type: unknown, place: Place): void {
  if (type === undefined || type === null || type === 'function') return;
  const found = typeof type === 'string' ? quoteName(type) : describeValue(type);
  throw new TranscriptShapeError({ place, found, expected: '"function"', fix: 'Write the call as a function call.' });
}

function wrong(
  value: unknown,
  place: Place,
  { expected, fix }: { readonly expected: string; readonly fix: string },
): TranscriptShapeError {
  return new TranscriptShapeError({ place, found: describeValue(value), expected, fix });
}

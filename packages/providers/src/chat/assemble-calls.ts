import type { ToolCall } from '@hermes-context/contract';
import { isJsonObject } from '@hermes-context/messages';
import { readCount, readField, readText } from './read-field.ts';

/** One element of `tool_calls`, as it arrived: a whole call or a piece of one. */
interface CallPiece {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly argumentsText: string;
}

/** A call while it grows. */
interface OpenCall {
  /** Where it goes among the others. */
  readonly order: number;
  id: string;
  name: string;
  readonly argumentPieces: string[];
}

/**
 * Puts the calls of an answer together from their pieces. `index` says which call a piece belongs to; servers that leave
 * it out, or send 0 for each call, are told by ids, names and by what would follow a finished JSON object.
 */
export class CallAssembler {
  readonly #calls: OpenCall[] = [];
  readonly #newestOfIndex = new Map<number, OpenCall>();

  /** Take in what one delta, or one whole message, has under `tool_calls`. */
  add(elements: readonly unknown[]): void {
    for (const element of elements) this.#addPiece(readPiece(element));
  }

  /** The calls in order, those without a name included. Ids that are missing, or that two calls share, are minted: `call_<n>`. */
  finish(): readonly ToolCall[] {
    const calls = this.#calls.toSorted((left, right) => left.order - right.order);
    const taken = new Set(calls.map(({ id }) => id));
    const used = new Set<string>(['']);
    return calls.map((call, position) => {
      const id = used.has(call.id) ? mintId(position + 1, taken) : call.id;
      used.add(id);
      taken.add(id);
      return { id, type: 'function', function: { name: call.name, arguments: call.argumentPieces.join('') } };
    });
  }

  #addPiece(piece: CallPiece): void {
    const call = this.#findCall(piece) ?? this.#open(piece);
    if (call.id === '') call.id = piece.id; // the first id counts: some servers send another one with each piece
    if (call.name === '') call.name = piece.name;
    else if (piece.name !== call.name && call.argumentPieces.length === 0) call.name += piece.name;
    if (piece.argumentsText !== '') call.argumentPieces.push(piece.argumentsText);
  }

  #findCall(piece: CallPiece): OpenCall | undefined {
    const call =
      piece.index === undefined
        ? (this.#calls.findLast(({ id }) => id !== '' && id === piece.id) ?? this.#calls.at(-1))
        : this.#newestOfIndex.get(piece.index);
    if (call === undefined) return undefined;
    const isAnother = piece.index === undefined ? isAnotherUnnumbered(call, piece) : isAnotherNumbered(call, piece);
    return isAnother ? undefined : call;
  }

  #open(piece: CallPiece): OpenCall {
    const call: OpenCall = { order: piece.index ?? this.#calls.length, id: '', name: '', argumentPieces: [] };
    this.#calls.push(call);
    if (piece.index !== undefined) this.#newestOfIndex.set(piece.index, call);
    return call;
  }
}

/** Whether a piece begins another call under the same index: a second name and a second id say so, one of them does not. */
function isAnotherNumbered(call: OpenCall, piece: CallPiece): boolean {
  return call.name !== '' && piece.name !== '' && haveOtherIds(call, piece);
}

function isAnotherUnnumbered(call: OpenCall, piece: CallPiece): boolean {
  if (haveOtherIds(call, piece)) return true;
  if (call.name === '' || piece.name === '') return false;
  // The name again: of the same call, unless that one is finished and more comes.
  return piece.name !== call.name || (piece.argumentsText !== '' && isFinished(call));
}

function isFinished({ argumentPieces }: OpenCall): boolean {
  // A look at the end first: the whole need not be read at each piece.
  return argumentPieces.at(-1)?.trimEnd().endsWith('}') === true && isJsonObject(argumentPieces.join(''));
}

function haveOtherIds(call: OpenCall, piece: CallPiece): boolean {
  return call.id !== '' && piece.id !== '' && call.id !== piece.id;
}

function readPiece(element: unknown): CallPiece {
  const made = readField(element, 'function');
  return {
    index: readCount(element, 'index'),
    id: readText(element, 'id') ?? '',
    name: readText(made, 'name') ?? '',
    argumentsText: argumentsOf(readField(made, 'arguments')),
  };
}

/** Some servers send the arguments as an object instead of its text. */
function argumentsOf(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  return typeof sent === 'object' && sent !== null ? JSON.stringify(sent) : '';
}

function mintId(start: number, taken: ReadonlySet<string>): string {
  let number = start;
  while (taken.has(`call_${number}`)) number += 1;
  return `call_${number}`;
}

import { JsonSyntaxError, scanJson } from '@hermes-context/messages';
import { ACCEPTED_FORMS } from '../accepted-forms.ts';
import { describeValue } from '../describe-value.ts';
import { EmptyTranscriptError } from '../empty-transcript-error.ts';
import { freezeDeeply } from '../freeze-deeply.ts';
import { TranscriptShapeError } from '../transcript-shape-error.ts';
import { TranscriptSyntaxError } from '../transcript-syntax-error.ts';
import { isWireList, isWireObject, type WireObject } from '../wire-value.ts';
import { looksLikeElement, readJsonLines } from './json-lines.ts';
import { RootLocator } from './root-locator.ts';
import type { TranscriptDocument } from './transcript-document.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Parse a file and find its list of messages or items. Says nothing about the format of what it found.
 *
 * @throws EmptyTranscriptError, TranscriptSyntaxError, TranscriptShapeError
 */
export function readDocument(text: string): TranscriptDocument {
  // The mark is no part of JSON; a space in its place keeps every offset as it was.
  const json = text.startsWith(BYTE_ORDER_MARK) ? ` ${text.slice(1)}` : text;
  if (!/\S/.test(json)) throw new EmptyTranscriptError();
  const root = new RootLocator(json, ['messages', 'input']);
  const problem = scan(json, root);
  if (problem !== undefined) return readAfterProblem({ text, json, root, problem });
  const value = freezeDeeply<unknown>(JSON.parse(json), ['$']);
  if (isWireList(value)) return arrayDocument({ text, root, value });
  if (!isWireObject(value)) throw notATranscript(value);
  // A file of one line is JSON Lines when that line is a message and not a whole conversation.
  const isLine = looksLikeElement(value) && !spansLines(json, root);
  return isLine ? readJsonLines(text, json) : objectDocument({ text, root, value });
}

interface Located<Value> {
  readonly text: string;
  readonly root: RootLocator;
  readonly value: Value;
}

function scan(json: string, root: RootLocator): JsonSyntaxError | undefined {
  try {
    scanJson(json, root);
    return undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}

interface Broken {
  readonly text: string;
  readonly json: string;
  readonly root: RootLocator;
  readonly problem: JsonSyntaxError;
}

/** One value a line breaks the grammar of JSON exactly behind its first line. */
function readAfterProblem({ text, json, root, problem }: Broken): TranscriptDocument {
  const { rootEnd } = root;
  const isBehindLine = rootEnd !== undefined && json.slice(rootEnd, problem.offset).includes('\n');
  if (isBehindLine && !spansLines(json, root)) return readJsonLines(text, json);
  const { line, column, expected } = problem;
  throw new TranscriptSyntaxError({ line, column, expected, cause: problem });
}

function spansLines(json: string, { rootStart, rootEnd }: RootLocator): boolean {
  const lineEnd = json.indexOf('\n', rootStart);
  return lineEnd !== -1 && rootEnd !== undefined && lineEnd < rootEnd;
}

function arrayDocument({ text, root, value }: Located<readonly unknown[]>): TranscriptDocument {
  return {
    text,
    container: 'array',
    elements: value,
    spans: root.elements.get('') ?? [],
    list: { start: root.rootStart, end: root.rootEnd ?? text.length },
    members: root.members,
    placeOf: (index) => ['$', index],
  };
}

function objectDocument({ text, root, value }: Located<WireObject>): TranscriptDocument {
  const listKey = listKeyOf(value);
  const list = root.members.get(listKey)?.value;
  if (list === undefined) throw notATranscript(value);
  const held = value[listKey];
  const base = { text, container: 'object', list, root: value, listKey, members: root.members } as const;
  const placeOf = (index: number): readonly [string, number] => [listKey, index];
  if (isWireList(held)) return { ...base, elements: held, spans: root.elements.get(listKey) ?? [], placeOf };
  if (listKey === 'input' && typeof held === 'string') {
    const element = freezeDeeply({ role: 'user', content: held }, ['input']);
    return { ...base, elements: [element], spans: [], placeOf: () => ['input'] };
  }
  throw new TranscriptShapeError({
    place: [listKey],
    found: describeValue(held),
    expected: listKey === 'messages' ? 'a list of messages' : 'a list of items, or a string',
    fix: `Put the conversation into "${listKey}" as a list.`,
  });
}

function listKeyOf(root: WireObject): 'messages' | 'input' {
  if ('messages' in root) return 'messages';
  if ('input' in root) return 'input';
  throw notATranscript(root);
}

function notATranscript(value: unknown): TranscriptShapeError {
  return new TranscriptShapeError({
    place: ['$'],
    found: describeValue(value),
    expected: ACCEPTED_FORMS,
    fix: 'Pass the file with the conversation itself, or wrap its messages as {"messages": [...]}.',
  });
}

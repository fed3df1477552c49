import type { Content, ContentPart } from '@hermes-context/contract';
import { describeValue } from '../describe-value.ts';
import type { Notes } from '../notes.ts';
import type { Place } from '../place.ts';
import { TranscriptShapeError } from '../transcript-shape-error.ts';
import { isWireBlock, isWireList } from '../wire-value.ts';

/** A content, as found or brought into shape. What is in shape comes back as the same object. */
export function readContent(value: unknown, place: Place, notes: Notes): Content {
  if (value === null || typeof value === 'string') return value;
  if (isWireList(value)) return value.every(isWireBlock) ? value : readParts(value, place, notes);
  if (value === undefined) throw missingContent(place);
  // Tools and hosts log objects and numbers here. The model was sent text, so text it becomes.
  notes.add('content that is neither text nor a list, read as JSON text');
  return JSON.stringify(value);
}

function readParts(parts: readonly unknown[], place: Place, notes: Notes): readonly ContentPart[] {
  return parts.map((part, index): ContentPart => {
    if (isWireBlock(part)) return part;
    if (typeof part !== 'string') throw notAPart(part, [...place, index]);
    notes.add('bare string in a list of parts, read as a text part');
    return { type: 'text', text: part };
  });
}

function missingContent(place: Place): TranscriptShapeError {
  return new TranscriptShapeError({
    place,
    found: 'missing',
    expected: 'a string, a list of parts, or null',
    fix: 'Add "content" to the message, or leave the message out.',
  });
}

function notAPart(part: unknown, place: Place): TranscriptShapeError {
  return new TranscriptShapeError({
    place,
    found: describeValue(part),
    expected: 'a part with a "type", such as {"type": "text", "text": "…"}',
    fix: 'Give the part a "type", or make the content a string.',
  });
}

import { EMPTY_PIN_BOOK, type PinBook } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { readPinBook, withPinBook } from './pin-metadata.ts';

const book: PinBook = {
  pins: [
    { id: 'pin_1', kind: 'approval', origin: 'user', messageId: 's:2', text: 'yes', question: 'May I?' },
    { id: 'pin_2', kind: 'host', origin: 'host', text: 'Port 8081.', isManual: true },
  ],
  removed: ['pin_3'],
  superseded: ['pin_4'],
  isBegun: true,
  readThrough: { sessionId: 's', sequence: 7 },
};

describe('pins in the metadata of a session', () => {
  it('come back as they were kept, beside whatever else is there', () => {
    const metadata = withPinBook({ metadata: { mine: 1, _host: {} } }, book);
    expect(metadata).toMatchObject({ mine: 1, _host: {} });
    expect(readPinBook({ metadata: JSON.parse(JSON.stringify(metadata)) })).toEqual(book);
  });

  it.each([
    [undefined],
    [7],
    [[]],
    [{ pins: 'no', removed: [7, ''], superseded: {}, readThrough: { sessionId: 's', sequence: -1 } }],
    [{ pins: [null, { id: 'x', kind: 'goal' }, { id: 'x', kind: 'rule', text: 't' }, { kind: 'goal', text: 't' }] }],
  ])('count as none where they are not as a host writes them: %j', (kept) => {
    expect(readPinBook({ metadata: { _pins: kept } })).toEqual(EMPTY_PIN_BOOK);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from './stem.ts';

const FAMILIES: readonly (readonly string[])[] = [
  ['compact', 'compacts', 'compacted', 'compacting'],
  ['connect', 'connection', 'connections', 'connected', 'connecting', 'connective'],
  ['retry', 'retries', 'retried'],
  ['cache', 'caches', 'cached', 'caching'],
  ['fail', 'fails', 'failed', 'failing'],
  ['relate', 'related', 'relational', 'relation'],
  ['hop', 'hopping', 'hopped'],
  ['stop', 'stopped', 'stopping', 'stops'],
];

describe('the stem of a word', () => {
  it('is the same for the forms of a word', () => {
    for (const family of FAMILIES) expect(new Set(family.map(stem)).size, family.join(' ')).toBe(1);
  });

  it('is what the published description of the algorithm gives', () => {
    const examples =
      `caresses caress ponies poni ties ti cats cat feed feed agreed agre plastered plaster bled bled motoring
      motor sing sing conflated conflat troubled troubl sized size hopping hop tanned tan falling fall hissing hiss fizzed
      fizz failing fail filing file happy happi sky sky relational relat conditional condit rational ration digitizer digit
      operator oper feudalism feudal decisiveness decis hopefulness hope callousness callous formality formal sensitivity
      sensit triplicate triplic formative form formalize formal electrical electr goodness good revival reviv allowance
      allow inference infer airliner airlin adjustable adjust defensible defens irritant irrit replacement replac adjustment
      adjust dependent depend adoption adopt communism commun activate activ effective effect bowdlerize bowdler
      probate probat rate rate cease ceas controlling control rolling roll`.split(/\s+/);
    for (let index = 0; index < examples.length; index += 2)
      expect(stem(examples[index] ?? '')).toBe(examples[index + 1]);
  });

  it('keeps the first two letters, and never grows by more than one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12}(ed|ing|s|ational|ization|ly|ness)?$/), (word) => {
        const form = stem(word);
        expect(form.length).toBeLessThanOrEqual(word.length + 1);
        expect(form.slice(0, 1)).toBe(word.slice(0, 1));
      }),
    );
  });

  it('is the word itself for anything but plain letters', () => {
    for (const word of ['e1042s', 'größes', 'is', 's', '', 'x'.repeat(60)]) expect(stem(word)).toBe(word);
  });
});

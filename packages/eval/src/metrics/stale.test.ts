import { describe, expect, it } from 'vitest';
import { CONVERSATION, ITEMS, seenOf, summarised } from './metrics.fixture.ts';
import { staleIn } from './stale.ts';

const ALL = CONVERSATION.length;

describe('what is shown as current though it is not', () => {
  it('catches an old value without its newer one', () => {
    expect(staleIn(summarised('It listens on port 8443.'), ITEMS, ALL)).toEqual(['superseded-1']);
  });

  it('finds no fault with an old value beside its newer one', () => {
    expect(staleIn(summarised('It listened on port 8443, and on port 9171 now.'), ITEMS, ALL)).toEqual([]);
    expect(staleIn(seenOf(CONVERSATION), ITEMS, ALL)).toEqual([]);
  });

  it('finds no fault with a value that was not superseded yet', () => {
    expect(staleIn(summarised('It listens on port 8443.'), ITEMS, 5)).toEqual([]);
  });

  it('catches a finished request among what is open, and not among what is done', () => {
    expect(staleIn(summarised('## Next Steps\n- rename the helper'), ITEMS, ALL)).toEqual(['finished-1']);
    expect(staleIn(summarised('TODO: rename the helper'), ITEMS, ALL)).toEqual(['finished-1']);
    expect(staleIn(summarised('## Next Steps\n(none)\n## Done\n- rename the helper'), ITEMS, ALL)).toEqual([]);
  });
});

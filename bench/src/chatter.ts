import type { Message } from '@hermes-context/contract';

const SYLLABLES = [
  'ba',
  'ko',
  'ri',
  'ten',
  'mol',
  'sha',
  'vi',
  'dor',
  'lun',
  'pex',
  'gra',
  'zum',
  'que',
  'nor',
  'tal',
  'wes',
];
const WORDS = 20_000;
const MESSAGE_CHARS = 1_000;

/**
 * Messages of about 1 KB, all different, without end and the same in every run: words of a made-up language, a few of
 * which are frequent and most of which are rare, as in any text.
 */
export function* chatter(): Generator<Message> {
  const random = seeded(7);
  const words = Array.from({ length: WORDS }, (_, index) => wordOf(index, random));
  for (let count = 0; ; count += 1) {
    let content = '';
    while (content.length < MESSAGE_CHARS) content += `${words[Math.floor(random() ** 3 * WORDS)]} `;
    yield { role: count % 2 === 0 ? 'user' : 'assistant', content };
  }
}

function wordOf(index: number, random: () => number): string {
  const syllables = Array.from(
    { length: 2 + Math.floor(random() * 3) },
    () => SYLLABLES[Math.floor(random() * SYLLABLES.length)],
  );
  return `${syllables.join('')}${index % 7 === 0 ? index : ''}`;
}

/** Numbers from 0 to 1 by Mulberry32: small, and even enough for words. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

import type { ContentPart } from '@hermes-context/contract';
import type { Draft } from '../generate/draft.ts';
import type { Voice } from '../generate/voice.ts';
import type { Fill } from '../generate/writer.ts';
import { adviceText } from '../material/small-talk.ts';
import type { Random } from '../random.ts';
import { preferences } from './preferences.ts';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The first bytes of every PNG file, in base64. */
const PNG_START = 'iVBORw0KGgoAAAANSUhEUgAA';
/** As long as the simulators of caches take for data and not for text. */
const PICTURE_CHARS = 2_400;

/** Nothing that a viewer would open: only its beginning is that of a picture. */
function picture(random: Random): ContentPart {
  const data = `${PNG_START}${random.letters(BASE64, PICTURE_CHARS)}`;
  return { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } };
}

/** A picture to look at, a description in many words, at times a page about it. */
function episode(draft: Draft, fill: Fill, bulk: number): void {
  const { random } = draft;
  if (bulk > 0) {
    const count = random.int(1, bulk);
    const pictures = Array.from({ length: count }, () => picture(random));
    draft.user([{ type: 'text', text: fill(random.pick(REQUESTS)) }, ...pictures]);
  }
  if (random.chance(0.4) || bulk === 0) {
    const path = `scans/page-${random.int(100, 999)}.txt`;
    const result = adviceText(random, 5 + 10 * bulk);
    draft.play([{ name: 'read_file', arguments: { path }, result, file: { path, action: 'read' } }]);
  }
  if (bulk > 0) draft.say(adviceText(random, 4));
}

const REQUESTS = [
  'What is this, and where might it have been taken?',
  'Is that {place} in the background?',
  'Read me what stands on the sign in the middle.',
  'Which of these would you put on the invitation?',
  'The light is odd here. What would you change?',
];

/** Pictures and scanned pages: much size in few words. */
export const pictures: Voice = {
  ...preferences,
  episode,
  attach: (random) => (random.chance(0.4) ? [picture(random)] : []),
  system:
    'You help to sort the pictures and papers of a family. Describe what you see, say when you cannot read something, and keep the user’s names for things. Tools: read_file, write_file, web_extract, terminal.',
  goals: [
    [
      'Sort the {int:200-900} pictures of the island years into one album that tells the story.',
      'sort pictures album story|album',
    ],
    ['And find the one on which the boat {code:4} is seen from behind.', 'boat seen from behind|boat'],
  ],
  constraints: [
    [
      'No picture of the twins goes into anything that leaves the house, list {digits:4}.',
      'no picture twins leaves house|twins',
    ],
    ['The captions must have at most {int:8-20} words each.', 'captions at most words|captions'],
    ['Never crop a picture from before 19{int:20-60}.', 'never crop picture before|crop'],
    ['Scans of letters from box {int:10-90} are not to be read aloud or quoted.', 'scans letters box quoted|letters'],
    ['The originals in folder orig-{hex:5} must not be changed.', 'originals folder not changed|originals'],
  ],
  identifiers: [
    ['The sign on the third picture says [[Pier {digits:4}]].', 'sign third picture|sign'],
    ['On the back of the portrait stands [[No. {digits:6}]].', 'back of the portrait|portrait'],
    ['The number plate of the old car reads [[{code:3} {digits:4}]].', 'number plate old car|plate'],
    ['The album sheet is called [[sheet-{hex:6}]].', 'album sheet called|sheet'],
    ['The stamp on the letter is of [[issue {digits:5}]].', 'stamp on the letter|stamp'],
  ],
  closing: 'Now put it together: what is the album about, and what may not be in it?',
};

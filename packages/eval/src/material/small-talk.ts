import type { Random } from '../random.ts';

const OPENINGS = [
  'On the whole',
  'As far as I can tell',
  'From what people report',
  'In most years',
  'To be honest',
  'If the weather holds',
];
const SUBJECTS = [
  'the coast road',
  'the old town',
  'the market hall',
  'the night train',
  'the small museum',
  'the ferry',
  'the lake path',
  'the mountain hut',
  'the bakery by the bridge',
  'the botanical garden',
];
const VERDICTS = [
  'is worth an early start',
  'is better on a weekday',
  'needs a booking weeks ahead',
  'is closed after the first snow',
  'is quieter than its name suggests',
  'has become dearer than it was',
  'is best seen from the water',
  'takes longer than the leaflet says',
];
const REASONS = [
  'because the groups come before noon',
  'since the new bridge is open',
  'as families go there on Sundays',
  'now that the season is over',
  'because it faces west',
  'since they changed the timetable',
];
const EXTRAS = [
  'Take something warm with you.',
  'The tickets can be had at the kiosk.',
  'A second pair of shoes does no harm.',
  'Children pay half.',
  'There is shade on the way back.',
  'The last way home is at dusk.',
  'Cash is still the surest.',
  'Dogs are welcome on a lead.',
];

/** A paragraph of friendly advice, so many sentences long. */
export function adviceText(random: Random, sentenceCount: number): string {
  return Array.from({ length: sentenceCount }, () =>
    random.chance(0.3)
      ? random.pick(EXTRAS)
      : `${random.pick(OPENINGS)}, ${random.pick(SUBJECTS)} ${random.pick(VERDICTS)}, ${random.pick(REASONS)}.`,
  ).join(' ');
}

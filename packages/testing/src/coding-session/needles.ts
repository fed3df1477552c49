import { seeded } from './seeded.ts';
import { NOUNS } from './vocabulary.ts';

/** A fact that a session mentions once, for a test that asks whether it is still known, or at least found. */
export interface Needle {
  /** The turn that mentions it, counted from 1 as the user's messages count. */
  readonly turn: number;
  /** Who mentions it: the user's message, the result of a tool, or the model's closing answer. */
  readonly from: 'user' | 'tool' | 'assistant';
  /** A path or an error code that stands nowhere else in the session. */
  readonly text: string;
}

const PERIOD_TURNS = 24;
const NUMBER_CHARS = 6;
const SOURCES: Readonly<Record<number, Needle['from']>> = { 3: 'user', 11: 'tool', 19: 'assistant' };

/** The fact of a turn, where it has one: three turns of twenty-four do. */
export function needleOf(seed: number, turn: number): Needle | undefined {
  const from = SOURCES[turn % PERIOD_TURNS];
  if (from === undefined) return undefined;
  const random = seeded(seed, 'needle', turn);
  const noun = random.pick(NOUNS);
  // The turn in it keeps two of them apart; a fixed length, or one could begin as another does.
  const number = String(turn * 100 + random.below(100)).padStart(NUMBER_CHARS, '0');
  const text = from === 'tool' ? `E_${noun.toUpperCase()}_${number}` : `/srv/${noun}/${from}-${number}.toml`;
  return { turn, from, text };
}

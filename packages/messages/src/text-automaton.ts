import { CHARACTER_CLASSES, type CharacterClass } from './character-classes.ts';
import type { TokenWeights } from './token-weights.ts';

/** What a scan remembers of the units behind it. */
interface State {
  readonly kind: 'start' | 'blank' | 'line' | 'mark' | 'digit' | 'small' | 'capital' | 'han' | 'symbol' | 'lead';
  /** How many units of the kind in a row, up to where it matters; marks: see `MARK_COUNTS`. */
  readonly count: number;
}

/** One step of a scan: the features that it counts, and what it leaves behind. */
interface Step {
  readonly counts: readonly (keyof TokenWeights)[];
  readonly next: State;
}

interface Situation {
  readonly from: State;
  readonly unit: CharacterClass;
  /** Whether the unit is the same as the one before it. */
  readonly isSame: boolean;
}

/** The steps of a scan as tables: index = state, plus class of the unit, plus {@link sameOffset} where it repeats the one before. */
export interface TextAutomaton {
  /** Tokens of each step. */
  readonly costs: Float64Array;
  /** State after each step, as an offset into both tables. The scan starts in 0. */
  readonly nexts: Uint16Array;
  readonly sameOffset: number;
}

const MEDIUM_WORD_LETTERS = 5;
const LONG_WORD_LETTERS = 10;
const DIGITS_PER_GROUP = 3;

const START: State = { kind: 'start', count: 0 };
/** A mark that is alone so far may join the word behind it; the count says how well. 0: a run, or behind a blank. */
const MARK_COUNTS = { mark: 1, control: 1, glue: 2, slash: 3 } as const;
const MARK_RUN: State = { kind: 'mark', count: 0 };

const MAX_COUNTS: Readonly<Record<State['kind'], number>> = {
  start: 0,
  blank: 2,
  line: 0,
  mark: 3,
  digit: DIGITS_PER_GROUP,
  small: LONG_WORD_LETTERS + 1,
  capital: LONG_WORD_LETTERS + 1,
  han: 0,
  symbol: 0,
  lead: 0,
};

/** Tables for one set of weights. */
export function createTextAutomaton(weights: TokenWeights): TextAutomaton {
  const states = allStates();
  const offsets = new Map(states.map((state, index) => [nameOf(state), index * CHARACTER_CLASSES.length]));
  const sameOffset = states.length * CHARACTER_CLASSES.length;
  const costs = new Float64Array(2 * sameOffset);
  const nexts = new Uint16Array(2 * sameOffset);
  let index = 0;
  for (const isSame of [false, true]) {
    for (const from of states) {
      for (const unit of CHARACTER_CLASSES) {
        const { counts, next } = stepOf({ from, unit, isSame });
        costs[index] = counts.reduce((tokens, feature) => tokens + weights[feature], 0);
        nexts[index] = offsets.get(nameOf(next)) ?? 0;
        index += 1;
      }
    }
  }
  return { costs, nexts, sameOffset };
}

function allStates(): readonly State[] {
  const kinds = Object.keys(MAX_COUNTS).filter(isStateKind);
  return kinds.flatMap((kind) => Array.from({ length: MAX_COUNTS[kind] + 1 }, (_, count) => ({ kind, count })));
}

function isStateKind(name: string): name is State['kind'] {
  return name in MAX_COUNTS;
}

const nameOf = ({ kind, count }: State): string => `${kind} ${count}`;

function stepOf(situation: Situation): Step {
  switch (situation.unit) {
    case 'small':
    case 'smallRare':
    case 'capital':
    case 'capitalRare':
    case 'latin':
      return letterStep(situation);
    case 'digit':
      return digitStep(situation);
    case 'space':
      return spaceStep(situation);
    case 'lineBreak':
      return { counts: lineBreakCounts(situation.from), next: { kind: 'line', count: 0 } };
    case 'mark':
    case 'glue':
    case 'slash':
    case 'control':
      return markStep(situation.from, situation.unit, situation.isSame);
    case 'trail':
      return { counts: situation.from.kind === 'lead' ? [] : ['other'], next: START };
    default:
      return beyondAsciiStep(situation.from, situation.unit, situation.isSame);
  }
}

function letterStep({ from, unit }: Situation): Step {
  const isCapital = unit === 'capital' || unit === 'capitalRare';
  const kind = isCapital ? 'capital' : 'small';
  const extra = EXTRA_OF_LETTER[unit] ?? [];
  const goesOn = from.kind === 'capital' || (from.kind === 'small' && !isCapital);
  if (!goesOn) return { counts: [wordStart(from), ...extra], next: { kind, count: 1 } };
  const count = Math.min(from.count + 1, MAX_COUNTS[kind]);
  return { counts: [...lengthCounts(count), ...capitalCounts(from, isCapital), ...extra], next: { kind, count } };
}

const EXTRA_OF_LETTER: Readonly<Partial<Record<CharacterClass, readonly (keyof TokenWeights)[]>>> = {
  smallRare: ['rareLetter'],
  capitalRare: ['rareLetter'],
  latin: ['latin'],
};

function wordStart(from: State): keyof TokenWeights {
  if (from.kind === 'blank') return 'wordAfterSpace';
  if (from.kind === 'small') return 'wordAfterWord';
  if (from.kind !== 'mark') return 'wordBare';
  if (from.count === MARK_COUNTS.glue) return 'wordAfterGlue';
  if (from.count === MARK_COUNTS.slash) return 'wordAfterSlash';
  return from.count === MARK_COUNTS.mark ? 'wordAfterMark' : 'wordBare';
}

function lengthCounts(letterCount: number): readonly (keyof TokenWeights)[] {
  if (letterCount > LONG_WORD_LETTERS) return ['letterBeyond10'];
  return letterCount > MEDIUM_WORD_LETTERS ? ['letterBeyond5'] : [];
}

function capitalCounts(from: State, isCapital: boolean): readonly (keyof TokenWeights)[] {
  if (from.kind !== 'capital') return [];
  if (isCapital) return ['capitalAgain'];
  return from.count > 1 ? ['capitalsBeforeSmall'] : [];
}

function digitStep({ from }: Situation): Step {
  if (from.kind === 'digit' && from.count < DIGITS_PER_GROUP) {
    return { counts: [], next: { kind: 'digit', count: from.count + 1 } };
  }
  const blank = from.kind === 'blank' ? (['spaceBeforeDigit'] as const) : [];
  return { counts: ['digitGroup', ...blank], next: { kind: 'digit', count: 1 } };
}

function spaceStep({ from }: Situation): Step {
  if (from.kind !== 'blank') return { counts: [], next: { kind: 'blank', count: 1 } };
  return { counts: from.count === 1 ? ['spaceRun'] : [], next: { kind: 'blank', count: 2 } };
}

function lineBreakCounts(from: State): readonly (keyof TokenWeights)[] {
  if (from.kind === 'line') return [];
  if (from.kind === 'mark') return ['lineBreakAfterMark'];
  return from.kind === 'blank' ? ['lineBreakAfterSpace'] : ['lineBreak'];
}

function markStep(from: State, unit: keyof typeof MARK_COUNTS, isSame: boolean): Step {
  const extra = unit === 'control' ? (['control'] as const) : [];
  if (from.kind === 'mark') return { counts: [isSame ? 'markAgain' : 'markAfterMark', ...extra], next: MARK_RUN };
  const next: State = from.kind === 'blank' ? MARK_RUN : { kind: 'mark', count: MARK_COUNTS[unit] };
  return { counts: ['markRun', ...extra], next };
}

/** Classes whose units cost the same wherever they stand share the name of their feature. */
type FlatClass = Extract<CharacterClass, keyof TokenWeights>;

function beyondAsciiStep(from: State, unit: FlatClass | 'han' | 'emojiLead' | 'astralLead', isSame: boolean): Step {
  if (unit === 'symbol' && from.kind === 'symbol' && isSame) return { counts: ['symbolAgain'], next: from };
  if (unit === 'han' && from.kind === 'han') return { counts: ['hanNext'], next: from };
  const blank = from.kind === 'blank' ? (['spaceBeforeOther'] as const) : [];
  switch (unit) {
    case 'han':
      return { counts: ['hanFirst', ...blank], next: { kind: 'han', count: 0 } };
    case 'emojiLead':
      return { counts: ['emoji', ...blank], next: { kind: 'lead', count: 0 } };
    case 'astralLead':
      return { counts: ['astral', ...blank], next: { kind: 'lead', count: 0 } };
    case 'symbol':
      return { counts: ['symbol', ...blank], next: { kind: 'symbol', count: 0 } };
    default:
      return { counts: [unit, ...blank], next: START };
  }
}

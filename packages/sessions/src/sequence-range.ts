/** Messages of one session by their sequence, half-open: `from` belongs to it, `to` does not. Never empty. */
export interface SequenceRange {
  readonly from: number;
  readonly to: number;
}

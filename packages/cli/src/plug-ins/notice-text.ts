import type { ContextHostError } from '@hermes-context/contract';

/**
 * An error of ours as one line among the warnings of a command: what, then what was done about it, why and fix.
 * Names and paths in it may come from anywhere: nothing in it moves a cursor.
 */
export function noticeText({ explanation }: Pick<ContextHostError, 'explanation'>, remedy?: string): string {
  const { what, why, fix } = explanation;
  // A reason may end in what somebody else's error said, which need not be a sentence.
  const reason = /[.!?…]$/.test(why) ? why : `${why}.`;
  const sentences = remedy === undefined ? [what, reason, fix] : [what, remedy, reason, fix];
  return sentences.join(' ').replace(/[\s\p{Cc}]+/gu, ' ');
}

import type { PromptChange } from './compare-prompts.ts';

/** Where the stable beginning of a conversation ends, as indices of its messages. */
export interface Epoch {
  /** The summary, or the last message that was pruned: what stands before it is not rewritten again soon. */
  readonly epoch?: number;
  /** That of before the last rewrite, where the provider still has it: what the rewriting request can read. */
  readonly previousEpoch?: number;
}

/** Where the epoch is after a change of the prompt. */
export function followEpoch(last: Epoch, change: PromptChange): Epoch {
  switch (change.kind) {
    case 'same':
      return last;
    case 'appended':
      return last.epoch === undefined ? {} : { epoch: last.epoch };
    case 'rewound':
      return last.epoch === undefined || last.epoch >= change.sharedCount ? {} : { epoch: last.epoch };
    case 'rewritten':
      return epochAfterRewrite(last.epoch, change);
  }
}

function epochAfterRewrite(epoch: number | undefined, change: PromptChange): Epoch {
  const { keptStart, rewrittenEnd, sharedCount, isHeadSame } = change;
  // An epoch behind a small rewrite is still the end of what is stable, only at another place.
  const moved = epoch === undefined || epoch < keptStart ? undefined : epoch - keptStart + rewrittenEnd;
  const next = moved ?? rewrittenEnd - 1;
  const isReadable = isHeadSame && epoch !== undefined && epoch < sharedCount && epoch !== next;
  return { ...(next >= 0 ? { epoch: next } : {}), ...(isReadable ? { previousEpoch: epoch } : {}) };
}

import { extractSummary, isBare } from '../extractive-summarizer.ts';
import { type Check, hard, soft } from './finding.ts';
import type { Draft } from './gate-draft.ts';
import type { GateSource } from './gate-source.ts';

/** A budget that any extract has something to say in. */
const AMPLE_TOKENS = 4_000;

/** A summary has sections, and says something in them where there is something to say. */
export const checkStructure: Check = (draft, { source }) => {
  if (saysNothing(draft) && hasMatter(source)) {
    return [hard('structure', 'The summary says nothing: its sections are empty.')];
  }
  return draft.hasHeadings ? [] : [soft('structure', 'The summary has none of the headings that it should have.')];
};

function saysNothing({ text, entries }: Draft): boolean {
  return isBare(text) || entries.every((entry) => !/[\p{L}\p{N}]/u.test(entry.text));
}

function hasMatter({ messages, ...more }: GateSource): boolean {
  return !isBare(extractSummary({ ...more, messages, maxTokens: AMPLE_TOKENS }));
}

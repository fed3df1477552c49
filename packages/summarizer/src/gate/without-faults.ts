import { renderSections, SECTION_NAMES, type SummarySections } from '../summary-sections.ts';
import { inventionsIn } from './check-inventions.ts';
import { foreignMarkup } from './check-markup.ts';
import { promotedOrders } from './check-orders.ts';
import { finishedRequests, isStale } from './check-stale.ts';
import { isOutdated, supersededValues } from './check-superseded.ts';
import { type DraftEntry, readDraft } from './gate-draft.ts';
import type { SourceFacts } from './gate-source.ts';

/** A summary's sections without the entries that are wrong, whole: half an entry may say the opposite. */
export function withoutFaults(sections: SummarySections, facts: SourceFacts): SummarySections {
  const draft = readDraft(renderSections(sections));
  const promoted = new Set(promotedOrders(draft.entries, facts).map(keyOf));
  const changes = supersededValues(facts);
  const finished = finishedRequests(facts);
  const isWrong = (entry: DraftEntry): boolean =>
    promoted.has(keyOf(entry)) ||
    isOutdated(entry, changes) ||
    isStale(entry, draft, finished) ||
    inventionsIn(entry, facts).length > 0 ||
    foreignMarkup(entry.text, facts).length > 0;
  const kept = { ...sections };
  for (const name of SECTION_NAMES) {
    kept[name] = sections[name].filter((text) => !isWrong({ section: name, text }));
  }
  return kept;
}

function keyOf({ section, text }: DraftEntry): string {
  return `${section}\n${text}`;
}

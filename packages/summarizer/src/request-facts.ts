import type { SummaryRequest } from '@hermes-context/contract';
import { truncateText } from '@hermes-context/messages';
import { cleanContent } from './clean-text.ts';
import type { SummaryRecord } from './render-records.ts';

/** Of a carried request, what a model needs to know what the work behind it was for, in characters. */
const REQUEST_MAX_CHARS = 300;

type RequestFacts = Pick<SummaryRequest, 'carried' | 'hasNewerRequest'>;

/** Rules of a prompt that say which requests are outside of the turns; none where all are among them. */
export function rulesOfRequests({ carried = [], hasNewerRequest = false }: RequestFacts): readonly string[] {
  const rules: string[] = [];
  if (carried.length > 0) {
    rules.push(
      'A request that is marked as kept behind the summary stays in view: report the work on it under Progress, and do not repeat it under Goal.',
    );
  }
  if (hasNewerRequest) rules.push('Newer requests follow: do not call any request in these turns the newest.');
  return rules;
}

/** The records with a marker where a carried request stood, as part of the record behind it. */
export function markRequests(records: readonly SummaryRecord[], facts: RequestFacts): readonly SummaryRecord[] {
  const markers = new Map<number, readonly string[]>();
  const { carried = [], hasNewerRequest = false } = facts;
  for (const [index, { message, before }] of carried.entries()) {
    const isNewest = index === carried.length - 1 && !hasNewerRequest;
    const text = truncateText(cleanContent(message.content), REQUEST_MAX_CHARS).replaceAll(/\s+/g, ' ').trim();
    const which = isNewest ? "the user's newest request" : 'a request of the user';
    const marker = `[${which} stood here; it is kept word for word behind the summary: ${JSON.stringify(text)}]`;
    markers.set(before, [...(markers.get(before) ?? []), marker]);
  }
  return records.map((record) => {
    const marker = markers.get(record.index);
    return marker === undefined ? record : { ...record, marker: marker.join('\n') };
  });
}

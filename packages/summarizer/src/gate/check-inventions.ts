import type { SectionName } from '../summary-sections.ts';
import { type Check, hard, named, soft } from './finding.ts';
import type { Draft } from './gate-draft.ts';
import type { SourceFacts } from './gate-source.ts';
import { wordsOf } from './words-of.ts';

/** A path with an extension; a bare file name where a line number or the section tells that it is one. */
const PATH =
  /(?<![\p{L}\p{N}_./\\@…*{}-])(?:[A-Za-z]:)?[./\\~]{0,3}(?:[\w.@+$-]{1,80}[/\\]){1,20}[\w.@+$-]{1,80}\.[A-Za-z]\w{0,5}(?![\w/\\*{}-]|\.\w)/gu;
const PLACE = /(?<![\p{L}\p{N}_./\\@…*{}-])[\w@+-]{1,80}(?:\.[\w-]{1,20}){0,3}\.[A-Za-z]\w{0,5}(?=:\d)/gu;
const FILE_NAME =
  /(?<![\p{L}\p{N}_./\\@…*{}-])[\w@+-]{1,80}(?:\.[\w-]{1,20}){0,3}\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|c|cc|cpp|h|hpp|cs|swift|sh|sql|json|ya?ml|toml|md|txt|html|css|scss|vue|xml|csv|lock|ini|cfg|conf)(?![\w/\\*{}-]|\.\w)/gu;
/** Words that were cut, or masked. */
const CUT = /\S{0,400}(?:…|REDACTED)\S{0,400}/g;
const ADDRESS = /https?:\/\/[^\s"'`<>)\]}，。；、）」]{4,300}/gu;
const ID =
  /(?<![\w-])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=[0-9a-f]{0,63}\d)(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{7,64})(?![\w-])/giu;

/** One that only the summary speaks of sends the assistant looking for what is not there. */
export const checkInventions: Check = (draft, facts) => {
  const found = draft.entries.map((entry) => ({ entry, invented: inventionsIn(entry, facts) }));
  const invented = [...new Set(found.flatMap((each) => each.invented))];
  if (invented.length === 0) return [];
  const detail = `The summary names what the conversation does not: ${named(invented)}.`;
  const isActedOn = found.some(({ entry, invented: { length } }) => length > 0 && ACTED_ON.includes(entry.section));
  const namedCount = new Set(draft.entries.flatMap(({ text, section }) => namesIn(text, section))).size;
  const isRare = invented.length <= namedCount * RARE_SHARE;
  return [isActedOn || !isRare ? hard('invented', detail) : soft('invented', detail)];
};

/** Where the assistant looks for what to open next. */
const ACTED_ON: readonly SectionName[] = ['Goal', 'In Progress', 'Blocked', 'Relevant Files', 'Next Steps'];

/** Elsewhere, one name among so many may be from something that was never recorded. */
const RARE_SHARE = 0.05;

/** Paths, addresses, hashes and ids of an entry that stand nowhere in the source. */
export function inventionsIn({ section, text }: Draft['entries'][number], facts: SourceFacts): readonly string[] {
  return namesIn(text, section).filter((name) => !isKnown(name, facts));
}

function namesIn(text: string, section: SectionName): readonly string[] {
  const whole = text.replaceAll(CUT, ' ');
  const rest = whole.replaceAll(ADDRESS, ' ');
  return [
    ...(whole.match(ADDRESS) ?? []).map((address) => address.replace(/[.,:;!?*_~]{1,5}$/, '')),
    ...(rest.match(PATH) ?? []),
    ...(rest.match(PLACE) ?? []),
    ...(section === 'Relevant Files' ? (rest.match(FILE_NAME) ?? []) : []),
    ...(rest.match(ID) ?? []),
  ];
}

/** All its parts are spoken of: folders are named apart from their files where somebody changed to them. */
function isKnown(name: string, facts: SourceFacts): boolean {
  const parts = name.split(/[/\\]/).flatMap((part) => wordsOf(part));
  return parts.every((part) => facts.vocabulary.has(part)) || isShortId(name, facts);
}

/** Hashes are shortened. */
function isShortId(name: string, { texts }: SourceFacts): boolean {
  if (!/^[0-9a-f-]+$/i.test(name)) return false;
  const small = name.toLowerCase();
  return texts.some(({ text }) => text.includes(small) || text.includes(name));
}

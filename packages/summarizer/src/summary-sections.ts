/** Names of the sections that a summary has, in order. The three of `## Progress` are its `###` headings. */
export const SECTION_NAMES = [
  'Goal',
  'Constraints & Preferences',
  'Done',
  'In Progress',
  'Blocked',
  'Key Decisions',
  'Relevant Files',
  'Next Steps',
  'Critical Context',
] as const;

/** Name of a section without the heading's `#` characters. */
export type SectionName = (typeof SECTION_NAMES)[number];

/** Every heading line of a summary, in order, `## Progress` above its three parts. English in every language. */
export const SUMMARY_HEADINGS = [
  '## Goal',
  '## Constraints & Preferences',
  '## Progress',
  '### Done',
  '### In Progress',
  '### Blocked',
  '## Key Decisions',
  '## Relevant Files',
  '## Next Steps',
  '## Critical Context',
] as const;

/** What each section says: one entry a bullet, without its `- `. A section with nothing to say is an empty list. */
export type SummarySections = Readonly<Record<SectionName, readonly string[]>>;

// Headings that other compaction tools write for the same idea, so that their summaries are carried along in place.
const HEADING_ALIASES: Readonly<Record<string, SectionName>> = {
  objective: 'Goal',
  'active task': 'Goal',
  'primary request and intent': 'Goal',
  constraints: 'Constraints & Preferences',
  preferences: 'Constraints & Preferences',
  'constraints and preferences': 'Constraints & Preferences',
  completed: 'Done',
  'completed actions': 'Done',
  progress: 'Done',
  'active state': 'In Progress',
  'current work': 'In Progress',
  'resolved questions': 'Done',
  decisions: 'Key Decisions',
  files: 'Relevant Files',
  'files and code sections': 'Relevant Files',
  'remaining work': 'Next Steps',
  'pending tasks': 'Next Steps',
  errors: 'Critical Context',
};

const SECTION_OF_HEADING: ReadonlyMap<string, SectionName> = new Map([
  ...Object.entries(HEADING_ALIASES),
  ...SECTION_NAMES.map((name) => [name.toLowerCase(), name] as const),
]);

const HEADING_LINE = /^(#{1,6})[ \t]+(.+)$/;
/** A longer line that starts with `#` is text: no heading of anybody's is this long. */
const HEADING_MAX_CHARS = 160;
const BULLET_LINE = /^ ?(?:[-*+•]|\d{1,4}[.)])[ \t]+/;
const FENCE_LINE = /^[ \t]*(?:```|~~~)/;
const NOTHING =
  /^[(（[_*]*(?:none|nothing|n\/a|null|keine?s?|nichts|无|無|暂无|なし|없음|aucune?|rien|ninguno|ninguna|nada|нет|nenhum|nenhuma)[\s.)）\]_*。]*$/i;

/** No section says anything. */
export const EMPTY_SECTIONS: SummarySections = {
  Goal: [],
  'Constraints & Preferences': [],
  Done: [],
  'In Progress': [],
  Blocked: [],
  'Key Decisions': [],
  'Relevant Files': [],
  'Next Steps': [],
  'Critical Context': [],
};

/**
 * The entries of a summary by section, from our own Markdown or another tool's.
 * Text in front of the first heading, or under a top heading that is not ours, lands in `Critical Context`:
 * nothing is dropped except entries that say "none". Linear in the text.
 */
export function parseSections(text: string): SummarySections {
  const entries = new Map<SectionName, string[]>(SECTION_NAMES.map((name) => [name, []]));
  const reader: Reader = { section: 'Critical Context', inFence: false, open: false };
  const lines = text.split('\n');
  // A code block that never ends was cut off; it must not swallow the headings behind it.
  const hasFences = lines.filter((line) => FENCE_LINE.test(line)).length % 2 === 0;
  for (const line of lines) readLine(line.trimEnd(), { reader, entries, hasFences });
  const said = (name: SectionName): readonly string[] =>
    (entries.get(name) ?? []).filter((entry) => !NOTHING.test(entry));
  return {
    Goal: said('Goal'),
    'Constraints & Preferences': said('Constraints & Preferences'),
    Done: said('Done'),
    'In Progress': said('In Progress'),
    Blocked: said('Blocked'),
    'Key Decisions': said('Key Decisions'),
    'Relevant Files': said('Relevant Files'),
    'Next Steps': said('Next Steps'),
    'Critical Context': said('Critical Context'),
  };
}

/**
 * A summary's Markdown: every heading of {@link SUMMARY_HEADINGS} in order, entries as bullets below them.
 *
 * @param nothing - What a section without entries says, such as `(none)`. Absent: its heading stands alone.
 */
export function renderSections(sections: SummarySections, nothing?: string): string {
  const lines: string[] = [];
  for (const heading of SUMMARY_HEADINGS) {
    if (heading.startsWith('## ') && lines.length > 0) lines.push('');
    lines.push(heading);
    const name = SECTION_OF_HEADING.get(heading.replace(/^#+ /, '').toLowerCase());
    if (name === undefined || heading === '## Progress') continue;
    const bullets = sections[name].map(bullet);
    if (bullets.length === 0 && nothing !== undefined) bullets.push(bullet(nothing));
    lines.push(...bullets);
  }
  return lines.join('\n');
}

/** A heading line of a summary. */
export interface SectionHeading {
  /** Index of its line. */
  readonly line: number;
  /** The section that it opens; absent for a heading of the writer's own. */
  readonly section: SectionName | undefined;
}

/** The heading lines of a summary, in order, as {@link parseSections} sees them. Linear in the text. */
export function readHeadings(text: string): readonly SectionHeading[] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const hasFences = lines.filter((line) => FENCE_LINE.test(line)).length % 2 === 0;
  const headings: SectionHeading[] = [];
  let inFence = false;
  for (const [line, content] of lines.entries()) {
    const heading = inFence ? undefined : headingOf(content);
    if (heading !== undefined) headings.push({ line, section: SECTION_OF_HEADING.get(heading.title.toLowerCase()) });
    if (hasFences && FENCE_LINE.test(content)) inFence = !inFence;
  }
  return headings;
}

/** Whether a line of a summary is an entry that says "none". */
export function saysNothing(line: string): boolean {
  const entry = line.trim().replace(BULLET_LINE, '');
  return entry !== '' && NOTHING.test(entry);
}

interface Reader {
  section: SectionName;
  inFence: boolean;
  /** Whether the next plain line continues the last entry. */
  open: boolean;
}

interface Reading {
  readonly reader: Reader;
  readonly entries: ReadonlyMap<SectionName, string[]>;
  /** Whether code blocks are told from text. */
  readonly hasFences: boolean;
}

function readLine(line: string, { reader, entries, hasFences }: Reading): void {
  const heading = reader.inFence ? undefined : headingOf(line);
  if (heading === undefined) readText(line, reader, entries.get(reader.section) ?? []);
  else readHeading(heading, reader, entries);
  if (hasFences && FENCE_LINE.test(line)) reader.inFence = !reader.inFence;
}

function readText(line: string, reader: Reader, list: string[]): void {
  if (reader.inFence) extend(line, reader, list);
  else if (line === '') reader.open = false;
  else if (BULLET_LINE.test(line)) open(line.replace(BULLET_LINE, ''), reader, list);
  else if (reader.open || /^\s/.test(line)) extend(line, reader, list);
  else open(line, reader, list);
}

function readHeading(heading: Heading, reader: Reader, entries: ReadonlyMap<SectionName, string[]>): void {
  const known = SECTION_OF_HEADING.get(heading.title.toLowerCase());
  reader.open = false;
  if (known !== undefined) {
    reader.section = known;
    return;
  }
  // A lower heading of the writer's own divides a section; a top one leaves it.
  if (heading.level <= 2) reader.section = 'Critical Context';
  entries.get(reader.section)?.push(`${heading.title}:`);
}

interface Heading {
  readonly level: number;
  readonly title: string;
}

function headingOf(line: string): Heading | undefined {
  if (line.length > HEADING_MAX_CHARS) return undefined;
  const [, marks, rest] = HEADING_LINE.exec(line) ?? [];
  if (marks === undefined || rest === undefined) return undefined;
  const title = rest
    .replaceAll('*', '')
    .trim()
    .replace(/^\d{1,2}[.)] +/, '')
    .replace(/[:#\s]+$/, '');
  return { level: marks.length, title };
}

function open(text: string, reader: Reader, list: string[]): void {
  list.push(text);
  reader.open = true;
}

function extend(line: string, reader: Reader, list: string[]): void {
  const last = list.pop();
  list.push(last === undefined ? line.trimStart() : `${last}\n${line}`);
  reader.open = true;
}

function bullet(entry: string): string {
  const [first = '', ...more] = entry.split('\n');
  return [`- ${first}`, ...more.map((line) => (/^\s|^$/.test(line) ? line : `  ${line}`))].join('\n');
}

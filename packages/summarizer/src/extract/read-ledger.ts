import { type Ledger, mergeLedgers, parseLedger, unifyPaths } from '@hermes-context/messages';
import type { SectionName, SummarySections } from '../summary-sections.ts';
import { isAbsolute } from './root-folder.ts';
import { ALL_WORDS } from './words.ts';

/** Sections that hold lines of the ledger. */
const LEDGER_SECTIONS = ['Relevant Files', 'Done'] as const satisfies readonly SectionName[];

/** The ledger in a summary, and the summary without it. */
export interface CarriedLedger {
  readonly ledger: Ledger;
  /** The sections without the lines of the ledger. */
  readonly rest: SummarySections;
}

/** The ledger that a summary carries in its sections, in any language, its paths whole. */
export function readLedger(sections: SummarySections): CarriedLedger {
  const files = sections['Relevant Files'];
  const root = files.map(rootOfLine).find((path) => path !== undefined);
  const lines = files.filter((line) => rootOfLine(line) === undefined);
  const inFiles = parseLedger(lines, ALL_WORDS);
  const inDone = parseLedger(sections.Done);
  const whole = inFiles.ledger.files.map((entry) => ({ ...entry, path: wholePath(entry.path, root) }));
  const [filesName, doneName] = LEDGER_SECTIONS;
  return {
    ledger: mergeLedgers({ ...inFiles.ledger, files: whole }, inDone.ledger),
    rest: { ...sections, [filesName]: inFiles.other, [doneName]: inDone.other },
  };
}

/** What happened before and since, every file under one name. */
export function joinLedgers(previous: Ledger, own: Ledger): Ledger {
  return unifyPaths(mergeLedgers(previous, own));
}

function wholePath(path: string, root: string | undefined): string {
  if (root === undefined || isAbsolute(path)) return path;
  return path.startsWith('./') ? path.slice('./'.length) : root + path;
}

/** The folder that a line says paths are below; `undefined` for any other line. */
export function rootOfLine(line: string): string | undefined {
  for (const words of ALL_WORDS) {
    const [before = '', behind = ''] = words.root.split('{path}');
    if (line.startsWith(before) && line.endsWith(behind)) return line.slice(before.length, line.length - behind.length);
  }
  return undefined;
}

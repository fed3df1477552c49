import { redactSecrets, truncateText, wellFormed } from '@hermes-context/messages';
import type { Exploration, Explorer, Finding, Material } from './exploration.ts';
import { exploreCode } from './explore-code.ts';
import { exploreCsv } from './explore-csv.ts';
import { exploreJson } from './explore-json.ts';
import { exploreLog, exploreOutput } from './explore-log.ts';
import { exploreMarkup } from './explore-markup.ts';
import { exploreProse } from './explore-prose.ts';
import { exploreSql } from './explore-sql.ts';
import { charsOf, counted, fitLines } from './note-lines.ts';
import { redactLines } from './redact-lines.ts';
import { type StrippedLines, stripNumbering } from './strip-numbering.ts';

export type { Exploration } from './exploration.ts';

/** Default length of a note: about 400 tokens, so that a page of notes does not take the place that moving a text freed. */
const MAX_CHARS = 1600;
/** Kept for the first line, which carries kind and sizes. */
const HEAD_CHARS = 120;
/** The first that knows the text describes it. */
const EXPLORERS: readonly Explorer[] = [exploreJson, exploreCsv, exploreLog, exploreSql, exploreCode, exploreMarkup];
/** Tools whose results are terminal output when nothing else is known of them. */
const TERMINAL_TOOL = /bash|shell|terminal|exec|command|process/i;
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;?]*[A-Za-z]`, 'g');

/** What is known of a text besides its words. */
export interface ExploreOptions {
  /** The tool that a text is the result of. Only decides where the text itself does not. */
  readonly tool?: string;
  /** What the note may reach, in UTF-16 units. Default 1,600; below some 300 only the first line and a bit stand. */
  readonly maxChars?: number;
}

/**
 * What kind of text a long tool result or message is, and its shape: for a model that has to decide whether to look into
 * a text that was moved out of its window, and where. Pure, linear in the text, never throws. Line numbers count the
 * lines of the text as given, from 1, also where it is a listing with numbers of its own.
 */
export function exploreText(text: string, options: ExploreOptions = {}): Exploration {
  const maxChars = options.maxChars ?? MAX_CHARS;
  const { lines: rawLines, numbers } = readLines(text);
  const lines = redactLines(rawLines);
  const roomChars = Math.max(0, maxChars - HEAD_CHARS);
  const finding = explore({ text: lines.join('\n'), lines, roomChars }, options.tool);
  const listing = numbers === undefined ? '' : `, a listing of lines ${numbers.first} to ${numbers.last}`;
  const size = `${counted(text.length, 'character')}, ${counted(lines.length, 'line')}`;
  const head = `${finding.title}, ${size}${listing}`;
  const body = charsOf(finding.lines) <= roomChars ? finding.lines : fitLines(finding.lines, roomChars);
  return { kind: finding.kind, note: truncateText(redactSecrets([head, ...body].join('\n')), maxChars) };
}

function readLines(text: string): StrippedLines {
  const plain = wellFormed(text).replaceAll(COLOUR, '');
  return stripNumbering(plain.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)));
}

function explore(material: Material, tool: string | undefined): Finding {
  for (const explorer of EXPLORERS) {
    const finding = explorer(material);
    if (finding !== undefined) return finding;
  }
  return tool !== undefined && TERMINAL_TOOL.test(tool) ? exploreOutput(material) : exploreProse(material);
}

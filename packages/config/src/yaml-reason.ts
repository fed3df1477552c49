import type { YAMLError } from 'yaml';

/** Why a text is not YAML, for a person who does not know the grammar, and what to do. */
export interface YamlReason {
  readonly rule: string;
  readonly fix: string;
}

const FIX_QUOTES = 'Put the whole value in single quotes.';
const FIX_INDENT = 'Line the keys of one section up under each other, two spaces in from the section.';

const REASONS: Partial<Record<YAMLError['code'], YamlReason>> = {
  TAB_AS_INDENT: {
    rule: 'The line is indented with a tab, and YAML takes spaces only.',
    fix: 'Replace the tab with spaces.',
  },
  BAD_INDENT: {
    rule: 'The indentation does not fit the lines above, or a bracket above was never closed.',
    fix: FIX_INDENT,
  },
  BLOCK_AS_IMPLICIT_KEY: {
    rule: 'A second "key:" stands on one line.',
    fix: 'Put each key on a line of its own, or the value in quotes if the colon belongs to it.',
  },
  MULTILINE_IMPLICIT_KEY: {
    rule: 'A key stops at the end of its line, but no colon follows.',
    fix: 'Write a colon behind the key: "compression:".',
  },
  BAD_SCALAR_START: { rule: 'The value starts with a character that means something else in YAML.', fix: FIX_QUOTES },
  BAD_DQ_ESCAPE: { rule: 'In double quotes a backslash starts an escape, and this is none.', fix: FIX_QUOTES },
  MISSING_CHAR: { rule: 'A quote or bracket that was opened above is never closed.', fix: 'Close it.' },
  MULTIPLE_DOCS: {
    rule: 'A line "---" starts a second document, and only one is read.',
    fix: 'Remove the line "---".',
  },
  RESOURCE_EXHAUSTION: { rule: 'Its lists or maps are nested too deeply.', fix: 'Remove the nesting.' },
};

/** The parser's complaint in plain words; its own words where it is a rare one. */
export function yamlReason({ code, message }: YAMLError): YamlReason {
  return (
    REASONS[code] ?? {
      rule: `The parser says: ${message}.`,
      fix: 'Correct the line, or put the value in single quotes.',
    }
  );
}

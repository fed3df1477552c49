import { type Check, hard, soft } from './finding.ts';
import type { SourceFacts } from './gate-source.ts';
import { TEMPLATE_TOKENS } from './tool-markup.ts';

/** A summary holds no call of a tool and no sign of a chat template: both would be read as such. */
export const checkMarkup: Check = ({ text }, facts) => {
  const signs = markupIn(text);
  if (signs.length === 0) return [];
  const foreign = foreignMarkup(text, facts);
  if (foreign.length > 0) return [hard('markup', 'The summary holds markup of tool calls or of a chat template.')];
  return [soft('markup', 'The summary quotes markup of tool calls or of a chat template.')];
};

/** Signs that nobody but the writer of the summary brought up. */
export function foreignMarkup(text: string, { texts }: SourceFacts): readonly string[] {
  return markupIn(text).filter((sign) => !texts.some((each) => each.text.includes(sign)));
}

/** Signs outside of code. */
function markupIn(text: string): readonly string[] {
  const prose = text.replaceAll(/`[^`\n]{1,400}`/g, '');
  return [...new Set(prose.match(TEMPLATE_TOKENS) ?? [])].slice(0, MAX_SIGNS);
}

/** Each is looked for in the whole source. */
const MAX_SIGNS = 8;

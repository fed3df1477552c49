import { estimateTextTokens } from '../estimate-text-tokens.ts';
import { collapse, PIN_KINDS, type Pin } from './pin.ts';
import { PIN_HEADING } from './pin-heading.ts';

const INTRODUCTION =
  'Said by the user, or set by the host; newest first. A newer message outweighs what stands here, and a goal may be reached by now.';

/** What pins are shown in: their block, each pin an item. Empty for no pins. */
export function renderPinBlock(pins: readonly Pin[]): string {
  return pins.length === 0 ? '' : [PIN_HEADING, INTRODUCTION, '', ...pins.map(pinItem)].join('\n');
}

/** What a block takes besides its items, in tokens. */
export const PIN_FRAME_TOKENS = estimateTextTokens(`${PIN_HEADING}\n${INTRODUCTION}\n\n`);

/** One pin as an item of the block; further lines of its text are indented. */
export function pinItem({ kind, origin, text, question }: Pin): string {
  const asked = question === undefined ? '' : `, asked “${collapse(question)}”`;
  return `- ${kind} (${origin})${asked}: ${text.replaceAll(/\r?\n/g, '\n  ')}`;
}

/** Pins in the order in which they get room: goals, what was set by hand, approvals, rules; the newest of each first. */
export function byImportance(pins: readonly Pin[]): readonly Pin[] {
  return PIN_KINDS.flatMap((kind) => pins.filter((pin) => pin.kind === kind).toReversed());
}

/**
 * A text without blocks of pins, ours or forged: what a summary copied is no proof that anybody said it. What stands
 * behind a block stays.
 */
export function withoutBlocks(text: string): string {
  if (!text.includes(PIN_HEADING)) return text;
  const kept: string[] = [];
  let inBlock = false;
  for (const line of text.split('\n')) {
    const wasInBlock = inBlock;
    inBlock = line.trimEnd() === PIN_HEADING || (inBlock && isPartOfBlock(line));
    if (inBlock) continue;
    if (wasInBlock && kept.at(-1)?.trim() !== '') kept.push('');
    kept.push(line);
  }
  return inBlock ? kept.join('\n').trimEnd() : kept.join('\n');
}

function isPartOfBlock(line: string): boolean {
  return line.trim() === '' || line === INTRODUCTION || line.startsWith('- ') || line.startsWith('  ');
}

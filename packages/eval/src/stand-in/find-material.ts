/** Tags that hold more of a prompt than this are the conversation, and what stands outside of them is instruction. */
const MATERIAL_SHARE = 0.3;
const OPENING_TAG = /<([a-z][\w-]{1,40})>/gi;
const MAX_TAGS = 40;

/**
 * The part of a prompt that is to be summarised: the insides of its largest pairs of tags, the earlier summary with them;
 * the whole prompt where there are none.
 */
export function findMaterial(prompt: string): string {
  const insides = pairsIn(prompt);
  const chars = insides.reduce((sum, each) => sum + each.length, 0);
  return chars >= prompt.length * MATERIAL_SHARE ? insides.join('\n\n') : prompt;
}

/** From pair to pair, none inside another. */
function pairsIn(prompt: string): readonly string[] {
  const insides: string[] = [];
  let from = 0;
  for (let tags = 0; tags < MAX_TAGS; tags += 1) {
    OPENING_TAG.lastIndex = from;
    const match = OPENING_TAG.exec(prompt);
    if (match === null) break;
    const start = match.index + match[0].length;
    const end = prompt.lastIndexOf(`</${match[1]}>`);
    if (end > start) insides.push(prompt.slice(start, end));
    from = Math.max(end, start);
  }
  return insides;
}

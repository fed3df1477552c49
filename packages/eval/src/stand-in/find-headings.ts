const HEADING = /^#{1,3} \S/;
const MIN_RUN = 3;
/** Headings further on are those of documents in the conversation. */
const INSTRUCTION_CHARS = 6_000;

/** The headings that a prompt asks a summary to have: a run of them without text between, else those of its instructions. */
export function findHeadings(prompt: string): readonly string[] {
  const lines = prompt.split('\n');
  const run = longestRun(lines);
  if (run.length >= MIN_RUN) return run;
  const early = prompt.slice(0, INSTRUCTION_CHARS).split('\n');
  const told = [...new Set(early.filter((line) => HEADING.test(line)))];
  return told.length >= MIN_RUN ? told : [];
}

function longestRun(lines: readonly string[]): readonly string[] {
  let best: readonly string[] = [];
  let run: string[] = [];
  for (const line of lines) {
    if (HEADING.test(line)) run.push(line.trim());
    else if (line.trim() !== '') run = [];
    if (run.length > best.length) best = [...run];
  }
  return best;
}

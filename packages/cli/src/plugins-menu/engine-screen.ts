import { createProgress } from '../compress/progress.ts';
import { clipText } from '../terminal/display-width.ts';
import { checkEngine } from './check-engine.ts';
import type { EngineEntry } from './engine-entries.ts';
import { engineOptions } from './engine-options.ts';
import type { MenuParts, ScreenEnd } from './menu-parts.ts';
import { problemSentences, toProblem } from './problem.ts';
import { describeChoice, writeEngine } from './write-engine.ts';

/** Narrower than any terminal, so that the line can be taken away again. */
const PROGRESS_COLUMNS = 60;

/** Choose the context engine. What cannot be used is explained, and the question is asked again. */
export async function runEngineScreen(parts: MenuParts): Promise<ScreenEnd> {
  const { prompts, opened } = parts;
  const { engines } = opened.inventory;
  const options = engineOptions(engines);
  let start = String(engines.findIndex(({ isCurrent }) => isCurrent));
  for (;;) {
    const answer = await prompts.ask({
      message: 'Which context engine compresses your conversations?',
      options,
      start,
    });
    if (answer.kind !== 'chosen') return answer.kind;
    start = answer.value;
    const entry = engines[Number(start)];
    if (entry === undefined) continue;
    const end = await choose(entry, parts);
    if (end !== 'back') return end;
  }
}

async function choose(entry: EngineEntry, { opened, prompts, interruption, io }: MenuParts): Promise<ScreenEnd> {
  const unusable = explainUnusable(entry);
  if (unusable !== undefined) {
    prompts.say('error', unusable);
    return 'back';
  }
  const progress = createProgress(io);
  progress.show(clipText(`checking ${entry.name}`, PROGRESS_COLUMNS));
  const checked = await interruption.duringWork(() => checkEngine(entry.name, opened)).finally(() => progress.end());
  if (checked.kind !== 'chosen') return 'interrupted';
  const check = checked.value;
  if (check.kind === 'refused') {
    prompts.say('error', [...problemSentences(toProblem(check.error)), NOTHING_WRITTEN]);
    return 'back';
  }
  const choice = await writeEngine(entry.name, opened, check.warnings);
  prompts.say('success', [...describeChoice(choice), ...choice.warnings]);
  return 'done';
}

const NOTHING_WRITTEN = 'Nothing was written.';

/** What is known to be out of the question without trying it: the name would lead to another place, or nowhere. */
function explainUnusable({ name, health, problem, shadowedBy }: EngineEntry): readonly string[] | undefined {
  if (shadowedBy !== null) {
    return [`This one cannot be chosen: the name ${name} leads to another place that comes first. Choose it there.`];
  }
  if (health !== 'not-found' || problem === null) return undefined;
  return [...problemSentences(problem), NOTHING_WRITTEN];
}

import { createProgress } from '../compress/progress.ts';
import { clipText } from '../terminal/display-width.ts';
import { plainText } from '../terminal/plain-text.ts';
import { checkGeneral, type GeneralCheck, switchOff } from './check-general.ts';
import { generalOptions, switchable } from './general-options.ts';
import type { MenuParts, ScreenEnd } from './menu-parts.ts';
import { problemSentences, toProblem } from './problem.ts';
import { type Switch, switchGeneral } from './switch-general.ts';

/** Narrower than any terminal, so that the line can be taken away again. */
const PROGRESS_COLUMNS = 60;

/** Switch general plug-ins on and off. Only those that were switched are written; one that cannot be used is explained. */
export async function runGeneralScreen(parts: MenuParts): Promise<ScreenEnd> {
  const { prompts, opened } = parts;
  const plugins = switchable(opened.inventory.general);
  if (plugins.length === 0) {
    const folder = plainText(opened.inventory.generalFolder);
    prompts.say('info', [`There are no general plug-ins. Each would be a folder in ${folder}.`]);
    return 'back';
  }
  const before = plugins.filter(({ status }) => status === 'enabled').map(({ name }) => name);
  const options = generalOptions(plugins);
  let chosen: readonly string[] = before;
  for (;;) {
    const answer = await prompts.askMany({ message: 'Which plug-ins are enabled?', options, chosen });
    if (answer.kind !== 'chosen') return answer.kind;
    chosen = answer.value;
    const end = await apply({ before, after: chosen }, parts);
    if (end !== 'back') return end;
  }
}

interface Selection {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** `back` when nothing is left to write, since all that was switched on cannot be used. */
async function apply({ before, after }: Selection, parts: MenuParts): Promise<ScreenEnd> {
  const { prompts, opened } = parts;
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  if (added.length + removed.length === 0) {
    prompts.say('info', ['Nothing was changed.']);
    return 'done';
  }
  const sound = await checkAll(added, parts);
  if (sound === undefined) return 'interrupted';
  const switches: readonly Switch[] = [
    ...sound.map((plugin) => ({ plugin, to: 'on' as const })),
    ...removed.map((plugin) => switchOff(plugin, opened)),
  ];
  if (switches.length === 0) return 'back';
  const { file } = await switchGeneral(switches, opened);
  const words = switches.map(({ plugin, to }) => `${plugin} is ${to === 'on' ? 'enabled' : 'disabled'}`);
  prompts.say('success', [`${words.join(', ')}. Written to ${plainText(file)}.`]);
  return 'done';
}

/** The names that may be switched on; `undefined` when the person stopped it. */
async function checkAll(
  names: readonly string[],
  { prompts, opened, interruption, io }: MenuParts,
): Promise<readonly string[] | undefined> {
  const sound: string[] = [];
  for (const name of names) {
    const progress = createProgress(io);
    progress.show(clipText(`checking ${name}`, PROGRESS_COLUMNS));
    const checked = await interruption.duringWork(() => checkGeneral(name, opened)).finally(() => progress.end());
    if (checked.kind !== 'chosen') return undefined;
    if (tell(checked.value, prompts)) sound.push(name);
  }
  return sound;
}

function tell(check: GeneralCheck, prompts: MenuParts['prompts']): boolean {
  if (check.kind === 'sound') {
    if (check.warnings.length > 0) prompts.say('info', check.warnings);
    return true;
  }
  prompts.say('error', [...problemSentences(toProblem(check.error)), 'It was not enabled.']);
  return false;
}

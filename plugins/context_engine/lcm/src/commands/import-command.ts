import type { EngineCommand, EngineCommandResult, EngineCommandServices } from '@hermes-context/contract';
import { importFile } from './import-file.ts';
import { importSaid } from './import-said.ts';
import { counted, figure, plainLine } from './plain-text.ts';
import { readWords } from './read-words.ts';
import { withStore } from './store-place.ts';
import { quoted, usage } from './usage-problem.ts';

/** `hermes lcm import SESSION` from the host's store, or `--file FILE` from an export. */
export const importCommand: EngineCommand = {
  name: 'import',
  summary: 'take over a session of the host’s store, or an export',
  usage: 'SESSION | --file FILE',
  details: [
    'SESSION is the whole id of a session, as hermes sessions list shows it. All that was ever said in it is stored,',
    'archived and taken back messages too; a second time adds what is new since. With --file, what hermes lcm export',
    'wrote, whole: a store that has the session already stays as it is, and the exit code is 1.',
  ],
  run: async (words, services) => {
    const rules = { command: 'import', arguments: ['SESSION?'], options: { file: 'value' as const } };
    const read = readWords(words, rules);
    if (read.kind === 'wrong') return read.result;
    const [sessionId] = read.arguments;
    const [file] = read.options.get('file') ?? [];
    if (file !== undefined && sessionId === undefined) return importFile(file, services);
    if (sessionId !== undefined && file === undefined) return importSession(sessionId, services);
    return usage(
      file === undefined ? 'Nothing is named to import.' : `Both a session and a file are named: ${quoted(file)}.`,
      'One session of the host’s store is imported, or one file.',
      'Name a session of hermes sessions list, or give --file alone.',
    );
  },
};

async function importSession(sessionId: string, services: EngineCommandServices): Promise<EngineCommandResult> {
  const session = await services.readSession(sessionId);
  if (session === undefined) {
    return usage(
      `There is no session ${quoted(sessionId)}.`,
      'It must be the whole id of a session in the host’s store.',
      'See what there is: hermes sessions list',
    );
  }
  const came = await withStore(services, (store) => importSaid({ sessionId, session, store, services }));
  const { read, added, aside } = came;
  const where =
    aside === 0 ? '' : ` (${figure(aside)} beside what was known: they are found, and not shown as part of it)`;
  const text = `Read ${counted(read, 'message')} of ${plainLine(sessionId)}: ${figure(added)} new${where}, ${figure(read - added)} there already.`;
  return { kind: 'done', text, data: { sessionId, ...came } };
}

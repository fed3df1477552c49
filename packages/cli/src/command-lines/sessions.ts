import { type Command, Option } from 'commander';
import type { SessionsBackupFlags } from '../commands/sessions-backup.ts';
import type { SessionsExportFlags } from '../commands/sessions-export.ts';
import type { SessionsListFlags } from '../commands/sessions-list.ts';
import type { SessionsPinsFlags } from '../commands/sessions-pins.ts';
import type { SessionsSearchFlags } from '../commands/sessions-search.ts';
import type { SessionsShowFlags } from '../commands/sessions-show.ts';
import type { SessionsUndoFlags } from '../commands/sessions-undo.ts';
import type { SessionsFlags } from '../sessions/open-store.ts';
import type { CommandLine } from './command-line.ts';

const SESSIONS_HELP = `
Sessions are kept in $HERMES_HOME/context/state.db (default ~/.hermes). Nothing in them is ever
deleted: a compaction puts messages into the archive, where search finds them, and undo brings
them back.

SESSION is an id, the beginning of one that no other begins with, or a title. A title without its
number (name for name #2, name #3) means the newest of them.

Examples:
  $ hermes sessions list
  $ hermes sessions show 20310520_09 --history     its compactions: what, by whom, how much
  $ hermes sessions show 'Fix the build' --diff 3  what change 3 took out and put in
  $ hermes sessions search 'ENOENT config.yaml' --session 'Fix the build'
  $ hermes sessions undo 'Fix the build'           take back its newest compaction
  $ hermes sessions pins 'Fix the build'           what stays in it word for word
  $ hermes sessions export --all --out all.jsonl

Exit code: 0 done, 1 failed, refused or damaged, 2 wrong usage or input, or no such session.`;

type Parts = Omit<CommandLine, 'program'>;

/** Add `hermes sessions` and its commands. */
export function addSessions({ program, io, done }: CommandLine): void {
  const sessions = program
    .command('sessions')
    .description('what was kept of conversations: list, search, undo, pin, move and check it')
    .addHelpText('after', SESSIONS_HELP);
  addReading(sessions, { io, done });
  addSearching(sessions, { io, done });
  addMoving(sessions, { io, done });
  addChanging(sessions, { io, done });
  addPins(sessions, { io, done });
  addKeeping(sessions, { io, done });
}

function addReading(sessions: Command, { io, done }: Parts): void {
  sessions
    .command('list')
    .description('list sessions, the newest first')
    .option('--all', 'those too that went on under another id')
    .option('--limit <n>', 'sessions to a page, 1 to 1000 (default: 50)')
    .option('--cursor <cursor>', 'go on where a page ended')
    .option('--json', 'print one JSON object')
    .action(async (flags: SessionsListFlags) => {
      const { runSessionsList } = await import('../commands/sessions-list.ts');
      done(await runSessionsList(flags, io));
    });
  sessions
    .command('show')
    .description('show a session: what it is, and its messages, its changes or what one of them did')
    .argument('<session>', 'an id, its beginning, or a title')
    .option('--all', 'archived and hidden messages too, by arrival')
    .option('--limit <n>', 'messages or changes to a page, 1 to 1000 (default: 50)')
    .option('--after <number>', 'messages behind the one of this number')
    .addOption(new Option('--history', 'its changes, the newest first').conflicts(['all', 'after']))
    .addOption(new Option('--cursor <cursor>', 'with --history: go on where a page ended').conflicts(['all', 'after']))
    .addOption(
      new Option('--diff <revisions>', 'what a change took out and put in, such as 3, or 1..3 for several').conflicts([
        'all',
        'after',
        'limit',
        'history',
        'cursor',
      ]),
    )
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: SessionsShowFlags) => {
      const { runSessionsShow } = await import('../commands/sessions-show.ts');
      done(await runSessionsShow(name, flags, io));
    });
}

const SEARCH_HELP = `
text finds words in any order and form, "..." keeps words together, and a term with symbols is
found as written. literal takes the characters as they are, upper and lower case alike. regex takes
the syntax of RE2. A query that begins with a dash goes behind --.

Times need their zone: 2031-05-20T14:30:00Z, or with an offset, +02:00.

Examples:
  $ hermes sessions search 'parser crash'
  $ hermes sessions search 'a.b(c)' --mode literal --role tool --context 2
  $ hermes sessions search 'E[A-Z]{4,}' --mode regex --after 2031-05-20T00:00:00Z
  $ hermes sessions search -- --no-verify`;

function addSearching(sessions: Command, { io, done }: Parts): void {
  sessions
    .command('search')
    .description('search messages, those in the archive too, the newest first')
    .argument('<query>', 'what to look for')
    .option('--mode <mode>', 'text, literal or regex (default: text)')
    .option('--session <session>', 'in this session and those that it goes on from')
    .option('--role <role>', 'system, user, assistant or tool; may be given again', collect)
    .option('--tool <name>', 'calls of this tool, and their results; may be given again', collect)
    .option('--after <time>', 'from this moment on')
    .option('--before <time>', 'up to this moment')
    .option('--hidden', 'messages too that a rewind or an undo took back')
    .option('--context <n>', 'neighbours to show on each side, 0 to 20 (default: 0)')
    .option('--limit <n>', 'hits to a page, 1 to 100 (default: 20)')
    .option('--cursor <cursor>', 'go on where a page ended')
    .option('--json', 'print one JSON object')
    .addHelpText('after', SEARCH_HELP)
    .action(async (query: string, flags: SessionsSearchFlags) => {
      const { runSessionsSearch } = await import('../commands/sessions-search.ts');
      done(await runSessionsSearch(query, flags, io));
    });
}

function addMoving(sessions: Command, { io, done }: Parts): void {
  sessions
    .command('export')
    .description('write everything about a session as JSON Lines, archive and history included')
    .argument('[session]', 'an id, its beginning, or a title')
    .option('--all', 'every session, one after another')
    .option('--out <file>', 'where to write it (default: standard output)')
    .option('--json', 'with --out: print one JSON object; the export is JSON Lines anyway')
    .action(async (name: string | undefined, flags: SessionsExportFlags) => {
      const { runSessionsExport } = await import('../commands/sessions-export.ts');
      done(await runSessionsExport(name, flags, io));
    });
  sessions
    .command('import')
    .description('take over what was exported; again, and nothing happens')
    .argument('<file>', 'of hermes sessions export, or - for standard input')
    .option('--json', 'print one JSON object')
    .action(async (file: string, flags: SessionsFlags) => {
      const { runSessionsImport } = await import('../commands/sessions-import.ts');
      done(await runSessionsImport(file, flags, io));
    });
}

function addChanging(sessions: Command, { io, done }: Parts): void {
  sessions
    .command('undo')
    .description('take back the newest compaction or rewind; what came since stays')
    .argument('<session>', 'an id, its beginning, or a title')
    .option('--to <revision>', 'all changes since this revision of show --history')
    .option('--dry-run', 'only say what would be undone')
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: SessionsUndoFlags) => {
      const { runSessionsUndo } = await import('../commands/sessions-undo.ts');
      done(await runSessionsUndo(name, flags, io));
    });
  sessions
    .command('redo')
    .description('bring back what was undone last')
    .argument('<session>', 'an id, its beginning, or a title')
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: SessionsFlags) => {
      const { runSessionsRedo } = await import('../commands/sessions-redo.ts');
      done(await runSessionsRedo(name, flags, io));
    });
}

const PINS_HELP = `
Pins stay in a session word for word, however often it is compacted: its goal, the rules of the user
and what they allowed, found in the user's own messages, and what was pinned by hand. What a tool,
the model or a quotation says is never pinned. A pin that was removed stays removed.

Kinds: goal, host, user, approval, constraint.

Examples:
  $ hermes sessions pins 'Fix the build'
  $ hermes sessions pins 'Fix the build' --add 'Never push to main.' --kind constraint
  $ hermes sessions pins 'Fix the build' --remove pin_1f3a`;

function addPins(sessions: Command, { io, done }: Parts): void {
  sessions
    .command('pins')
    .description('list what stays in a session word for word; add to it, or remove from it')
    .argument('<session>', 'an id, its beginning, or a title')
    .option('--add <text>', 'pin this text')
    .option('--kind <kind>', 'with --add: what it is (default: user)')
    .addOption(
      new Option('--remove <pin>', 'let go of the pin of this id, or of its beginning').conflicts(['add', 'kind']),
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', PINS_HELP)
    .action(async (name: string, flags: SessionsPinsFlags) => {
      const { runSessionsPins } = await import('../commands/sessions-pins.ts');
      done(await runSessionsPins(name, flags, io));
    });
}

function addKeeping(sessions: Command, { io, done }: Parts): void {
  sessions
    .command('locks')
    .description('list the sessions that somebody holds, and for how long still')
    .option('--json', 'print one JSON object')
    .action(async (flags: SessionsFlags) => {
      const { runSessionsLocks } = await import('../commands/sessions-locks.ts');
      done(await runSessionsLocks(flags, io));
    });
  sessions
    .command('check')
    .description('look the whole store over for damage; nothing is written')
    .option('--json', 'print one JSON object')
    .action(async (flags: SessionsFlags) => {
      const { runSessionsCheck } = await import('../commands/sessions-check.ts');
      done(await runSessionsCheck(flags, io));
    });
  sessions
    .command('backup')
    .description('copy the whole store while others work with it')
    .argument('<file>', 'where to put the copy')
    .option('--force', 'replace the file if there is one')
    .option('--json', 'print one JSON object')
    .action(async (file: string, flags: SessionsBackupFlags) => {
      const { runSessionsBackup } = await import('../commands/sessions-backup.ts');
      done(await runSessionsBackup(file, flags, io));
    });
}

function collect(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

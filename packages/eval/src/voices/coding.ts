import type { Voice } from '../generate/voice.ts';
import { codingEpisode } from './coding-episode.ts';
import { CODING_RUNS } from './coding-runs.ts';

const lists = {
  service: ['ledger', 'payout', 'carrier', 'invoice', 'refund', 'settlement', 'tariff', 'courier'],
  module: ['rounding', 'batching', 'matching', 'closing', 'splitting', 'posting', 'sorting'],
  thing: ['the month-end report', 'the nightly import', 'the refund screen', 'the rate table', 'the parcel labels'],
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
};

/** Changes of a program: edits, test runs, versions of files that supersede each other. */
export const coding: Voice = {
  lists,
  episode: codingEpisode,
  system:
    'You are a careful programmer who works in a repository with tools. Read a file before you change it, run the tests afterwards, and say what you did in one or two sentences. Tools: read_file, write_file, patch, terminal, web_extract.',
  asides: [
    'I will be in a meeting until noon.',
    'This is for {thing}.',
    'The people of the {service} team asked again today.',
    'Take your time with it.',
  ],
  acknowledgements: ['Understood.', 'Good, I keep to that.', 'All right, I go on with the {service} part.', 'Noted.'],
  questions: [
    'How does it look in the {service} part?',
    'Can you check that on your side?',
    'What do you make of the {module}?',
    'Go on with the next step, please.',
  ],
  goals: [
    [
      'Move the month-end closing of the {service} service from floating point to whole cents by {day}',
      'month-end closing whole cents|floating point',
    ],
    [
      'The {service} exports must be reproducible byte for byte from the archive of the year 2{digits:3}',
      'exports reproducible archive|reproducible',
    ],
  ],
  constraints: [
    [
      'Never change a migration that has already run in production, number {digits:4} and below.',
      'migration already run production|migration',
    ],
    [
      'Do not add a dependency to the {service} package without asking me first.',
      'add dependency asking first|dependency',
    ],
    ['All amounts stay in whole cents; a float in the {module} code is a bug.', 'amounts whole cents float bug|cents'],
    [
      'Keep the public types of the {service} client as they are, partners compile against them.',
      'public types client partners|partners',
    ],
    [
      'Tests must run without network, the build machines of shed {digits:3} have none.',
      'tests without network build machines|network',
    ],
    ['Every query in the {service} code has a limit of at most {int:100-900} rows.', 'every query limit rows|rows'],
  ],
  approvals: [
    ['You may drop the table scratch_{hex:5}, and no other one.', 'may drop table scratch|scratch'],
    ['Approved: force-push to the branch spike/{hex:5} is fine.', 'approved force-push branch spike|spike'],
    [
      'Go ahead with regenerating the {service} snapshots in folder snap-{hex:4}.',
      'regenerating snapshots folder|snapshots',
    ],
    ['Yes, you can restart the worker {service}-{digits:3} whenever you need to.', 'can restart worker|restart'],
    ['I allow writing to the bucket drafts-{hex:5} until {day}.', 'allow writing bucket drafts|bucket'],
  ],
  preferences: [
    [
      'I like early returns better than nested conditions, as in rule {digits:3} of our guide.',
      'early returns nested conditions guide|returns',
    ],
    [
      'Commit messages in the imperative, with the ticket BK-{digits:4} in front, suit me best.',
      'commit messages imperative ticket|imperative',
    ],
    [
      'I would rather have three small functions than one of more than {int:20-60} lines.',
      'three small functions lines|functions',
    ],
    ['Please call it a posting and not a booking in the {service} code.', 'posting not booking name|posting'],
    ['For the {module} I prefer a table of cases over a chain of ifs.', 'table of cases chain of ifs|table'],
  ],
  decisions: [
    [
      'I went with a queue per {service} instead of one global lock, because two closings may overlap on {day}.',
      'queue instead global lock closings|lock',
    ],
    [
      'Decision: the {module} uses banker-{hex:4} rounding, since the auditors recompute it that way.',
      'rounding auditors recompute|rounding',
    ],
    [
      'I chose to store rates as text, because {int:12-30} digits do not fit a double.',
      'store rates as text digits|rates',
    ],
    [
      'We read the archive in chunks of {int:200-900} entries, as a whole month does not fit into memory.',
      'archive chunks entries memory|chunks',
    ],
    [
      'The {service} client retries on 409 only, because a 500 may have been booked already.',
      'client retries 409 500 booked|retries',
    ],
  ],
  opens: [
    [
      'Later, not today: the {service} screen still needs a filter by cost centre {digits:4}.',
      'screen filter cost centre|filter',
    ],
    ['Still to do after this: document the {module} in docs/{service}-{hex:4}.md.', 'document later docs|document'],
    [
      'When all else is done, remove the flag legacy_{hex:5} from the {service} settings.',
      'remove flag legacy settings|flag',
    ],
    ['Keep in mind that somebody has to tell the auditors about change {digits:4}.', 'tell auditors change|auditors'],
    ['For next week: measure the import of {int:20-90} thousand entries.', 'measure import thousand entries|measure'],
  ],
  identifiers: [
    ['The failing build of the {service} part is [[bld-{hex:8}]].', 'failing build {service}|build'],
    [
      'Entry with the wrong total: reference [[PST-{digits:7}]], booked by the {service} import.',
      'entry wrong total reference|reference',
    ],
    ['The commit that broke the {module} is [[{hex:10}]].', 'commit broke {module}|commit'],
    ['The staging database of this week answers as [[stg-{hex:7}]].', 'staging database this week|staging'],
    ['Support calls it case [[CS-{digits:6}]], the {service} customer wrote twice.', 'support case customer|support'],
  ],
  numbers: [
    [
      'The import of the {service} archive took [[{digits:4} seconds]] on the old machine.',
      'import archive took old machine|import',
    ],
    ['At its peak the {module} needs [[{digits:4} MB]] of memory.', 'peak memory {module}|peak'],
    ['The totals differ by [[{digits:5} cents]] in the worst month.', 'totals differ worst month|differ'],
    ['There are [[{digits:6} entries]] without an owner in the {service} table.', 'without an owner {service}|owner'],
    ['A full closing reads [[{digits:4} batches]] at present.', 'full closing reads batches|closing'],
  ],
  superseded: [
    [
      'Let the {service} client wait [[{digits:4} ms]] before it gives up.',
      'I was wrong about the time: the {service} client waits [[{digits2:4} ms]] before it gives up.',
      'client wait gives up|wait',
    ],
    [
      'The {service} worker listens on [[port {digits:4}]].',
      'The {service} worker had to move, it listens on [[port {digits2:4}]] now.',
      'worker listens port|listens',
    ],
    [
      'We release as [[version 7.{digits:3}.0]].',
      'The release is called [[version 7.{digits2:3}.0]] after all.',
      'release version called|release',
    ],
    [
      'Name the new table [[tbl_{hex:6}]].',
      'That name is taken, so the new table is [[tbl_{hex2:6}]].',
      'new table name|table',
    ],
    [
      'Round to [[{digits:2} decimal places]] in the {service} report.',
      'The {service} report needs [[{digits2:2} decimal places]] instead.',
      'report decimal places|decimal',
    ],
  ],
  finished: [
    [
      '[[Rename the helper in the {module} so that it says cents-{hex:4}]], please.',
      'The helper is renamed, and its callers with it.',
      'rename helper cents|helper',
    ],
    [
      '[[Add a test for an empty batch of kind {hex:5}]] now.',
      'The test is there and passes.',
      'test empty batch kind|empty',
    ],
    [
      '[[Make the {service} command print the file list-{hex:4} first]].',
      'It prints the list first now.',
      'command print list first|print',
    ],
    [
      '[[Bump the schema comment to revision {digits:4}]] before you go on.',
      'The comment says the new revision.',
      'bump schema comment revision|comment',
    ],
    [
      '[[Remove the dead branch in the {module} for region {hex:4}]].',
      'The dead branch is gone.',
      'remove dead branch region|dead',
    ],
  ],
  ...CODING_RUNS,
  closing: 'Before you go on: what is the plan, and which of my rules apply to it?',
};

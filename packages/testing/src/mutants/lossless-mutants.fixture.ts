import { isRealUser, isSummary } from '@hermes-context/messages';
import { mutantsOf } from './mutant.fixture.ts';
import {
  EMPTY_REPORT,
  forget,
  misreporting,
  spoiling,
  spoilingSummary,
  summarising,
  toy,
} from './sound-engines.fixture.ts';

const LAST_USER = 'keeps the last message of a person word for word';
const SYSTEM = 'keeps the system prompt in front, with all its text';
const REPORT = 'accounts for every message that is gone or rewritten, if it makes a report';
const PINS = 'keeps pinned messages as they are, or leaves the list alone';

export const LOSSLESS_MUTANTS = mutantsOf('P2', [
  [LAST_USER, 'drops it', spoiling((after) => after.toSpliced(after.findLastIndex(isRealUser), 1))],
  [
    LAST_USER,
    'shortens it',
    spoiling((after) => after.with(after.findLastIndex(isRealUser), { role: 'user', content: 'short' })),
  ],
  [
    LAST_USER,
    'writes a note into it',
    spoiling((after) =>
      after.map((each, index) =>
        index === after.findLastIndex(isRealUser) && typeof each.content === 'string'
          ? { ...each, content: `${each.content}\n(Be brief.)` }
          : each,
      ),
    ),
  ],
  ['keeps the newest message, whoever wrote it', 'drops the newest', spoiling((after) => after.slice(0, -1))],
  ['keeps messages in their order', 'reverses them', spoiling((after) => after.toReversed())],
  [
    'keeps messages in their order',
    'moves users to the front',
    spoiling((after) => after.toSorted((one, two) => Number(two.role === 'user') - Number(one.role === 'user'))),
  ],
  [SYSTEM, 'drops it', spoiling((after) => after.filter(({ role }) => role !== 'system'))],
  [
    SYSTEM,
    'rewrites it',
    spoiling((after) => after.map((each) => (each.role === 'system' ? { ...each, content: 'Be nice.' } : each))),
  ],
  [
    SYSTEM,
    'puts its summary in front of it',
    spoilingSummary((after) => [...after.filter(isSummary), ...after.filter((each) => !isSummary(each))]),
  ],
  [PINS, 'does not know of pins', toy(({ pins: _, ...request }) => forget(request))],
  [
    PINS,
    'keeps a copy of what is pinned',
    toy((request) => {
      const outcome = forget(request);
      const pinned = new Set(request.pins?.map((pin) => request.messages[pin]));
      if (outcome.kind === 'unchanged') return outcome;
      return {
        ...outcome,
        messages: outcome.messages.map((each) => (pinned.has(each) ? { ...each, name: 'pin' } : each)),
      };
    }),
  ],
  [REPORT, 'reports nothing', misreporting(() => EMPTY_REPORT)],
  [REPORT, 'forgets one in its report', misreporting((report) => ({ ...report, covered: report.covered.slice(1) }))],
  [
    REPORT,
    'claims to have covered all',
    misreporting((report, { messages }) => ({ ...report, covered: messages.map((_, index) => index) })),
  ],
  [
    REPORT,
    'claims to carry what it dropped',
    misreporting((report) => ({ ...report, carried: report.covered.slice(0, 1) })),
  ],
  [
    REPORT,
    'counts from one',
    misreporting((report) => ({ ...report, covered: report.covered.map((index) => index + 1) })),
  ],
  [
    REPORT,
    'has boundaries outside of the list',
    misreporting((report, { messages }) => ({ ...report, boundaries: { headEnd: 0, tailStart: messages.length + 1 } })),
  ],
  [
    'keeps what is sound of the newest in lists that are broken',
    'drops the last thing a person said',
    toy(async (request, services) => {
      const outcome = await summarising(request, services);
      if (outcome.kind === 'unchanged') return outcome;
      return { ...outcome, messages: outcome.messages.filter((each) => !isRealUser(each)) };
    }),
  ],
]);

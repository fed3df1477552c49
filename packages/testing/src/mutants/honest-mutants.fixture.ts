import type { CompressOutcome, Message } from '@hermes-context/contract';
import { contentText, isSummary, toolCallsOf } from '@hermes-context/messages';
import type { CreateEngine } from '../engine-checks/engine-check.ts';
import { mutantsOf } from './mutant.fixture.ts';
import { forget, spoilingSummary, status, summarising, toy, withMembers } from './sound-engines.fixture.ts';

const NO_SUMMARY = 'keeps its promises, and says so, when no summary can be had';
const FAULTS_IN_A_ROW = 'comes through several faults in a row, and works afterwards';
const REASON = 'gives a reason of the contract where it leaves the list alone';
const BROKEN_LISTS = 'throws nothing at lists that are broken';
const OWN_WORDS = 'puts no words into the mouth of a person';
const STATUS = 'asks where its status says that it asks, if it has a status';
const COUNTS = 'counts its compactions in its status, if it has one';

export const HONEST_MUTANTS = mutantsOf('P4', [
  [REASON, 'makes up a reason', toy(() => ({ kind: 'unchanged', reason: 'tired' as 'ineffective' }))],
  [
    REASON,
    'gives no reason',
    toy((request) => {
      const outcome = forget(request);
      return outcome.kind === 'unchanged' ? ({ kind: 'unchanged' } as CompressOutcome) : outcome;
    }),
  ],
  [
    BROKEN_LISTS,
    'throws on arguments that are not JSON',
    toy((request) => {
      for (const message of request.messages)
        for (const call of toolCallsOf(message)) JSON.parse(call.function.arguments);
      return forget(request);
    }),
  ],
  [
    BROKEN_LISTS,
    'throws where a content is null',
    toy((request) => {
      const total = request.messages.reduce(
        (sum, { role, content }) => sum + (role === 'assistant' ? 0 : (content as string).length),
        0,
      );
      return total < 0 ? { kind: 'unchanged', reason: 'ineffective' } : forget(request);
    }),
  ],
  [
    NO_SUMMARY,
    'throws',
    toy(async (request, services) => {
      const outcome = await summarising(request, services);
      if (outcome.kind === 'unchanged' && outcome.reason === 'summary-failed') throw new Error('no summary');
      return outcome;
    }),
  ],
  [NO_SUMMARY, 'drops the middle and says nothing', toy(silently((request) => forget(request)))],
  [
    NO_SUMMARY,
    'claims that there was nothing to do',
    toy(silently(() => ({ kind: 'unchanged', reason: 'nothing-to-compress' }))),
  ],
  [
    NO_SUMMARY,
    'answers with nothing at all',
    toy(silently(() => ({ kind: 'compressed', messages: [], report: undefined as never }))),
  ],
  [
    NO_SUMMARY,
    'lets a blank summary stand for the history',
    toy((request, services) =>
      summarising(request, { ...services, summarise: async (asked) => orBlank(await services.summarise(asked)) }),
    ),
  ],
  [
    NO_SUMMARY,
    'takes a text that is too long',
    toy(async (request, services) => {
      const size = { ...services, countTokens: () => 1 };
      const outcome = await summarising(request, size);
      return outcome;
    }),
  ],
  [FAULTS_IN_A_ROW, 'breaks down at the third fault', brittle()],
  [
    OWN_WORDS,
    'writes its summary in the name of the user',
    spoilingSummary((after) =>
      after.map((each) => (isSummary(each) ? { role: 'user', content: 'So far: some work was done.' } : each)),
    ),
  ],
  [
    OWN_WORDS,
    'sums up what the user said, as the user',
    spoilingSummary((after) =>
      after.map(
        (each): Message =>
          isSummary(each) ? { role: 'user', content: `I want: ${contentText(each.content).slice(-20)}` } : each,
      ),
    ),
  ],
  [
    'compresses nothing where it says that there is nothing to compress, if it says so',
    'sees nothing',
    withMembers({ hasContentToCompress: () => false }),
  ],
  [STATUS, 'shows another threshold', withMembers({ status: status({ thresholdTokens: 5_000 }) })],
  [COUNTS, 'counts what never was', withMembers({ status: status({ compressionCount: 1 }) })],
  [COUNTS, 'never counts', withMembers({ status: status({ compressionCount: 0 }) })],
]);

/** Does something else where no summary can be had, without a word. */
function silently(instead: (request: Parameters<typeof forget>[0]) => CompressOutcome): Parameters<typeof toy>[0] {
  return async (request, services) => {
    const outcome = await summarising(request, services);
    return outcome.kind === 'unchanged' && outcome.reason === 'summary-failed' ? instead(request) : outcome;
  };
}

type Result = Awaited<ReturnType<Parameters<CreateEngine>[0]['summarise']>>;

/** A failure is one more summary, only without words: the header alone. */
function orBlank(result: Result): Result {
  if (result.kind === 'summary') return result;
  return { kind: 'summary', text: '\u200b', source: 'model', attempts: [], warnings: [] };
}

function brittle(): CreateEngine {
  return (services) => {
    let faultCount = 0;
    return {
      updateFromResponse: () => undefined,
      shouldCompress: (tokens) => tokens >= services.model.contextTokens / 2,
      compress: async (request) => {
        const outcome = await summarising(request, services).catch(() => undefined);
        if (outcome?.kind === 'unchanged' && outcome.reason === 'summary-failed') faultCount += 1;
        if (faultCount > 2) throw new TypeError('circuit is undefined');
        return outcome ?? { kind: 'unchanged', reason: 'summary-failed' };
      },
    };
  };
}

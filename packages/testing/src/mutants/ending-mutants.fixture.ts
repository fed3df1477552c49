import type { CompressOutcome, CompressRequest, EngineServices, Messages } from '@hermes-context/contract';
import { contentText, isRealUser, isSummary } from '@hermes-context/messages';
import type { CreateEngine } from '../engine-checks/engine-check.ts';
import { mutantsOf } from './mutant.fixture.ts';
import { forget, spoiling, spoilingSummary, summarising, toy, withMembers } from './sound-engines.fixture.ts';

const SMALLER = 'makes the list smaller, or leaves it alone';
const FEW_SUMMARIES = 'asks for few summaries, also when none can be had';
const RESTS = 'comes to rest when it is forced again and again';
const TEN = 'stays below the window through ten compactions of a growing conversation';
const PRUNES = 'prunes as honestly as it compresses, and without a model call, if it can prune';

export const ENDING_MUTANTS = mutantsOf('P3', [
  ['asks for no compression of an empty prompt', 'always asks', withMembers({ shouldCompress: () => true })],
  [
    'asks for compression of a prompt that fills the window',
    'never asks',
    withMembers({ shouldCompress: () => false }),
  ],
  [
    'goes on asking as the prompt grows',
    'has a gap',
    withMembers({ shouldCompress: (tokens) => tokens > 4_000 && (tokens < 5_000 || tokens > 6_000) }),
  ],
  [
    'asks no later after a switch to a smaller window, and in time, if it follows switches',
    'asks later in a smaller window',
    fearful(),
  ],
  [
    'asks no later after a switch to a smaller window, and in time, if it follows switches',
    'hears of the switch and does nothing',
    withMembers({ updateModel: () => undefined }),
  ],
  [SMALLER, 'adds a word', spoiling((_, { messages }) => [...messages, { role: 'assistant', content: 'More.' }])],
  [SMALLER, 'gives the same list back as compressed', toy(({ messages }) => ({ kind: 'compressed', messages }))],
  [
    SMALLER,
    'writes a summary longer than what it stands for',
    spoilingSummary((after, { messages }) =>
      after.map((each) => (isSummary(each) ? { ...each, content: contentOf(messages).repeat(3) } : each)),
    ),
  ],
  [
    'shrinks a conversation of several times its window',
    'never compresses',
    toy(() => ({ kind: 'unchanged', reason: 'ineffective' })),
  ],
  [FEW_SUMMARIES, 'asks again until there is a summary', toy(stubborn)],
  [FEW_SUMMARIES, 'refines its summary for ever', toy(refining)],
  [RESTS, 'finds a word to cut each time', toy(({ messages }) => shortenFirst(messages))],
  [RESTS, 'summarises its summary anew each time', toy(neverContent)],
  [TEN, 'keeps every summary it ever made', hoarding()],
  [TEN, 'keeps all that people said', toy(({ messages }) => keepUsers(messages))],
  [TEN, 'gives up after the first compaction', onceOnly()],
  [
    PRUNES,
    'prunes the answer',
    withMembers({ pruneOnly: (messages) => ({ kind: 'compressed', messages: messages.slice(0, 1) }) }),
  ],
  [
    PRUNES,
    'prunes nothing and calls it pruned',
    withMembers({ pruneOnly: (messages) => ({ kind: 'compressed', messages }) }),
  ],
  [PRUNES, 'asks a model to prune', pruningByModel()],
]);

function contentOf(messages: Messages): string {
  return messages.map(({ content }) => contentText(content)).join('\n');
}

/** Waits longer the smaller the window is. */
function fearful(): CreateEngine {
  return ({ model }) => {
    let thresholdTokens = model.contextTokens / 2;
    return {
      updateFromResponse: () => undefined,
      shouldCompress: (tokens) => tokens >= thresholdTokens,
      updateModel: () => {
        thresholdTokens *= 1.5;
      },
      compress: async (request) => forget(request),
    };
  };
}

async function stubborn(request: CompressRequest, services: EngineServices): Promise<CompressOutcome> {
  for (;;) {
    const outcome = await summarising(request, services);
    if (outcome.kind === 'compressed' || outcome.reason !== 'summary-failed') return outcome;
  }
}

async function refining(request: CompressRequest, services: EngineServices): Promise<CompressOutcome> {
  let outcome = await summarising(request, services);
  for (let previous = ''; outcome.kind === 'compressed' && outcome.summary !== `${previous}!`; ) {
    previous = outcome.summary ?? '';
    outcome = await summarising(request, services);
  }
  return outcome;
}

/** Takes a few characters away from the longest answer. */
function shortenFirst(messages: Messages): CompressOutcome {
  const index = messages.findIndex(({ role, content }) => role === 'assistant' && contentText(content).length > 40);
  const message = messages[index];
  if (message === undefined) return forget({ messages, signal: new AbortController().signal });
  const content = contentText(message.content);
  const shorter = content.endsWith(' ') ? content.slice(0, -20) : content.slice(0, -10);
  return { kind: 'compressed', messages: messages.with(index, { role: 'assistant', content: wellFormed(shorter) }) };
}

function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}

/** Each time a little shorter than the last time, without an end in sight. */
async function neverContent(request: CompressRequest, services: EngineServices): Promise<CompressOutcome> {
  const outcome = await summarising(request, services);
  const at = request.messages.findIndex(isSummary);
  const summary = request.messages[at];
  if (outcome.kind === 'compressed' || summary === undefined) return outcome;
  const text = contentText(summary.content);
  const shorter = text.slice(0, Math.max(1, text.length - 12));
  return { kind: 'compressed', messages: request.messages.with(at, { ...summary, role: 'user', content: shorter }) };
}

/** Summaries are never covered: one more of them with every compaction, each longer than the last. */
function hoarding(): CreateEngine {
  return toy((request, services) => {
    const outcome = forget(request);
    if (outcome.kind === 'unchanged') return outcome;
    const earlier = request.messages.filter(isSummary);
    const size = services.model.contextTokens / 3;
    const mark = { kind: 'summary', summary: { source: 'model', coveredCount: 1 } } as const;
    const summary = { role: 'user', content: 'word '.repeat(size), _context: { mark } } as const;
    const systems = outcome.messages.filter(({ role }) => role === 'system');
    const tail = outcome.messages.filter((each) => each.role !== 'system' && !isSummary(each));
    return { kind: 'compressed', messages: [...systems, ...earlier, summary, ...tail] };
  });
}

/** Drops tool traffic of old turns and no word of a person or the model: grows for ever, slowly. */
function keepUsers(messages: Messages): CompressOutcome {
  const start = messages.findLastIndex(isRealUser) - messages.length / 2;
  const after = messages.filter((each, index) => each.role !== 'tool' || index >= start);
  const calls = new Set(after.flatMap((each) => (each.role === 'tool' ? [each.tool_call_id] : [])));
  const kept = after.filter(
    (each) =>
      each.role !== 'assistant' || each.tool_calls === undefined || each.tool_calls.every(({ id }) => calls.has(id)),
  );
  return kept.length === messages.length
    ? { kind: 'unchanged', reason: 'nothing-to-compress' }
    : { kind: 'compressed', messages: kept };
}

function onceOnly(): CreateEngine {
  return (services) => {
    let isDone = false;
    return {
      updateFromResponse: () => undefined,
      shouldCompress: (tokens) => tokens >= services.model.contextTokens / 2,
      compress: async (request) => {
        if (isDone && request.force !== true) return { kind: 'unchanged', reason: 'ineffective' };
        isDone = true;
        return forget(request);
      },
    };
  };
}

function pruningByModel(): CreateEngine {
  return (services) => ({
    updateFromResponse: () => undefined,
    shouldCompress: (tokens) => tokens >= services.model.contextTokens / 2,
    compress: async (request) => forget(request),
    pruneOnly: (messages) => {
      services.summarise({ messages, maxTokens: 10, signal: new AbortController().signal }).catch(() => undefined);
      return { kind: 'unchanged', reason: 'nothing-to-compress' };
    },
  });
}

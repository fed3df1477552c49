import type { ToolCall } from '@hermes-context/contract';
import type { Draft, PlayedCall } from '../generate/draft.ts';
import type { Voice } from '../generate/voice.ts';
import type { Fill } from '../generate/writer.ts';
import { logText } from '../material/log-text.ts';
import type { Random } from '../random.ts';
import { operations } from './operations.ts';

const MAX_WIDTH = 20;
/** Of so many wide messages, one has results that do not come as they should, each time in another way. */
const TROUBLE_EVERY = 4;

const widePlayed = new WeakMap<Draft, number>();

/** Many calls in one message; now and then a result is late, missing or there twice, or a call waits for an approval. */
function episode(draft: Draft, fill: Fill, bulk: number): void {
  const { random } = draft;
  if (bulk > 0) draft.user(fill(random.pick(REQUESTS)));
  const width = bulk === 0 ? 2 : random.int(1, MAX_WIDTH);
  const calls = Array.from({ length: width }, (_, at) => check(random, at, bulk));
  const index = draft.ask(calls, 'I ask all of them at once.');
  const answers = draft.callsAt(index).map((call, at) => ({ call, result: calls[at]?.result ?? '' }));
  const trouble = bulk > 0 ? nextTrouble(draft) : undefined;
  if (trouble !== undefined) trouble(draft, answers);
  else for (const { call, result } of random.shuffled(answers)) draft.answer(call, result);
  if (bulk > 0) draft.say(fill(random.pick(ANSWERS)));
}

function nextTrouble(draft: Draft): Trouble | undefined {
  const played = (widePlayed.get(draft) ?? 0) + 1;
  widePlayed.set(draft, played);
  const isTroubled = played % TROUBLE_EVERY === TROUBLE_EVERY - 1;
  return isTroubled ? TROUBLES[Math.floor(played / TROUBLE_EVERY) % TROUBLES.length] : undefined;
}

interface Answer {
  readonly call: ToolCall;
  readonly result: string;
}

type Trouble = (draft: Draft, answers: readonly Answer[]) => void;

const TROUBLES: readonly Trouble[] = [
  // Missing: the last one never comes.
  (draft, answers) => {
    for (const { call, result } of answers.slice(0, -1)) draft.answer(call, result);
  },
  // Twice: a retry of the host answered again.
  (draft, answers) => {
    for (const { call, result } of [...answers, ...answers.slice(0, 1)]) draft.answer(call, result);
  },
  // Late: the model has gone on, and the person has asked, when the last one comes.
  (draft, answers) => {
    for (const { call, result } of answers.slice(0, -1)) draft.answer(call, result);
    draft.say('One of them is slow, I go on with the others.');
    draft.user('Fine, take what you have.');
    for (const { call, result } of answers.slice(-1)) draft.answer(call, result);
  },
];

function check(random: Random, at: number, bulk: number): PlayedCall {
  const host = `edge-${random.letters('abcdef0123456789', 4)}`;
  return {
    name: 'terminal',
    arguments: { command: `probe ${host} --slot ${at} --round ${random.int(1, 9_999)}` },
    result: logText(random, [host], 2 + 3 * bulk),
  };
}

const REQUESTS = [
  'Probe all edges behind {service} and tell me which one is off.',
  'Ask every host in {zone} for its last minutes.',
  'Same round again, please, all of them.',
  'Check the neighbours of {service} in one go.',
];
const ANSWERS = [
  'All of them answered, and none is off by more than usual.',
  'The edges behind {service} agree with each other.',
  'One was a little late; the others are as before.',
];

/** Wide messages of up to twenty calls, whose results do not always come as they should. */
export const parallel: Voice = {
  ...operations,
  episode,
  system:
    'You watch a fleet of small machines. Ask many of them at once, wait for approvals where the user wants to give them, and report in two sentences. Tools: terminal, read_file, write_file, web_extract.',
  goals: [
    [
      'Find the edge machine of batch {digits:4} that answers with old prices, and take it out.',
      'edge machine old prices|prices',
    ],
    [
      'By the end we need a list of all hosts with firmware below {int:20-60}.{int:10-99}.',
      'list of hosts firmware|firmware',
    ],
  ],
  constraints: [
    ['Never have more than {int:20-40} probes on their way at once.', 'more than probes at once|probes'],
    ['Machines of owner {hex:5} are not ours, leave them alone.', 'machines owner not ours|owner'],
    ['Every reboot needs my word first, form {digits:4}.', 'every reboot needs word|reboot'],
    [
      'Do not probe {zone} between minute {int:10-29} and minute {int:30-59} of an hour.',
      'do not probe between minute|minute',
    ],
    ['A machine that failed {int:3-9} times is out until {person} has seen it.', 'failed times out until|failed'],
  ],
  closing: 'That is enough probing. What do we know, and what did I allow and forbid?',
};

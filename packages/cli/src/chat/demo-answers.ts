import { truncateText } from '@hermes-context/messages';

/** Something the demo can tell, and the words of a question that ask for it. */
interface DemoTopic {
  readonly asks: RegExp;
  readonly title: string;
  readonly text: string;
}

const TOPICS: readonly DemoTopic[] = [
  {
    asks: /who are you|what are you|your name|what is this|\bdemo\b|real model/i,
    title: 'What I am',
    text: 'I am no language model. I am a few fixed answers that come with hermes, so that you can see how it keeps a conversation inside the window without a key, a network or a bill. I recognise some words, I count what you send, and I write at some length, because a window that never fills has nothing to show. To talk with a model: hermes chat --base-url URL --model NAME, for any server that speaks the OpenAI chat protocol, or set OPENAI_API_KEY and give --model alone.',
  },
  {
    asks: /compress|compact|summar|shorten|too long|forget/i,
    title: 'Compaction',
    text: 'When the next request reaches the threshold, half of the window by default, the middle of the conversation is replaced by a summary. The first messages and the newest ones stay word for word. You see one line about it: messages and tokens before and after, what the summary cost, and how to take it back. /compress does it now, /compress TOPIC tells the summary what to dwell on, and /undo brings the original messages back, since they are only put into an archive.',
  },
  {
    asks: /\/?context|window|token|threshold|full|size/i,
    title: 'The window',
    text: 'The window is all that a model reads at once: instructions, tool definitions, your messages, its answers, the results of tools. Mine is small on purpose. /context draws it, each kind of content in a colour of its own, with the free part and the mark at which compaction starts. The figures are those that the provider reported, where it reported any, and estimates otherwise. compression.threshold in the configuration moves the mark: hermes config set compression.threshold 0.7.',
  },
  {
    asks: /undo|redo|take back|archive|lost|recover|delete/i,
    title: 'Nothing is lost',
    text: 'A stored message is never deleted. A compaction only decides which messages the model still reads; the others stay in the session under the same id. /undo takes the newest compaction back and /redo brings it in again, as often as you like. Outside of a chat, hermes sessions show ID --history lists every compaction with what it covered, and hermes sessions search WORD finds text in the archive too.',
  },
  {
    asks: /session|resume|history|search|export|store/i,
    title: 'Sessions',
    text: 'Each chat is a session in a file of your own, context/state.db in the home of hermes. When you leave, the last line says how to come back: hermes chat --resume ID, or a title in place of the id. hermes sessions list shows all of them, hermes sessions search looks through them, hermes sessions export writes one as lines of JSON. /new begins another session without leaving the chat.',
  },
  {
    asks: /engine|plug-?in|lcm|keep-turns|extend/i,
    title: 'Engines',
    text: 'What keeps a conversation inside the window is an engine, and there is more than one. The built-in compressor writes summaries; others keep the last turns or a searchable graph of summaries. hermes plugins opens a menu of those that are installed, hermes chat --engine NAME tries one for this chat, and hermes engine new NAME makes a folder with the beginning of your own, which hermes engine test proves against the contract.',
  },
  {
    asks: /model|endpoint|key|openai|server|url|provider|connect/i,
    title: 'Other models',
    text: 'Any server that speaks the OpenAI chat protocol will do: hermes chat --base-url http://127.0.0.1:11434/v1 --model NAME for one on this machine, or model.base_url and model.default in the configuration for good. The key comes from the environment or from model.api_key. /model NAME changes it in the middle of a chat; the conversation goes along, and what the provider had cached of it is lost, which is said.',
  },
  {
    asks: /config|setting|option|change how/i,
    title: 'Settings',
    text: 'Settings stand in config.yaml. hermes config show prints all that are in force and where each comes from, hermes config set KEY VALUE writes one, hermes config check explains each mistake with its line. The ones that matter most here are compression.threshold, compression.protect_last_n, auxiliary.compression.model for who writes the summaries, and context.engine.',
  },
  {
    asks: /help|command|what can|how do i|slash|key(s|board)/i,
    title: 'Commands',
    text: 'In this chat: /compress, /context, /model, /new, /undo, /redo, /status, /help and /quit. Ctrl-C stops an answer and keeps the session, Ctrl-D leaves. Outside of it: hermes compress FILE shortens a recorded conversation, hermes sessions looks after stored ones, hermes plugins chooses an engine, hermes config reads and writes settings. Each explains itself with --help.',
  },
];

const ENDINGS: readonly string[] = [
  'Try /context now and again after the next answer: the free part shrinks by what both of us have written.',
  'Paste a longer text to fill the window faster; I count it, and keep counting.',
  'Watch for the line that begins with a circled arrow: there the middle of this conversation became a summary.',
  'After a compaction, /context shows the summary as a part of its own, and /undo puts the original messages back.',
  'Leave with /quit and come back with the command that is printed then: nothing of this is gone.',
];

/** How many words of a message the answer repeats. */
const QUOTED_WORDS = 12;
const QUOTED_CHARS = 120;

/** How much it tells at a time while the window has to fill, so that this takes a few turns. */
const TOPICS_AT_FIRST = 6;
/** And once a summary is there, so that not every turn compacts again. */
const TOPICS_AFTERWARDS = 1;

/** Where the conversation stands. */
export interface DemoPlace {
  /** How many messages of the user there are, from 1. */
  readonly turn: number;
  /** Whether a summary stands for a part of the conversation. */
  readonly hasSummary: boolean;
}

/**
 * What the demo says to a message: how it is built, what there is to tell about it, what to try next. Long at first, so
 * that a small window fills within some turns. The same message at the same place gets the same answer.
 */
export function demoAnswer(message: string, { turn, hasSummary }: DemoPlace): string {
  const topics = topicsFor(message, turn).slice(0, hasSummary ? TOPICS_AFTERWARDS : TOPICS_AT_FIRST);
  const told = topics.map(({ title, text }) => `**${title}.** ${text}`);
  return [describeMessage(message, turn), ...told, ENDINGS[turn % ENDINGS.length] ?? ''].join('\n\n');
}

/** Those that the message asks for, then others, which come in turn: what it is first. */
function topicsFor(message: string, turn: number): readonly DemoTopic[] {
  const asked = TOPICS.filter(({ asks }) => asks.test(message));
  const start = (turn - 1) % TOPICS.length;
  const others = [...TOPICS.slice(start), ...TOPICS.slice(0, start)].filter((topic) => !asked.includes(topic));
  return [...asked, ...others];
}

/** More is cut before it is looked at: nobody reads figures of a book. */
const COUNTED_CHARS = 100_000;
/** A longer word is no word. */
const SHOWN_WORD_CHARS = 40;

function describeMessage(message: string, turn: number): string {
  const words = message
    .slice(0, COUNTED_CHARS)
    .split(/\s+/u)
    .filter((word) => word !== '');
  const count = (pattern: RegExp): number => Array.from(message.matchAll(pattern)).length;
  const quoted = truncateText(words.slice(0, QUOTED_WORDS).join(' '), QUOTED_CHARS);
  const longest = words.reduce((longer, word) => (word.length > longer.length ? word : longer), '');
  return [
    `You wrote "${quoted}${words.length > QUOTED_WORDS ? ' …' : ''}". As far as I can see, that is:`,
    `- message ${turn} of this conversation, in words: ${words.length}`,
    `- lines: ${message.split('\n').length}; questions: ${count(/\?/g)}; numbers: ${count(/\d+/g)}`,
    `- items of a list: ${count(/^\s*(?:[-*]|\d+\.)\s/gm)}; blocks of code: ${Math.floor(count(/^```/gm) / 2)}`,
    `- longest word: ${longest.length > SHOWN_WORD_CHARS ? `one of ${longest.length} characters` : longest}`,
  ].join('\n');
}

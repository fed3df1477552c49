import type { FakeBehaviour } from './fake-provider-behaviour.ts';
import { isRecord } from './is-record.ts';
import { messagesOf, textOfMessage } from './wire-words.ts';

const HEADING = /^#{2,3} \S/;

/** For a prompt that lists none. */
const USUAL_HEADINGS = ['## Goal', '## Progress', '## Relevant Files', '## Next Steps', '## Critical Context'];

// So many that a long session keeps its facts, and so few that a summary stays short.
const MAX_PATHS = 24;
const MAX_CODES = 32;

/**
 * Whether a request asks for a summary rather than for the next step of an agent: no tools, and one message of the
 * user's that lists headings to write under. With it one server plays both models.
 */
export function isSummaryRequest(body: unknown): boolean {
  const tools = isRecord(body) ? body['tools'] : undefined;
  if (Array.isArray(tools) && tools.length > 0) return false;
  const messages = messagesOf(body);
  const [only] = messages.filter(({ role }) => role !== 'system' && role !== 'developer');
  return only?.['role'] === 'user' && messages.at(-1) === only && headingsOf(textOfMessage(only)).length > 1;
}

/**
 * A good, short summary for such a request: the headings that its prompt lists, and under them what can be found in the
 * turns (tasks by number, absolute paths first, error codes). The same for the same request.
 */
export function summaryReply(body: unknown): FakeBehaviour {
  const prompt = messagesOf(body).map(textOfMessage).join('\n');
  const listed = headingsOf(prompt);
  const facts = factsOf(prompt);
  const headings = listed.length > 0 ? listed : USUAL_HEADINGS;
  const sections = headings.map((heading, index) => {
    const isParent = heading.startsWith('## ') && (headings[index + 1] ?? '').startsWith('### ');
    return isParent ? heading : [heading, ...bulletsUnder(heading, facts)].join('\n');
  });
  return { kind: 'reply', text: sections.join('\n\n') };
}

/** The first lines of a prompt that are headings without a break: what it wants filled. Later ones are quoted text. */
function headingsOf(prompt: string): readonly string[] {
  const lines = prompt.split('\n');
  const first = lines.findIndex((line) => HEADING.test(line));
  if (first === -1) return [];
  const length = lines.slice(first).findIndex((line) => !HEADING.test(line));
  return lines.slice(first, length === -1 ? lines.length : first + length);
}

interface Facts {
  readonly tasks: readonly number[];
  readonly paths: readonly string[];
  readonly codes: readonly string[];
}

function factsOf(prompt: string): Facts {
  const paths = found(prompt, /(?:\/[a-z][\w-]*|\b[a-z][\w-]*)(?:\/[\w-]+)+\.[a-z]{2,4}\b/g);
  const [absolute, relative] = [true, false].map((is) => paths.filter((path) => path.startsWith('/') === is));
  return {
    tasks: found(prompt, /Task #\d+/g).map((task) => Number(task.slice('Task #'.length))),
    // Those that were said last stay, when there are too many.
    paths: [...(absolute ?? []), ...(relative ?? []).slice(-MAX_PATHS / 3)].slice(0, MAX_PATHS),
    codes: found(prompt, /\bE_[A-Z]+_\d+\b/g).slice(0, MAX_CODES),
  };
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([match]) => match))];
}

function bulletsUnder(heading: string, facts: Facts): readonly string[] {
  const bullets = entriesUnder(heading.replace(/^#+ /, '').toLowerCase(), facts).map((entry) => `- ${entry}`);
  return bullets.length === 0 ? ['- (none)'] : bullets;
}

function entriesUnder(title: string, { tasks, paths, codes }: Facts): readonly string[] {
  if (title.includes('goal')) return ['Work through the tasks that the user numbers.'];
  if (title === 'done' || title === 'progress') {
    return tasks.length === 0 ? [] : [`Task #${Math.min(...tasks)} to Task #${Math.max(...tasks)} were taken up.`];
  }
  if (title.includes('file')) return paths;
  return title.includes('context') ? codes.map((code) => `Error code ${code}`) : [];
}

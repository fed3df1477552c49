// Three recorded conversations through the whole path: read, repair, prune, summarise on this
// machine, check, write. No key, no network. `npm run demo` runs it.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type CompressResult, compressFile, processIo } from '@hermes-context/cli';
import Table from 'cli-table3';

const root = new URL('../../../', import.meta.url);
const outFolder = new URL('out/demo/', root);
const CONTEXT_TOKENS = 64_000;

const CONVERSATIONS = [
  { file: 'claude-code-emoji-350.json', about: 'a coding agent, whole files read' },
  { file: 'mini-swe-django-313.json', about: 'a bug fixed from the shell alone' },
  { file: 'claude-code-zh-153-images.json', about: 'a Chinese user, screenshots' },
] as const;

// Settings of the user's own would make this another demo on each machine.
const io = { ...processIo(), isTerminal: false, env: { HERMES_HOME: fileURLToPath(new URL('home/', outFolder)) } };
const progress = { show: () => undefined, end: () => undefined };

interface Done {
  readonly about: string;
  readonly result: CompressResult;
  readonly written: string;
}

async function compressOne({ file, about }: (typeof CONVERSATIONS)[number]): Promise<Done> {
  const source = fileURLToPath(new URL(`examples/transcripts/${file}`, root));
  const options = { file: source, contextTokens: CONTEXT_TOKENS, local: true };
  const { result, text } = await compressFile(options, { io, signal: new AbortController().signal, progress });
  await writeFile(new URL(file, outFolder), text);
  return { about, result, written: `out/demo/${file}` };
}

function summaryTable(done: readonly Done[]): string {
  const table = new Table({
    head: ['Conversation', 'Messages', 'Tokens', 'Left', 'Repaired', 'Valid for'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [] },
  });
  for (const { about, result } of done) {
    const { before, after, repairs, valid } = result;
    const isValid = valid.openai.length + valid.anthropic.length === 0;
    table.push([
      about,
      `${figure(before.messages)} → ${figure(after.messages)}`,
      `${figure(before.tokens)} → ${figure(after.tokens)}`,
      `${Math.round((after.tokens / before.tokens) * 100)} %`,
      String(repairs.length),
      isValid ? 'OpenAI, Anthropic' : 'no: see hermes compress --json',
    ]);
  }
  return table.toString();
}

function figure(value: number): string {
  return value.toLocaleString('en-US');
}

const EXCERPT_LINES = 14;

/** The beginning of the summary that now stands for the middle of a conversation. */
async function excerpt({ written }: Done): Promise<string> {
  const text = await readFile(new URL(written, root), 'utf8');
  const { messages }: { readonly messages: readonly { readonly content: unknown }[] } = JSON.parse(text);
  const summary = messages.find(
    ({ content }) => typeof content === 'string' && content.startsWith('[CONTEXT COMPACTION]'),
  );
  const lines = String(summary?.content ?? '')
    .split('\n')
    .slice(3);
  const shown = lines
    .slice(0, EXCERPT_LINES)
    .map((line) => `  │ ${line.length > 110 ? `${line.slice(0, 109)}…` : line}`);
  return [...shown, `  └ … ${figure(Math.max(0, lines.length - EXCERPT_LINES))} more lines`].join('\n');
}

await mkdir(outFolder, { recursive: true });
console.log(`Three recorded conversations, compressed for a window of ${figure(CONTEXT_TOKENS)} tokens.`);
console.log('The summaries are extracted on this machine: no model, no key, no network.\n');
const done: Done[] = [];
for (const conversation of CONVERSATIONS) done.push(await compressOne(conversation));
console.log(summaryTable(done));

const [first] = done;
if (first !== undefined) {
  console.log(`\nHow the summary of the first one begins:\n${await excerpt(first)}`);
}
console.log(`
Written (same format as the originals in examples/transcripts/):
${done.map(({ written }) => `  ${written}`).join('\n')}

Try next:
  ./node_modules/.bin/hermes compress examples/transcripts/claude-code-emoji-350.json --context-length 32k
  ./node_modules/.bin/hermes compress YOUR-CONVERSATION.json --out shorter.json
  ./node_modules/.bin/hermes compress --help

With a real model: set OPENAI_API_KEY, or in ~/.hermes/config.yaml the address of any
OpenAI-compatible server, then leave --local out:
  auxiliary:
    compression:
      base_url: http://localhost:11434/v1
      model: qwen3`);

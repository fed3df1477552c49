import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WireObject, WirePrompt } from '@hermes-context/caching';
import type { Messages } from '@hermes-context/contract';
import { readTranscript, toAnthropicMessages, toOpenAiChat } from '@hermes-context/providers';

const examples = fileURLToPath(new URL('../../../examples/transcripts', import.meta.url));

/** A recorded conversation, whole, in the forms in which it would be sent. */
export interface RecordedConversation {
  readonly name: string;
  readonly messages: Messages;
  readonly anthropic: WirePrompt;
  readonly chat: WirePrompt;
}

/** The conversations of the repository, or those in the folder that `HERMES_DATA` names. */
export function recordedConversations(folder = chosenFolder()): readonly RecordedConversation[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl?$/.test(name))
    .toSorted()
    .map((name) => recorded(name, readFileSync(join(folder, name), 'utf8')));
}

function chosenFolder(): string {
  // biome-ignore lint/style/noProcessEnv: the variable is for tests alone.
  return process.env['HERMES_DATA'] ?? examples;
}

function recorded(name: string, text: string): RecordedConversation {
  const { messages } = readTranscript(text);
  const { system, messages: wire } = toAnthropicMessages(messages);
  const anthropic: WirePrompt = { shape: 'anthropic', messages: wire };
  return {
    name,
    messages,
    anthropic: typeof system === 'string' ? { ...anthropic, system } : anthropic,
    chat: { shape: 'openai-chat', messages: toOpenAiChat(messages) },
  };
}

/** An agent that works: so many requests, each answered with calls whose results come back together. */
export interface AgentLoop {
  readonly steps: number;
  /** Calls of one step, and as many results; a list is gone through again and again. */
  readonly results: number | readonly number[];
  readonly resultTokens?: number;
  /** Messages of a user among the steps: one at the start, and then after each so many. Default: one alone. */
  readonly stepsPerTurn?: number;
  readonly hasThinking?: boolean;
}

/** Words that are nowhere else, about a token and a half each. */
function words(name: string, tokens: number): string {
  return Array.from({ length: Math.max(1, Math.round(tokens / 2)) }, (_, index) => `${name}${index}`).join(' ');
}

const TOOLS: readonly WireObject[] = Array.from({ length: 30 }, (_, index) => ({
  name: `tool_${index}`,
  description: words(`about${index}_`, 180),
  input_schema: { type: 'object', properties: {} },
}));
const SYSTEM = words('rule', 6_500);

/** The loop in Anthropic's form, whole. */
export function agentLoop({
  steps,
  results,
  resultTokens = 400,
  stepsPerTurn = steps,
  hasThinking = false,
}: AgentLoop): WirePrompt {
  const messages: WireObject[] = [];
  for (let step = 0; step < steps; step += 1) {
    if (step % stepsPerTurn === 0) messages.push({ role: 'user', content: words(`ask${step}_`, 60) });
    const isLast = (step + 1) % stepsPerTurn === 0;
    const count = typeof results === 'number' ? results : (results[step % results.length] ?? 0);
    const ids = Array.from({ length: isLast ? 0 : count }, (_, call) => `toolu_${step}_${call}`);
    const thinking = hasThinking
      ? [{ type: 'thinking', thinking: words(`think${step}_`, 80), signature: `s${step}` }]
      : [];
    const calls = ids.map((id) => ({ type: 'tool_use', id, name: 'tool_1', input: { path: `${id}.ts` } }));
    messages.push({
      role: 'assistant',
      content: [...thinking, { type: 'text', text: words(`say${step}_`, 40) }, ...calls],
    });
    if (ids.length === 0) continue;
    const answers = ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: words(id, resultTokens) }));
    messages.push({ role: 'user', content: answers });
  }
  return { shape: 'anthropic', tools: TOOLS, system: SYSTEM, messages };
}

/** The same in the form of a chat, as a route takes it that merges nothing. */
export function asChat({ system, messages }: WirePrompt): WirePrompt {
  const opening: WireObject[] = typeof system === 'string' ? [{ role: 'system', content: system }] : [];
  return { shape: 'openai-chat', messages: [...opening, ...messages.flatMap(chatMessages)] };
}

function chatMessages(message: WireObject): readonly WireObject[] {
  const { role, content } = message;
  if (!Array.isArray(content)) return [message];
  const blocks: readonly WireObject[] = content;
  const results = blocks.filter(({ type }) => type === 'tool_result');
  if (results.length > 0)
    return results.map(({ tool_use_id: id, content: text }) => ({ role: 'tool', tool_call_id: id, content: text }));
  const text = blocks.find(({ type }) => type === 'text')?.['text'] ?? '';
  const thinking = blocks.find(({ type }) => type === 'thinking')?.['thinking'];
  const calls = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }));
  const reasoning = thinking === undefined ? {} : { reasoning_content: thinking };
  return [{ role, content: text, ...reasoning, ...(calls.length === 0 ? {} : { tool_calls: calls }) }];
}

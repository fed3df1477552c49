import type { Message, Messages } from '@hermes-context/contract';

/** How many tasks {@link conversation} has; each has calls in parallel. */
const TASK_COUNT = 12;

const PICTURE = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } } as const;

/** A small conversation of tasks, with one to four calls a step, reasoning, a picture and broken arguments. */
export const conversation: Messages = [
  { role: 'system', content: 'You are a helper. Never touch the file keys.txt.' },
  { role: 'user', content: [{ type: 'text', text: 'What does this show?' }, PICTURE] },
  { role: 'assistant', content: 'A chart.' },
  ...Array.from({ length: TASK_COUNT }, (_, task) => taskOf(task)).flat(),
];

/** The lists that a host adds before each request. */
export function batchesOf(messages: Messages): readonly Messages[] {
  const batches: Message[][] = [[]];
  messages.forEach((message, at) => {
    batches.at(-1)?.push(message);
    const isAnswered = message.role === 'tool' && messages[at + 1]?.role !== 'tool';
    if (message.role === 'user' || isAnswered) batches.push([]);
  });
  return batches.slice(0, -1);
}

function taskOf(task: number): readonly Message[] {
  const calls = Array.from({ length: 1 + (task % 4) }, (_, at) => ({
    id: `call_${task}_${at}`,
    type: 'function' as const,
    function: { name: 'read_file', arguments: task === 5 ? '{"path": "src' : `{"path":"src/part-${task}-${at}.ts"}` },
  }));
  return [
    { role: 'user', content: `Task ${task}: look into part ${task}.` },
    { role: 'assistant', content: null, reasoning_content: `Part ${task} first.`, tool_calls: calls },
    ...calls.map(({ id }): Message => ({ role: 'tool', tool_call_id: id, content: `line of ${id}\n`.repeat(30) })),
    { role: 'assistant', content: `Part ${task} is fine.` },
  ];
}

import { readField, readList, readText } from '../read-field.ts';
import type { CallFact } from './read-turns.ts';

/** One entry of the list of tasks that an assistant keeps with a tool. */
export interface TaskEntry {
  readonly text: string;
  readonly state: 'done' | 'active' | 'open';
}

const TASK_TOOL = /^(?:todo_?write|write_?todos?|todos?|update_?plan|task_?list)$/i;

/** Whether a tool only keeps the list of tasks. */
export function isTaskTool(tool: string): boolean {
  return TASK_TOOL.test(tool);
}

/** The entries of the newest list of tasks among the calls; none where there is no such list. */
export function newestTasks(calls: readonly CallFact[]): readonly TaskEntry[] {
  const last = calls.findLast((call) => isTaskTool(call.tool));
  if (last === undefined) return [];
  const lists = ['todos', 'plan', 'tasks', 'items'].map((name) => readList(last.input, name));
  const entries = lists.find((list) => list.length > 0) ?? [];
  return entries.flatMap((entry) => {
    const text =
      readText(entry, 'content') ?? readText(entry, 'step') ?? readText(entry, 'text') ?? readText(entry, 'title');
    return text === undefined ? [] : [{ text, state: stateOf(entry) }];
  });
}

function stateOf(entry: unknown): TaskEntry['state'] {
  const status = readText(entry, 'status') ?? readText(entry, 'state') ?? '';
  if (readField(entry, 'completed') === true || /complete|done|finished|cancel/i.test(status)) return 'done';
  return /progress|active|doing/i.test(status) ? 'active' : 'open';
}

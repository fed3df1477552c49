import type { EngineTool } from '@hermes-context/contract';
import { identifierOf, type NamedEngine } from './named-engine.ts';

/** What providers take as the name of a tool. */
const MAX_TOOL_NAME_CHARS = 64;

/**
 * The tools of all parts, each under a name that no other has. A name that two parts use gets the part's name in
 * front, for both, so that it does not depend on who stands first. Calls go to the part whose tool it is.
 */
export function mergeTools(parts: readonly NamedEngine[]): readonly EngineTool[] {
  const offers = parts.flatMap(({ name, engine }) => (engine.tools ?? []).map((tool) => ({ part: name, tool })));
  // An engine behind two parts lends the same tool twice.
  const distinct = offers.filter(({ tool }, index) => offers.findIndex((each) => each.tool === tool) === index);
  const counts = Map.groupBy(distinct, ({ tool }) => nameOf(tool));
  const isUnique = (tool: EngineTool): boolean => counts.get(nameOf(tool))?.length === 1;
  const taken = new Set(distinct.flatMap(({ tool }) => (isUnique(tool) ? [nameOf(tool)] : [])));
  return distinct.map(({ part, tool }) => {
    if (isUnique(tool)) return renamed(tool, nameOf(tool));
    const name = firstFree(`${identifierOf(part)}_${nameOf(tool)}`, taken);
    taken.add(name);
    return renamed(tool, name);
  });
}

function nameOf({ name }: EngineTool): string {
  return identifierOf(name).slice(0, MAX_TOOL_NAME_CHARS);
}

/** The original object where its name stays: its author may keep state in it. */
function renamed(tool: EngineTool, name: string): EngineTool {
  if (tool.name === name) return tool;
  const { description, parameters } = tool;
  return { name, description, parameters, execute: (input, options) => tool.execute(input, options) };
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  let free = name.slice(0, MAX_TOOL_NAME_CHARS);
  for (let count = 2; taken.has(free); count += 1) {
    const ending = `_${count}`;
    free = `${name.slice(0, MAX_TOOL_NAME_CHARS - ending.length)}${ending}`;
  }
  return free;
}

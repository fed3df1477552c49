import type { FakeBehaviour } from './fake-provider-behaviour.ts';

/** What a fake can play: told apart from a function and from a list by its `kind`. */
interface Behaviour {
  readonly kind: string;
}

/** A behaviour, or how to choose it. */
type Line<Played extends Behaviour> = Played | ((body: unknown, requestIndex: number) => Played);

/** A line, or several in order, of which the last repeats. */
export type Script<Played extends Behaviour> = Line<Played> | readonly Line<Played>[];

/** A friendly answer, for whoever scripts nothing. */
export const DEFAULT_REPLY: FakeBehaviour = { kind: 'reply', text: '## Goal\nAnswer as a provider would.' };

/** What to do at each request, the script's lines one after the other. @throws RangeError for a script without a line. */
export function playScript<Played extends Behaviour>(
  script: Script<Played>,
  starter: string,
): (body: unknown) => Played {
  const lines = linesOf(script);
  const [first] = lines;
  if (first === undefined) throw new RangeError(`${starter}: the script is empty. Give one line, or leave it out.`);
  let count = 0;
  return (body) => {
    const requestIndex = count;
    count += 1;
    const line = lines[Math.min(requestIndex, lines.length - 1)] ?? first;
    return typeof line === 'function' ? line(body, requestIndex) : line;
  };
}

function linesOf<Played extends Behaviour>(script: Script<Played>): readonly Line<Played>[] {
  return typeof script === 'function' || 'kind' in script ? [script] : script;
}

/** Numbered ids: `call_1`, `call_2`. */
export function countIds(prefix: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}${count}`;
  };
}

/** How many events of a stream go out before the trouble starts; all of them where there is none. */
export function sentCount(behaviour: Behaviour & { readonly afterChunks?: number }): number {
  if (behaviour.kind === 'hang-mid-stream' || behaviour.kind === 'cut') return behaviour.afterChunks ?? 0;
  return behaviour.kind === 'stream-error' ? 2 : Number.POSITIVE_INFINITY;
}

import { styleText } from 'node:util';

/** Colours by what they are used for here, or none at all. */
export type Tint = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | 'gray';

/** Puts a text into a colour; unchanged where there are no colours. */
export type Paint = (tint: Tint, text: string) => string;

/** Colours where they are wanted: on a terminal, unless `NO_COLOR` is set to anything. */
export function createPaint(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const isPlain = !isTerminal || (env['NO_COLOR'] ?? '') !== '';
  return isPlain ? plainPaint : (tint, text) => styleText(tint, text, { validateStream: false });
}

/** No colours, for pipes. */
export const plainPaint: Paint = (_, text) => text;

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Sandbox, sandbox } from '../cli.fixture.ts';
import { displayWidth } from '../terminal/display-width.ts';
import { openTerminal, type Terminal, whyNoTerminal } from '../terminal.fixture.ts';

/** A config with something to lose: comments, order, alignment. */
export const CONFIG = `# mine
compression:
  threshold: 0.60   # early
context:
  engine: compressor   # for now
`;

/** The windows that a menu must be clean in. */
export const SMALL = { columns: 80, rows: 24 };
export const LARGE = { columns: 200, rows: 50 };

/** Whether there is a terminal here. Says once what is skipped where there is none. */
export function hasTerminal(): boolean {
  const reason = whyNoTerminal();
  if (reason !== undefined) process.stderr.write(`Skipped: the tests of the menu in a terminal, since ${reason}.\n`);
  return reason === undefined;
}

export function configOf(box: Sandbox): string {
  return readFileSync(join(box.folder, 'home/config.yaml'), 'utf8');
}

export function boxWith(config: string = CONFIG): Sandbox {
  const box = sandbox();
  box.write('home/config.yaml', config);
  return box;
}

export function openMenu(box: Sandbox, size = SMALL, env: Readonly<Record<string, string>> = {}): Terminal {
  return openTerminal({ argv: ['plugins'], folder: box.folder, ...size, env });
}

/** Go to the list of engines, as a person would: by what the screen says. */
export async function toEngines(terminal: Terminal): Promise<void> {
  await terminal.shows('What do you want to set up?', 'Enter: confirm');
  await terminal.moveTo('Provider Plugins');
  terminal.press('Enter');
  await terminal.moveTo('Context Engine');
  terminal.press('Enter');
  await terminal.shows('Which context engine', 'Enter: confirm');
}

/** Nothing of a drawing is left over: each line belongs to the menu, and fits. */
export function expectClean(screen: readonly string[], columns: number): void {
  const lines = screen.slice(0, screen.findLastIndex((line) => line !== '') + 1);
  for (const line of lines) {
    expect(line).toMatch(/^([┌│└◆◇■●▲]|exit code|$)/u);
    expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  }
}

/** The line below the one that the cursor is on. No line of a menu goes on there but one: that with the place. */
export function afterMarked(screen: readonly string[]): string | undefined {
  return screen[screen.findLastIndex((line) => line.startsWith('│  ●')) + 1];
}

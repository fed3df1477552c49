import type { ContextMap } from '@hermes-context/host';
import { figure } from '../sessions/counted.ts';
import { type Column, renderTable } from '../sessions/render-table.ts';
import { displayWidth, padText, wrapText } from '../terminal/display-width.ts';
import type { Paint, Tint } from './palette.ts';
import { shareOut } from './share-out.ts';

type Category = keyof ContextMap['categories'];

interface Look {
  readonly label: string;
  /** How its cells read where there are no colours. */
  readonly letter: string;
  readonly tint: Tint;
}

/** In the order of a request. */
const LOOKS: Readonly<Record<Category, Look>> = {
  system: { label: 'system prompt', letter: 'S', tint: 'cyan' },
  tools: { label: 'tool definitions', letter: 'D', tint: 'blue' },
  summary: { label: 'summary', letter: 'Z', tint: 'yellow' },
  user: { label: 'your messages', letter: 'U', tint: 'green' },
  assistant: { label: 'answers', letter: 'A', tint: 'magenta' },
  reasoning: { label: 'reasoning', letter: 'R', tint: 'white' },
  arguments: { label: 'tool calls', letter: 'C', tint: 'blue' },
  toolOutput: { label: 'tool results', letter: 'T', tint: 'red' },
  images: { label: 'images', letter: 'I', tint: 'cyan' },
};

const ORDER: readonly Category[] = [
  'system',
  'tools',
  'summary',
  'user',
  'assistant',
  'reasoning',
  'arguments',
  'toolOutput',
  'images',
];

const MAP_ROWS = 4;
const MAX_ROW_CELLS = 72;
const MARGIN = '  ';
const FREE = '·';
const MARK = '|';

const BASIS: Readonly<Record<ContextMap['size']['basis'], string>> = {
  reported: 'Counted by the provider.',
  anchored: 'Counted by the provider, the newest messages estimated.',
  scaled: 'Estimated, corrected by what the provider counted before.',
  estimated: 'Estimated.',
};

/** What the map is drawn for. */
export interface ContextScreen {
  /** Of the terminal; `Infinity` in a pipe. */
  readonly columns: number;
  readonly paint: Paint;
  /** Whether kinds of content are told apart by colour; by letters otherwise. */
  readonly hasColours: boolean;
}

/**
 * The window as a map of cells, with what fills it by category, what is free, and the mark at which compaction starts.
 * The categories add up to the size of the next request. Pure.
 */
export function renderContext(map: ContextMap, screen: ContextScreen): readonly string[] {
  const parts = partsOf(map);
  return [...headOf(map, screen), '', ...renderCells(map, parts, screen), '', ...legendOf(map, parts, screen)];
}

interface Part {
  readonly look: Look;
  readonly tokens: number;
}

/** Estimates by category, brought to the size that is known better. */
function partsOf({ categories, size }: ContextMap): readonly Part[] {
  const present = ORDER.filter((category) => categories[category] > 0);
  const tokens = shareOut(
    size.tokens,
    present.map((category) => categories[category]),
  );
  return present.map((category, index) => ({ look: LOOKS[category], tokens: tokens[index] ?? 0 }));
}

function headOf({ size, contextTokens }: ContextMap, { columns, paint }: ContextScreen): readonly string[] {
  const used = `${figure(size.tokens)} of ${figure(contextTokens)} tokens (${percent(size.tokens, contextTokens)})`;
  const basis = wrapText(BASIS[size.basis], columns);
  return [paint('bold', `Context: ${used}`), ...basis.map((line) => paint('dim', line))];
}

function renderCells(map: ContextMap, parts: readonly Part[], screen: ContextScreen): readonly string[] {
  const perRow = Math.max(1, Math.min(MAX_ROW_CELLS, screen.columns - 2 * MARGIN.length));
  const total = perRow * MAP_ROWS;
  // A request larger than the window fills the map; the figures say how much too large it is.
  const whole = Math.max(map.contextTokens, map.size.tokens);
  const counts = shareOut(total, [...parts.map(({ tokens }) => tokens), whole - map.size.tokens]);
  const cells = counts.flatMap((count, index) => {
    const look = parts[index]?.look;
    return Array.from({ length: count }, () => (look === undefined ? screen.paint('dim', FREE) : cellOf(look, screen)));
  });
  const { thresholdTokens } = map;
  if (thresholdTokens !== undefined && thresholdTokens <= whole) {
    const at = Math.min(total - 1, Math.floor((thresholdTokens / whole) * total));
    cells[at] = screen.paint('bold', MARK);
  }
  return Array.from({ length: MAP_ROWS }, (_, row) => MARGIN + cells.slice(row * perRow, (row + 1) * perRow).join(''));
}

function cellOf({ letter, tint }: Look, { paint, hasColours }: ContextScreen): string {
  return hasColours ? paint(tint, '█') : letter;
}

const COLUMNS: readonly Column[] = [
  { head: '', min: 8 },
  { head: 'tokens', align: 'end' },
  { head: 'of window', align: 'end' },
];

/** The sign of a line is painted behind the layout, which must not measure colours. */
function legendOf(map: ContextMap, parts: readonly Part[], screen: ContextScreen): readonly string[] {
  const { contextTokens, size, thresholdTokens } = map;
  const row = (label: string, tokens: number): readonly string[] => [
    label,
    figure(tokens),
    percent(tokens, contextTokens),
  ];
  const free = contextTokens - size.tokens;
  const entries = [
    ...parts.map(({ look, tokens }) => ({ sign: cellOf(look, screen), cells: row(look.label, tokens) })),
    free < 0
      ? { sign: screen.paint('red', '!'), cells: row('over the window', -free) }
      : { sign: screen.paint('dim', FREE), cells: row('free', free) },
    ...(thresholdTokens === undefined
      ? []
      : [{ sign: screen.paint('bold', MARK), cells: row('compacts at', thresholdTokens) }]),
  ];
  const room = screen.columns - MARGIN.length - 2;
  const [head = '', ...lines] = renderTable(
    COLUMNS,
    entries.map(({ cells }) => cells),
    room,
  );
  const width = Math.max(0, ...[head, ...lines].map(displayWidth));
  return [
    `${MARGIN}  ${screen.paint('dim', padText(head, width))}`.trimEnd(),
    ...lines.map((line, index) => `${MARGIN}${entries[index]?.sign ?? ' '} ${line}`),
  ];
}

function percent(part: number, whole: number): string {
  const ratio = whole > 0 ? part / whole : 0;
  return ratio > 0 && ratio < 0.005 ? '<1 %' : `${Math.round(ratio * 100)} %`;
}

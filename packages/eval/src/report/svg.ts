/** One line or one bar of a chart. */
export interface ChartSeries {
  readonly name: string;
  readonly values: readonly number[];
}

/** What a chart shows. Values from 0 to `most`. */
export interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly most: number;
  /** Under the axis, one for each value. */
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
}

const WIDTH = 860;
const LEFT = 56;
const PLOT_WIDTH = 500;
const TOP = 44;
const PLOT_HEIGHT = 260;
const LINE_HEIGHT = 18;
/** Told apart without colour too: each has another dash. All are readable on white and on black. */
const COLOURS = ['#3b82f6', '#e0752d', '#2e9e5b', '#c04bb0', '#8a7a12', '#d64545', '#1f9aa5', '#7a6ff0'];
const DASHES = ['', '6 3', '2 3', '8 3 2 3'];
const GRID_LINES = 5;

/** A chart of lines, as an SVG document that follows the reader's light or dark scheme. No fonts, no scripts. */
export function lineChart(chart: Chart): string {
  const step = PLOT_WIDTH / Math.max(1, chart.labels.length - 1);
  const lines = chart.series.map(({ values }, at) => {
    const points = values.map((value, index) => `${round(LEFT + index * step)},${heightOf(value, chart)}`).join(' ');
    const dash = DASHES[Math.floor(at / COLOURS.length) % DASHES.length] ?? '';
    return `<polyline points="${points}" fill="none" stroke="${colourOf(at)}" stroke-width="2"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`;
  });
  const labels = chart.labels.map((label, index) =>
    text({ x: LEFT + index * step, y: TOP + PLOT_HEIGHT + LINE_HEIGHT, content: label, anchor: 'middle' }),
  );
  return documentOf(chart, [...lines, ...labels, ...legend(chart.series)]);
}

/** A chart of bars, one series a bar. */
export function barChart(chart: Chart): string {
  const slot = PLOT_WIDTH / Math.max(1, chart.series.length);
  const bars = chart.series.map(({ values: [value = 0] }, at) => {
    const y = heightOf(value, chart);
    return `<rect x="${round(LEFT + at * slot + slot * 0.15)}" y="${y}" width="${round(slot * 0.7)}" height="${round(TOP + PLOT_HEIGHT - y)}" fill="${colourOf(at)}"/>`;
  });
  const named = chart.series.map(({ name, values: [value = 0] }) => ({ name: `${name}: ${round(value)}`, values: [] }));
  return documentOf(chart, [...bars, ...legend(named)]);
}

function documentOf({ title, unit, most, series }: Chart, parts: readonly string[]): string {
  const height = Math.max(TOP + PLOT_HEIGHT + 40, TOP + series.length * LINE_HEIGHT + 20);
  const grid = Array.from({ length: GRID_LINES + 1 }, (_, at) => {
    const value = (most * at) / GRID_LINES;
    const y = heightOf(value, { most });
    return `<line class="grid" x1="${LEFT}" x2="${LEFT + PLOT_WIDTH}" y1="${y}" y2="${y}"/>${text({ x: LEFT - 8, y: y + 4, content: `${round(value)}${unit}`, anchor: 'end' })}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">`,
    '<style>text{font:12px sans-serif;fill:#24292f}.grid{stroke:#8c959f;stroke-opacity:.4}@media (prefers-color-scheme:dark){text{fill:#e6edf3}}</style>',
    `<text x="${LEFT}" y="24" style="font-weight:bold">${escaped(title)}</text>`,
    ...grid,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function legend(series: readonly ChartSeries[]): readonly string[] {
  return series.flatMap(({ name }, at) => {
    const y = TOP + at * LINE_HEIGHT + 8;
    const x = LEFT + PLOT_WIDTH + 24;
    return [
      `<rect x="${x}" y="${y - 9}" width="12" height="10" fill="${colourOf(at)}"/>`,
      text({ x: x + 18, y, content: name, anchor: 'start' }),
    ];
  });
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly content: string;
  readonly anchor: 'start' | 'middle' | 'end';
}

function text({ x, y, content, anchor }: Label): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

function heightOf(value: number, { most }: Pick<Chart, 'most'>): number {
  const share = most === 0 ? 0 : Math.min(1, Math.max(0, value / most));
  return round(TOP + PLOT_HEIGHT * (1 - share));
}

function colourOf(at: number): string {
  return COLOURS[at % COLOURS.length] ?? '#888888';
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

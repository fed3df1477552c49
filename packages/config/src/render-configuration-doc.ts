import { describeKeys, type KeyDescription } from './describe-keys.ts';

const START = '<!-- settings: start (generated from packages/config/src/schema*.ts) -->';
const END = '<!-- settings: end -->';

/**
 * `docs/configuration.md` with its list of settings brought up to date. The prose around the two
 * markers stays; a document without markers gets the list at its end.
 */
export function renderConfigurationDoc(document: string): string {
  const start = document.indexOf(START);
  const end = document.indexOf(END, start);
  const hasMarkers = start !== -1 && end !== -1;
  const before = hasMarkers ? document.slice(0, start) : `${document.trimEnd()}\n\n`;
  const after = hasMarkers ? document.slice(end + END.length) : '\n';
  return `${before}${START}\n\n${renderSettings()}\n${END}${after}`;
}

function renderSettings(): string {
  const sections = Map.groupBy(describeKeys(), ({ path }) => path.slice(0, path.lastIndexOf('.')));
  return Array.from(sections, ([section, keys]) => renderSection(section, keys)).join('\n');
}

function renderSection(section: string, keys: readonly KeyDescription[]): string {
  const rows = keys.map(({ path, type, default: byDefault, description }) =>
    row([`\`${path.slice(section.length + 1)}\``, type, `\`${JSON.stringify(byDefault)}\``, description]),
  );
  return [
    `### ${section}`,
    '',
    row(['Key', 'Type', 'Default', 'What it does']),
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFolders } from './config-folders.fixture.ts';
import { describeKeys } from './describe-keys.ts';
import { renderConfigurationDoc } from './render-configuration-doc.ts';

const file = join(import.meta.dirname, '../../../docs/configuration.md');
const document = readFileSync(file, 'utf8');

describe('docs/configuration.md', () => {
  it('lists every setting as the schema has it (bring it up to date with: npm test -- --project config -u)', async () => {
    await expect(renderConfigurationDoc(document)).toMatchFileSnapshot(file);
  });

  it('names every setting with its default', () => {
    for (const { path, default: byDefault } of describeKeys()) {
      const section = path.slice(0, path.lastIndexOf('.'));
      const rows = document.split('\n### ').find((part) => part.startsWith(`${section}\n`));
      const row = rows?.split('\n').find((line) => line.startsWith(`| \`${path.slice(section.length + 1)}\` |`));
      expect(row, path).toContain(`| \`${JSON.stringify(byDefault)}\` |`);
    }
  });

  it('shows examples that load without a warning', async () => {
    const examples = document
      .split('```yaml\n')
      .slice(1)
      .map((rest) => rest.slice(0, rest.indexOf('```')));
    expect(examples.length).toBeGreaterThanOrEqual(4);
    for (const user of examples) {
      const result = await configFolders({ user }).load({ env: { LLM_KEY: 'sk-1' } });
      expect(result).toMatchObject({ kind: 'loaded', warnings: [] });
    }
  });

  it('keeps the prose around the list, and adds the list where there is none', () => {
    const prose = renderConfigurationDoc('# Title\n');
    expect(prose.startsWith('# Title\n\n<!-- settings: start')).toBe(true);
    expect(renderConfigurationDoc(`${prose}\nMore.\n`)).toBe(`${prose}\nMore.\n`);
  });
});
